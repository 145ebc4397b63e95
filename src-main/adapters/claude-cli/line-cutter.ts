/** Cuts bytes into lines, also where a chunk ends inside a character. A line past the limit costs only itself. */
export type LineCutter = { push(chunk: Buffer): string[] };

const NEWLINE = 0x0a;

export function createLineCutter(maxBytes: number): LineCutter {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isSkipping = false;
  return {
    push(chunk) {
      const lines: string[] = [];
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        if (!isSkipping) {
          const line = Buffer.concat([...held, chunk.subarray(from, at)]);
          if (line.length > 0 && line.length <= maxBytes) lines.push(line.toString('utf8'));
        }
        held = [];
        heldBytes = 0;
        isSkipping = false;
        from = at + 1;
      }
      const rest = chunk.subarray(from);
      heldBytes += rest.length;
      if (heldBytes > maxBytes) {
        isSkipping = true;
        held = [];
      } else if (rest.length > 0 && !isSkipping) held.push(rest);
      return lines;
    },
  };
}
