import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader, parseLine } from './line-reader';

describe('line reader', () => {
  it('gives the same lines however the bytes are cut', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 50 });
    fc.assert(
      fc.property(fc.array(fc.json()), cuts, (lines, sizes) => {
        const found: string[] = [];
        const reader = createLineReader(1_000_000, (line) => found.push(line));
        let rest = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        for (const size of sizes) {
          expect(reader.push(rest.subarray(0, size))).toBe(true);
          rest = rest.subarray(size);
        }
        reader.push(rest);
        expect(found).toEqual(lines);
      }),
    );
  });

  it('refuses a line past the limit, ended or not, and holds no more than that', () => {
    expect(createLineReader(5, () => {}).push(Buffer.from('123456'))).toBe(false);
    expect(createLineReader(5, () => {}).push(Buffer.from('123456\n'))).toBe(false);
    const reader = createLineReader(5, () => {});
    expect([reader.push(Buffer.from('123')), reader.push(Buffer.from('456'))]).toEqual([true, false]);
  });

  it('what is no JSON is null', () => {
    expect([parseLine('{'), parseLine('{"a":1}')]).toEqual([null, { a: 1 }]);
  });
});
