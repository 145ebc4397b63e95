import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createPrivacyEditor } from './privacy-editor';
import { createPrivacyFiles } from './privacy-files';

function open(text: string | null, trusted = true) {
  const folder = tempDir('privacy-editor');
  const file = join(folder, '.beads', 'privacy.yaml');
  mkdirSync(join(folder, '.beads'));
  if (text !== null) writeFileSync(file, text);
  const isTrusted = () => trusted;
  const book = createPrivacyFiles({ isTrusted, clock: { now: () => '2026-01-19T10:00:00.000Z' } });
  const editor = createPrivacyEditor({ book, isTrusted });
  return { folder, file, editor, written: () => readFileSync(file, 'utf8') };
}

const KEPT = `# Asked for by the auditors.
owner: security # not ours
tool_privacy:
  # Commands name customers.
  Bash: metadata # until March
  Read: full
`;

describe('the rules of a project', () => {
  it('are changed tool by tool, and what else is written there stays, comments too', async () => {
    const { folder, editor, written } = open(KEPT);
    const first = editor.set(folder, 'Bash', 'none');
    const second = editor.set(folder, 'mcp__db__*', 'none');
    expect(await first).toMatchObject({ ok: true, value: { own: { Bash: 'none', Read: 'full' } } });
    expect(await second).toMatchObject({
      ok: true,
      value: { tiers: { 'mcp__db__*': 'none', Edit: 'metadata' } },
    });
    expect(written()).toBe(KEPT.replace('Bash: metadata', 'Bash: none').concat('  mcp__db__*: none\n'));
    await editor.set(folder, 'mcp__db__*', null);
    await editor.set(folder, 'Bash', 'metadata');
    expect(written()).toBe(KEPT);
  });

  it.each([null, '', '# only a remark\n', 'tool_privacy:\n'])(
    'begin in a file that says %j',
    async (text) => {
      const { folder, editor, written } = open(text);
      expect(editor.read(folder)).toMatchObject({ own: {}, fault: null, is_trusted: true });
      await editor.set(folder, 'Read', 'none');
      expect(editor.read(folder)).toMatchObject({ own: { Read: 'none' }, tiers: { Read: 'none' } });
      expect(written().startsWith(text?.startsWith('#') === true ? text : 'tool_privacy:')).toBe(true);
    },
  );

  it.each([
    ['not-yaml', 'tool_privacy: [unclosed'],
    ['not-understood', 'tool_privacy:\n  Bash: everything\n'],
  ] as const)('that are %s are told and left alone', async (fault, text) => {
    const { folder, file, editor, written } = open(text);
    expect(editor.read(folder)).toMatchObject({ own: {}, fault });
    expect(await editor.set(folder, 'Read', 'none')).toEqual({
      ok: false,
      error: { code: 'privacy-file-broken', file, fault },
    });
    expect(written()).toBe(text);
  });

  it('are written in a trusted project alone', async () => {
    const { folder, editor, written } = open(KEPT, false);
    expect(await editor.set(folder, 'Read', 'none')).toEqual({
      ok: false,
      error: { code: 'project-untrusted', path: folder },
    });
    expect(written()).toBe(KEPT);
    expect(editor.read(folder)).toMatchObject({ is_trusted: false, own: { Read: 'full' } });
  });
});
