import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPriceFinder } from '@domain/history/report';
import { defaultPolicy } from '@domain/privacy/tiers';
import { createTally } from '@domain/transcript/session-tally';
import { statsOf } from '@domain/transcript/tally-stats';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTranscriptViews } from '../../services/history/show-transcript';
import { tempDir } from '../../testing/temp-dir';
import { recordedTranscripts } from '../../testing/transcript-corpus';
import { createLineReader } from './read-lines';
import { createSessionScanner, type ScannedText } from './scan-session';
import { createTranscriptPages } from './transcript-pages';

const RUNS = Number(process.env['BEADS_CONSOLE_FUZZ_RUNS'] ?? 50);
const recorded = recordedTranscripts()
  .map((path) => readFileSync(path))
  .filter(({ length }) => length < 200_000);

/** Bytes of a real transcript that something went over: overwritten, cut out, put in, doubled, swapped, padded, cut off. */
const mutation = fc.record({
  kind: fc.constantFrom('overwrite', 'cut', 'insert', 'double', 'swap', 'pad', 'end'),
  at: fc.nat(),
  length: fc.integer({ min: 1, max: 400 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(file: Buffer, { kind, at, length, bytes }: Mutation): Buffer {
  const from = at % Math.max(1, file.length);
  const [head, piece, tail] = [
    file.subarray(0, from),
    file.subarray(from, from + length),
    file.subarray(from + length),
  ];
  switch (kind) {
    case 'overwrite':
      return Buffer.concat([head, bytes, file.subarray(from + bytes.length)]);
    case 'cut':
      return Buffer.concat([head, tail]);
    case 'insert':
      return Buffer.concat([head, bytes, file.subarray(from)]);
    case 'double':
      return Buffer.concat([head, piece, piece, tail]);
    case 'swap':
      return Buffer.concat([tail, piece, head]);
    case 'pad':
      return Buffer.concat([head, Buffer.alloc(length), file.subarray(from)]);
    case 'end':
      return head;
  }
}

const damaged = fc
  .tuple(fc.nat(), fc.array(mutation, { minLength: 1, maxLength: 6 }))
  .map(([which, changes]) => changes.reduce(mutate, recorded[which % recorded.length] ?? Buffer.alloc(0)));

describe('files of the real CLI that were damaged', () => {
  let path: string;
  beforeEach(() => {
    path = join(tempDir('mutated'), '11111111-1111-4111-8111-111111111111.jsonl');
  });
  const read = (readers: 'both' | 'full') => {
    // A small buffer, so that lines lie across its ends.
    const scanner = createSessionScanner(createLineReader(256 * 1024, 1024), readers);
    const tally = createTally();
    const notes = {};
    const texts: ScannedText[] = [];
    const file = scanner.scanFile(path, 0, {
      tally,
      notes,
      onText: (text) => void texts.push(text),
      wantsTools: true,
    });
    return { tally, notes, texts, openTail: file.openTail, offset: file.offset };
  };

  it('both readers say the same of them, and neither throws', () => {
    fc.assert(
      fc.property(damaged, (bytes) => {
        writeFileSync(path, bytes);
        expect(read('both')).toEqual(read('full'));
      }),
      { numRuns: RUNS },
    );
  });

  it('can be shown, outlined and searched, and show as many broken lines as are counted', async () => {
    const price = createPriceFinder();
    const after = (_ms: number, run: () => void) => {
      setImmediate(run);
      return () => {};
    };
    const timers = { after };
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        writeFileSync(path, bytes);
        const pages = createTranscriptPages();
        const views = createTranscriptViews({ pages, pathsOf: async () => [path], price, timers });
        const thread = { id: 'x', branches: true, policy: defaultPolicy };
        const page = await views.window({ ...thread, direction: 'after', limit: 100 });
        await views.outline(thread);
        await views.summary(thread);
        await views.find({ ...thread, text: 'the', as: 'words', limit: 10 });
        let shown = 0;
        await views.each(thread, (messages) => {
          shown += messages.length;
        });
        const { tally, openTail } = read('both');
        expect(page?.lines_not_understood).toBe(tally.broken + openTail);
        const odd = pages.oddLines(path, { broken: 1e6, unknown: 1e6 });
        expect(odd.filter(({ kind }) => kind === null)).toHaveLength(tally.broken + openTail);
        expect(odd.filter(({ kind }) => kind !== null)).toHaveLength(tally.unknown);
        expect(page?.total).toBe(shown);
        expect(statsOf(tally).user_messages).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: RUNS },
    );
  });
});
