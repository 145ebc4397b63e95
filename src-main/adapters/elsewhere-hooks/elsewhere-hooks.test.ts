import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ElsewhereNote } from '@domain/hooks/elsewhere';
import { describe, expect, it } from 'vitest';
import { createManualTimers } from '../../testing/manual-timers';
import { tempDir } from '../../testing/temp-dir';
import { createElsewhereNotes } from './note-folder';
import { createElsewhereHooks } from './settings-file';

function bench() {
  const base = tempDir();
  const settingsFile = join(base, 'claude', 'settings.json');
  const spool = join(base, 'spool');
  const hooks = createElsewhereHooks({ settingsFile, spool, locks: join(base, 'locks') });
  return { base, settingsFile, spool, hooks };
}
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const noteText = (n: number, event = 'SessionStart') =>
  JSON.stringify({ hook_event_name: event, session_id: id(n), transcript_path: `/t/${n}.jsonl`, cwd: '/p' });

describe('hooks for sessions begun elsewhere', () => {
  it('makes file and folder, both ours alone, and takes the file away again', async () => {
    const { settingsFile, spool, hooks } = bench();
    expect(await hooks.state()).toMatchObject({ value: { state: 'absent', waiting: 0 } });
    expect(await hooks.install()).toMatchObject({ value: { state: 'installed' } });
    expect([statSync(settingsFile).mode & 0o777, statSync(spool).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await hooks.uninstall()).toMatchObject({ value: { state: 'absent' } });
    expect(existsSync(settingsFile)).toBe(false);
  });

  it('keeps a link into a folder of dot files, its target and its mode', async () => {
    const { base, settingsFile, hooks } = bench();
    const before = '{\n  "model": "opus"\n}\n';
    mkdirSync(join(base, 'claude'));
    const target = join(base, 'dotfile.json');
    writeFileSync(target, before);
    chmodSync(target, 0o644);
    symlinkSync(target, settingsFile);
    await hooks.install();
    expect(lstatSync(settingsFile).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o644);
    await hooks.uninstall();
    expect(readFileSync(target, 'utf8')).toBe(before);
    expect(readdirSync(base).sort()).toEqual(['claude', 'dotfile.json', 'spool']);
  });

  it('leaves a file it does not understand as it is', async () => {
    const { base, settingsFile, hooks } = bench();
    mkdirSync(join(base, 'claude'));
    writeFileSync(settingsFile, '{ // mine\n}');
    for (const act of ['state', 'install', 'uninstall'] as const)
      expect(await hooks[act]()).toMatchObject({ error: { code: 'claude-settings-strange' } });
    expect(readFileSync(settingsFile, 'utf8')).toBe('{ // mine\n}');
  });

  it('S1 S2 hands over notes by age, once each, and clears away what is none', async () => {
    const { spool } = bench();
    mkdirSync(spool);
    const at = (name: string, text: string, seconds: number) => {
      writeFileSync(join(spool, name), text);
      utimesSync(join(spool, name), seconds, seconds);
    };
    at('note-b.json', noteText(2, 'SessionEnd'), 20);
    at('note-a.json', noteText(1), 10);
    at('note-x.json', '{"hook_event_name":"Stop"}', 5);
    at('note-y.json', 'no json', 5);
    at('note-half', '{"hook', 100_000);
    at('note-old', '{"hook', 1);
    symlinkSync('/etc/hostname', join(spool, 'note-z.json'));
    const taken: ElsewhereNote[] = [];
    let isBroken = true;
    const notes = createElsewhereNotes({
      folder: spool,
      timers: createManualTimers(),
      log: quiet,
      nowMs: () => 100_000_000,
    });
    const { look, stop } = notes.follow(async (note) => {
      if (isBroken) throw new Error('not now');
      taken.push(note);
    });
    await look();
    expect(taken).toEqual([]);
    isBroken = false;
    await look();
    await look();
    stop();
    expect(taken.map(({ session_id, hook_event_name }) => [session_id, hook_event_name])).toEqual([
      [id(1), 'SessionStart'],
      [id(2), 'SessionEnd'],
    ]);
    expect(readdirSync(spool)).toEqual(['note-half']);
  });
});
