/** Cuts a stream of bytes into lines. Answers false once a line grew past the limit: the sender is broken or hostile. */
export type LineReader = { push(chunk: Buffer): boolean };

export function createLineReader(maxBytes: number, onLine: (line: string) => void): LineReader {
  let held: Buffer[] = [];
  let heldBytes = 0;
  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        const line = Buffer.concat([...held, chunk.subarray(from, at)]);
        held = [];
        heldBytes = 0;
        from = at + 1;
        if (line.length > maxBytes) return false;
        if (line.length > 0) onLine(line.toString('utf8'));
      }
      const rest = chunk.subarray(from);
      if (rest.length > 0) held.push(rest);
      heldBytes += rest.length;
      return heldBytes <= maxBytes;
    },
  };
}

/** Null for what is no JSON: nobody's envelope, so the reader of envelopes refuses it. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
