import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLineFacts } from '@domain/transcript/line-facts';
import { addLine, createTally, type SessionTally } from '@domain/transcript/session-tally';
import { type PackedTally, packTally } from '@domain/transcript/tally-bytes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordedTranscripts } from '../../testing/transcript-corpus';
import { MOST_BILLED, MOST_MARKS, MOST_MODELS, MOST_NAMES } from './scan-layout';
import { createSessionScanner } from './scan-session';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'beads-console-tally-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** By the rules as they are written down, line after line. */
function counted(text: string, tally = createTally()): SessionTally {
  for (const line of text.split('\n')) if (line.trim() !== '') addLine(tally, readLineFacts(line));
  return tally;
}

/** As texts, which are compared at once; number by number it takes a second for a few thousand lines. */
const packed = (tally: SessionTally) => read(packTally(tally));
function read({ head, ...rows }: PackedTally) {
  return { head, ...Object.fromEntries(Object.entries(rows).map(([name, bytes]) => [name, hex(bytes)])) };
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const answer = (number: number, more: object = {}) =>
  JSON.stringify({
    type: 'assistant',
    uuid: `line ${number}`,
    timestamp: new Date(1_780_000_000_000 + number * 1000).toISOString(),
    requestId: `request ${number}`,
    message: {
      id: `message ${number}`,
      model: 'claude-x',
      usage: { input_tokens: 3, output_tokens: number },
    },
    ...more,
  });
const linesOf = (count: number, line: (number: number) => string) =>
  `${Array.from({ length: count }, (_, number) => line(number)).join('\n')}\n`;

describe('what the program counts', () => {
  it.each(recordedTranscripts().map((path) => [path.split('/').slice(-2).join('/'), path]))(
    'of %s is what the rules say',
    (_, path) => {
      const tally = createTally();
      const text = readFileSync(path, 'utf8');
      createSessionScanner().scanFile(path, 0, { tally, notes: {} });
      // A cut line at the end counts for nothing yet.
      const whole = text.endsWith('\n') ? text : text.slice(0, text.lastIndexOf('\n') + 1);
      const isCut = text !== whole && counted(text.slice(whole.length)).broken > 0;
      expect(packed(tally)).toEqual(packed(counted(isCut ? whole : text)));
      const onlyNumbers = createTally();
      createSessionScanner().scanFile(path, 0, { tally: onlyNumbers });
      expect(packed(onlyNumbers)).toEqual(packed(tally));
    },
  );

  it.each([
    ['more lines', linesOf(MOST_MARKS + 500, (number) => answer(number, { type: 'user', message: {} }))],
    ['more bills', linesOf(MOST_BILLED + 500, (number) => answer(number))],
    ['a line again and again', linesOf(600, (number) => answer(number % 7))],
    [
      'more names',
      linesOf(MOST_NAMES + 500, (number) =>
        answer(number, { isSidechain: true, agentId: `agent ${number}` }),
      ),
    ],
    [
      'more models',
      linesOf(MOST_MODELS + 10, (number) =>
        answer(number, {
          message: { id: `m${number}`, model: `model-${number}`, usage: { output_tokens: 1 } },
        }),
      ),
    ],
    ['types nobody knows', linesOf(20, (number) => answer(number, { type: `kind ${number % 3}` }))],
    [
      'many tools in a line',
      linesOf(3, (number) =>
        answer(number, {
          message: {
            id: `m${number}`,
            model: 'x',
            content: Array.from({ length: 1500 }, (_, tool) => ({
              type: 'tool_use',
              id: `${number} ${tool}`,
              name: 'a',
            })),
          },
        }),
      ),
    ],
  ])('%s than its memory holds, or not: the numbers are the same', (_, text) => {
    const path = join(folder, 'a.jsonl');
    writeFileSync(path, text);
    const tally = createTally();
    expect(createSessionScanner().scanFile(path, 0, { tally, notes: {} }).disagreed).toBe(0);
    expect(packed(tally)).toEqual(packed(counted(text)));
  });

  it('a session that was read in steps, with others in between, counts as one that was read at once', () => {
    const scanner = createSessionScanner();
    const [mine, other] = [createTally(), createTally()];
    const parts = [
      linesOf(40, (number) => answer(number % 30, { agentId: `agent ${number % 4}` })),
      linesOf(40, (number) => answer((number + 20) % 50, { isSidechain: true })),
    ];
    for (const [index, part] of parts.entries()) {
      const path = join(folder, `${index}.jsonl`);
      writeFileSync(path, part);
      scanner.scanFile(path, 0, { tally: mine, notes: {} });
      scanner.scanFile(path, 0, { tally: other, notes: {} });
      scanner.scanFile(path, 0, { tally: createTally(), notes: {} });
    }
    expect(packed(mine)).toEqual(packed(counted(parts.join(''))));
    expect(packed(other)).toEqual(packed(mine));
  });

  it('a tally that is kept over the files of a session is the same, whoever comes in between', () => {
    const scanner = createSessionScanner();
    const [mine, other, large] = [createTally(), createTally(), createTally()];
    const parts = [
      linesOf(40, (number) => answer(number % 30, { agentId: `agent ${number % 4}` })),
      linesOf(MOST_MARKS / 2 + 50, (number) => answer((number + 20) % 50, { type: `kind ${number}` })),
      linesOf(40, (number) =>
        answer((number + 40) % 90, { isSidechain: true, agentId: `agent ${number % 7}` }),
      ),
    ];
    for (const [index, part] of parts.entries()) {
      const path = join(folder, `${index}.jsonl`);
      writeFileSync(path, part);
      scanner.scanFile(path, 0, { tally: mine, isKept: true });
      if (index !== 1) scanner.scanFile(path, 0, { tally: other, isKept: true });
      scanner.scanFile(path, 0, { tally: large });
    }
    const all = counted(parts.join(''));
    expect(read(scanner.pack(mine))).toEqual(packed(all));
    expect(packed(large)).toEqual(packed(all));
    expect(read(scanner.pack(other))).toEqual(packed(counted(`${parts[0]}${parts[2]}`)));
  });
});
