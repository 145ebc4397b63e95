import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TABLE_BYTES } from './scan-layout';
import { createScanMemory } from './scan-memory';

const memory = createScanMemory(1 << 20);

/** True when the bytes are JSON, as the scan sees it. */
function isJson(bytes: Uint8Array): boolean {
  const all = memory.bytes();
  all.set(bytes, TABLE_BYTES);
  const end = TABLE_BYTES + bytes.length;
  all[end] = 0x0a;
  return memory.tokens(TABLE_BYTES) === end;
}

function parses(bytes: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

describe('where JSON ends', () => {
  it('is where JSON.parse sees it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const bytes = Buffer.from(text);
        expect(isJson(bytes)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('a changed byte is found wherever JSON.parse finds it', () => {
    const changed = fc.tuple(fc.json(), fc.nat(), fc.integer({ min: 0x20, max: 0x7e }));
    fc.assert(
      fc.property(changed, ([text, place, code]) => {
        const bytes = Buffer.from(text);
        bytes[place % bytes.length] = code;
        // Space around a value belongs to the line, not to the value.
        if (bytes[0] === 0x20 || bytes[bytes.length - 1] === 0x20) return;
        expect(isJson(bytes)).toBe(parses(bytes));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['a string of many blocks', `"${'x'.repeat(100)}"`, true],
    ['an escape across a block', `"${'x'.repeat(15)}\\n${'y'.repeat(14)}\\""`, true],
    ['a unicode escape', '"\\u00e9\\uD83d"', true],
    ['a unicode escape cut short', '"\\u00e"', false],
    ['an escape that is none', '"\\x"', false],
    ['a raw tab in a string', '"a\tb"', false],
    ['a NUL in a long string', `"${'x'.repeat(40)}\0"`, false],
    ['no end', `"${'x'.repeat(40)}`, false],
    ['a number with a leading zero', '01', false],
    ['a comma too many', '[1,]', false],
    ['brackets that do not match', '[1}', false],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), true],
  ])('%s', (_, value, expected) => {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    expect(isJson(bytes)).toBe(expected);
    expect(parses(bytes)).toBe(expected);
  });

  it('a string that ends at the last byte of the memory', () => {
    const text = `"${'x'.repeat((1 << 20) - 3)}"`;
    expect(isJson(Buffer.from(text))).toBe(true);
  });
});
