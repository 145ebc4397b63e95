import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Session } from '@domain/session/record';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { tempDir } from '../testing/temp-dir';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
  const renderer = join(dirname(dirname(cli.file)), 'renderer');
  mkdirSync(renderer, { recursive: true });
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>built</title>');
});
afterAll(() => cli?.remove());

function newPlace() {
  const base = tempDir('sessions-cli');
  const project = join(base, 'project');
  mkdirSync(join(project, '.beads'), { recursive: true });
  const start = (...args: string[]) =>
    spawn(process.execPath, [cli.file, ...args], {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: base, BEADS_CONSOLE_HOME: join(base, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const run = (...args: string[]) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = start(...args);
      const said = { out: '', err: '' };
      child.stdout.on('data', (chunk) => {
        said.out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        said.err += chunk;
      });
      child.on('close', (code) => resolve({ code, ...said }));
    });
  return { project, start, run };
}

describe('sessions on the built command line', () => {
  it('works with no app, and through one when it runs; the answers are the same', async () => {
    const { project, start, run } = newPlace();
    const alone = await run('sessions', 'new', 'Alone', '--json');
    expect([alone.code, alone.err]).toEqual([0, '']);
    const first = JSON.parse(alone.out) as Session;

    const server = start('serve', '--no-open', '--json');
    const closed = new Promise((resolve) => server.on('close', resolve));
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await closed;
    });
    for await (const line of createInterface({ input: server.stdout })) if (line.includes('"ready"')) break;
    server.stdout.resume();

    const through = JSON.parse((await run('sessions', 'new', 'Through', '--json')).out) as Session;
    const listed = await run('sessions', 'list', '--json');
    const page = JSON.parse(listed.out) as { sessions: Session[] };
    expect(page.sessions.map(({ id }) => id).sort()).toEqual([first.id, through.id].sort());
    expect(page.sessions.find(({ id }) => id === first.id)).toEqual(first);
    const missing = await run('sessions', 'show', '11111111-1111-4111-8111-111111111111', '--json');
    expect([missing.code, missing.out, JSON.parse(missing.err)]).toEqual([
      3,
      '',
      { error: { code: 'session-not-found', session_id: '11111111-1111-4111-8111-111111111111' } },
    ]);
    const ended = await run('sessions', 'end', through.id.slice(0, 8), '--json');
    expect(JSON.parse(ended.out)).toMatchObject({ id: through.id, status: 'closed' });
    // Killed, so that only what was acknowledged can be there.
    server.kill('SIGKILL');
    await closed;

    const after = await run('sessions', 'list', '--json');
    expect(JSON.parse(after.out)).toMatchObject({
      sessions: [{ id: through.id, status: 'closed' }, { id: first.id }],
    });
    const ignored = readFileSync(join(project, '.beads/sessions/.gitignore'), 'utf8');
    expect(ignored).toBe('*\n');
  });

  it('twenty commands at once lose nothing', async () => {
    const { run } = newPlace();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => run('sessions', 'new', `n${n}`, '--json')),
    );
    expect(made.map(({ code, err }) => [code, err])).toEqual(made.map(() => [0, '']));
    const page = JSON.parse((await run('sessions', 'list', '--limit', '50', '--json')).out) as {
      sessions: Session[];
    };
    expect(page.sessions.map(({ title }) => title).sort()).toEqual(
      Array.from({ length: 20 }, (_, n) => `n${n}`).sort(),
    );
  });

  it('a session begun in a terminal is listed with ours, in its project and everywhere', async () => {
    const { project, run } = newPlace();
    const own = JSON.parse((await run('sessions', 'new', 'Ours', '--json')).out) as Session;
    const id = '22222222-2222-4222-8222-222222222222';
    const line = {
      type: 'user',
      uuid: '33333333-3333-4333-8333-333333333333',
      sessionId: id,
      cwd: project,
      timestamp: '2026-01-02T03:04:05.000Z',
      message: { role: 'user', content: 'From a terminal' },
    };
    const folder = join(dirname(project), '.claude/projects/-tide');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`);
    expect((await run('ingest', id)).code).toBe(0);
    for (const where of [[], ['--all-projects']]) {
      const page = JSON.parse((await run('sessions', 'list', '--json', ...where)).out) as {
        sessions: Session[];
      };
      expect(page.sessions.map((session) => [session.id, session.owner])).toEqual([
        [own.id, 'console'],
        [id, 'external'],
      ]);
    }
  });
});
