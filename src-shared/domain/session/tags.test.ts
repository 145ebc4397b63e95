import { describe, expect, it } from 'vitest';
import { changeTags, readTag, TAG_MAX_COUNT, TAG_MAX_LENGTH } from './tags';

describe('tags', () => {
  it.each([
    ['bug', 'bug'],
    ['  Needs-Review ', 'needs-review'],
    ['area:parser/v2', 'area:parser/v2'],
    ['größe', 'größe'],
    ['c++', 'c++'],
    ['x'.repeat(TAG_MAX_LENGTH), 'x'.repeat(TAG_MAX_LENGTH)],
  ])('%j is read as %j', (raw, tag) => {
    expect(readTag(raw)).toEqual({ ok: true, value: tag });
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['x'.repeat(TAG_MAX_LENGTH + 1), 'too-long'],
    ['two words', 'bad-characters'],
    ['a,b', 'bad-characters'],
    ['-rf', 'bad-characters'],
    ['nul\u0000', 'bad-characters'],
    ['esc\u001b[31m', 'bad-characters'],
    ['rtl\u202etxt', 'bad-characters'],
  ])('%j is refused: %s', (raw, reason) => {
    expect(readTag(raw)).toMatchObject({
      ok: false,
      error: { code: 'tag-invalid', reason, limit: TAG_MAX_LENGTH },
    });
  });

  it.each([
    ['add', ['b', 'a'], ['a', 'x', 'b']],
    ['remove', ['x', 'never'], ['a']],
    ['replace', ['z', 'Z'], ['z']],
  ] as const)('%s %j', (mode, tags, expected) => {
    expect(changeTags(['a', 'x'], { mode, tags })).toEqual({ ok: true, value: expected });
  });

  it('has room for a bounded number, and removing always works', () => {
    const full = Array.from({ length: TAG_MAX_COUNT }, (_, index) => `t${index}`);
    expect(changeTags(full, { mode: 'add', tags: ['one-more'] })).toMatchObject({
      error: { reason: 'too-many', limit: TAG_MAX_COUNT },
    });
    expect(changeTags(['odd tag', 'a'], { mode: 'remove', tags: ['odd tag'] })).toEqual({
      ok: true,
      value: ['a'],
    });
  });
});
