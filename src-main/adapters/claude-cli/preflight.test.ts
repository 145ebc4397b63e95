import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import { describe, expect, it } from 'vitest';
import type { LaunchRequest } from '../../ports/claude-driver';
import { tempDir } from '../../testing/temp-dir';
import { createProcessTable } from '../locks/process-identity';
import { createClaudeFolder, slugOf } from './claude-folder';
import { preflight } from './preflight';

const id = '11111111-1111-4111-8111-111111111111' as SessionId;
const other = '22222222-2222-4222-8222-222222222222' as SessionId;
const resume = { type: 'resume', neverPrompted: false } as const;

function place() {
  const base = tempDir('preflight');
  const cwd = join(base, 'pro ject.é');
  mkdirSync(cwd);
  const claude = join(base, '.claude');
  const write = (file: string, text: string) => {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  };
  const sessions = join(claude, 'projects', slugOf(cwd));
  const folder = createClaudeFolder({ HOME: base });
  const processes = createProcessTable();
  return {
    base,
    cwd,
    sessions,
    transcript: (session: string, text: string, slug = slugOf(cwd)) =>
      write(join(claude, 'projects', slug, `${session}.jsonl`), text),
    registry: (pid: number, facts: object) =>
      write(join(claude, 'sessions', `${pid}.json`), JSON.stringify({ pid, ...facts })),
    fly: (mode: LaunchRequest['mode'], where = cwd) =>
      preflight({ folder, processes }, { session_id: id, mode, cwd: where, project: where, prompt: '' }),
  };
}
const line = (session: string) => `${JSON.stringify({ type: 'user', sessionId: session })}\n`;

describe('before a process is started', () => {
  it('P1 the folder must be there', async () => {
    const { fly, base } = place();
    const gone = join(base, 'gone');
    expect(await fly({ type: 'new' }, gone)).toEqual({
      ok: false,
      error: { code: 'cwd-missing', cwd: gone },
    });
  });

  it('P2 a session that a living process has open is refused; a stale entry is not believed', async () => {
    const { fly, registry, transcript } = place();
    transcript(id, line(id));
    const procStart = createProcessTable().startedAt(process.pid) ?? null;
    registry(process.pid, { sessionId: id, procStart: 'another start' });
    expect(await fly(resume)).toMatchObject({ ok: true });
    registry(process.pid, { sessionId: other, procStart });
    expect(await fly(resume)).toMatchObject({ ok: true });
    registry(process.pid, { sessionId: id, procStart });
    expect(await fly(resume)).toEqual({
      ok: false,
      error: { code: 'session-open-elsewhere', session_id: id, pid: process.pid },
    });
  });

  it.each([
    ['nothing', '', 'no-line-understood'],
    ['no JSON', 'garbage\n', 'no-line-understood'],
    ['another session', line(other), 'other-session'],
  ])('P3 a transcript of %s is refused', async (_, text, reason) => {
    const { fly, transcript } = place();
    transcript(id, text);
    expect(await fly(resume)).toMatchObject({ error: { code: 'transcript-unreadable', reason } });
  });

  it('P3 a torn line among others does no harm', async () => {
    const { fly, transcript } = place();
    transcript(id, `{"torn\n${line(id)}{"cut`);
    expect(await fly(resume)).toEqual({ ok: true, value: { type: 'resume' } });
  });

  it('P5 a transcript in which nobody said anything is put aside, and its session begins anew', async () => {
    const { fly, transcript, sessions } = place();
    const note = (type: string) => `${JSON.stringify({ type, sessionId: id })}\n`;
    const notes = note('queue-operation') + note('permission-mode');
    transcript(id, `${notes}{"type":"user","mess`);
    expect(await fly(resume)).toEqual({ ok: true, value: { type: 'resume' } });
    transcript(id, notes);
    expect(await fly(resume)).toEqual({ ok: true, value: { type: 'new' } });
    const [aside = '', ...others] = readdirSync(sessions);
    expect(others).toEqual([]);
    expect(aside).toMatch(/^1{8}-.*\.jsonl\.put-aside-\d+$/);
    expect(readFileSync(join(sessions, aside), 'utf8')).toBe(notes);
  });

  it('P3 a transcript is found where the session began, also through a link', async () => {
    const { fly, transcript, base, cwd } = place();
    transcript(id, line(id), '-somewhere-else');
    symlinkSync(cwd, join(base, 'link'));
    expect(await fly(resume, join(base, 'link'))).toEqual({ ok: true, value: { type: 'resume' } });
  });

  it('P4 without a transcript only one that never got a prompt begins anew', async () => {
    const { fly } = place();
    expect(await fly(resume)).toEqual({ ok: false, error: { code: 'transcript-missing', session_id: id } });
    const silent = { type: 'resume', neverPrompted: true } as const;
    expect(await fly(silent)).toEqual({ ok: true, value: { type: 'new' } });
    expect(await fly({ type: 'new' })).toEqual({ ok: true, value: { type: 'new' } });
  });

  it('P4 a new one that has a transcript already is continued', async () => {
    const { fly, transcript } = place();
    transcript(id, line(id));
    expect(await fly({ type: 'new' })).toEqual({ ok: true, value: { type: 'resume' } });
  });

  it('a fork needs its parent', async () => {
    const { fly, transcript } = place();
    const fork = { type: 'fork', parent_id: other } as const;
    expect(await fly(fork)).toEqual({ ok: false, error: { code: 'transcript-missing', session_id: other } });
    transcript(other, line(other));
    expect(await fly(fork)).toEqual({ ok: true, value: fork });
  });
});
