import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookCommand, installedEvents, installHooks, isDisabled, uninstallHooks } from './settings-hooks';

const SPOOL = "/data/it's ünder/notes";
const own = (text: string | null, spool = SPOOL) => {
  const done = installHooks(text, spool);
  if (!done.ok) throw new Error(done.error.detail);
  return done.value;
};
const without = (text: string, spool = SPOOL) => {
  const done = uninstallHooks(text, spool);
  if (!done.ok) throw new Error(done.error.detail);
  return done.value;
};
const foreign = '{"hooks":[{"type":"command","command":"echo hi","timeout":1}]}';

describe('our entries in the settings of Claude', () => {
  it.each([
    '{}',
    ' { } \n',
    '{\n  "model": "opus",\n  "permissions": { "allow": ["Bash(ls:*)"] }\n}\n',
    `{ "hooks" : { } }`,
    `{"hooks":{"SessionStart":[]}}`,
    `{"hooks":{"SessionStart":[ ],"Stop":[${foreign}]}}`,
    `{\n\t"hooks": {\n\t\t"SessionStart": [\n\t\t\t${foreign}\n\t\t],\n\t\t"SessionEnd": [${foreign}, ${foreign}]\n\t},\n\t"big": 12345678901234567890.10,\n\t"é": "\\u00e9"\n}`,
    `{"hooks":{"SessionEnd":[${foreign}]},"env":{"A":"1"}}`,
  ])('H1 H2 H3 are put into %j once and leave no trace', (before) => {
    const after = own(before);
    expect(own(after)).toBe(after);
    expect(installedEvents(after, SPOOL)).toEqual({ ok: true, value: ['SessionStart', 'SessionEnd'] });
    const parsed = JSON.parse(after) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
    expect(parsed.hooks['SessionStart']?.at(-1)?.hooks[0]?.command).toContain(hookCommand(SPOOL));
    expect(without(after)).toBe(before);
  });

  it('H3 a file that was made for them goes with them', () => {
    const made = own(null);
    expect(without(made)).toBeNull();
    expect(without(own('{}\n'))).toBe('{}\n');
    const shared = made.replace('{"hooks"', '{"model":"x","hooks"');
    expect(without(shared)).toBe('{"model":"x"}\n');
  });

  it('H3 what others put beside ours meanwhile stays', () => {
    const after = own('{"a":1}').replace('"SessionStart":[', `"SessionStart":[${foreign},`);
    expect(without(after)).toBe(`{"a":1,"hooks":{"SessionStart":[${foreign}]}}`);
  });

  it('another data folder has entries of its own', () => {
    const both = own(own('{}', '/one'), '/two');
    expect(installedEvents(without(both, '/one') ?? '', '/two')).toMatchObject({ value: { length: 2 } });
    expect(without(without(both, '/two') ?? '', '/one')).toBe('{}');
  });

  it.each(['', 'null', '[]', '{', '// note\n{}', '{"hooks":[]}', '{"hooks":{"SessionEnd":{}}}'])(
    'H1 %j is not touched',
    (text) => {
      expect(installHooks(text, SPOOL)).toMatchObject({ ok: false, error: { code: 'strange' } });
      expect(uninstallHooks(text, SPOOL)).toMatchObject({ ok: false, error: { code: 'strange' } });
    },
  );

  it('says when Claude runs no hooks at all', () => {
    expect([isDisabled('{"disableAllHooks":true}'), isDisabled('{}')]).toEqual([true, false]);
  });

  it('H1 H3 whatever else is in the file', () => {
    const entry = fc.oneof(fc.constant(JSON.parse(foreign) as unknown), fc.jsonValue());
    const lists = fc.dictionary(fc.constantFrom('SessionStart', 'SessionEnd', 'Stop'), fc.array(entry));
    const file = fc.record({ hooks: lists, env: fc.jsonValue(), model: fc.string() }, { requiredKeys: [] });
    fc.assert(
      fc.property(file, fc.constantFrom(0, 2, '\t'), (value, space) => {
        const before = Buffer.from(JSON.stringify(value, null, space)).toString('latin1');
        expect(without(own(before))).toBe(before);
      }),
    );
  });
});
