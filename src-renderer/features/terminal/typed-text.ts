/** Sends what is typed in order, one call at a time; what comes meanwhile goes with the next. */
export function createTyping(send: (text: string) => Promise<unknown>): (text: string) => void {
  let waiting = '';
  let isSending = false;
  const next = async () => {
    isSending = true;
    while (waiting !== '') {
      const text = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      await send(text);
    }
    isSending = false;
  };
  return (text) => {
    waiting += text;
    if (!isSending) void next();
  };
}

const MOST = 500_000;
