import { createLineReader, type LineReader } from '../adapters/transcripts/read-lines';

const FIELD = '"output_tokens":';

/** A scan program that takes the first digit of every `output_tokens` for a nine, and all else for what it is. */
export function createLyingReader(): LineReader {
  const reader = createLineReader();
  const { memory } = reader;
  return {
    ...reader,
    memory: {
      ...memory,
      scanLines(from, end, stops) {
        const bytes = Buffer.from(memory.bytes().buffer);
        const told: [at: number, digit: number][] = [];
        for (let at = bytes.indexOf(FIELD, from); at !== -1 && at < end; at = bytes.indexOf(FIELD, at + 1)) {
          const digit = at + FIELD.length;
          told.push([digit, bytes[digit] ?? 0]);
          bytes.write('9', digit);
        }
        const found = memory.scanLines(from, end, stops);
        for (const [at, digit] of told) bytes[at] = digit;
        return found;
      },
    },
  };
}
