import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '@domain/feed';
import type { FolderPath } from '@domain/ids';
import type { LiveChange, LiveView } from '@domain/session/live';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { compose } from '../compose';
import { readTranscriptPlainly } from '../testing/plain-transcript-reader';
import { type ClaudeBench, claudeBench, findRealClaude } from '../testing/real-claude';

const claude = findRealClaude();
const patience = { timeout: 60_000 };
const window = { door: 'ui', connection: 'test' } as const;

/** A console with data of its own, on the same project. */
async function openConsole(bench: ClaudeBench, name: string) {
  const { project } = bench;
  const env = { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, name) };
  const app = await compose({ env, shell: 'serve' });
  onTestFinished(() => app.close());
  await app.projects.open(project);
  await app.projects.trust(project as FolderPath, true);
  const call = (entry: string, input: object) => app.dispatch.call(entry, { project, ...input }, window);
  const ask = async <T>(entry: string, input: object): Promise<T> => {
    const answer = await call(entry, input);
    if (!answer.ok) throw new Error(`${entry}: ${JSON.stringify(answer.error)}`);
    return answer.value as T;
  };
  const changes: LiveChange[] = [];
  const follow = async (id: string) => {
    const hear = (frame: Frame<LiveView, LiveChange>) => {
      if (frame.type === 'change') changes.push(frame.change);
    };
    await app.dispatch.follow(
      'sessions.live',
      { project, id },
      null,
      (frame) => hear(frame as never),
      window,
    );
  };
  const settled = (turns: number) =>
    vi.waitFor(() => {
      expect(changes.filter(({ type }) => type === 'turn-ended')).toHaveLength(turns);
    }, patience);
  return { call, ask, follow, changes, settled };
}

/** As somebody in a terminal would, and idle: it has the session open, that is all. */
async function openPlainly(bench: ClaudeBench, id: string) {
  const others = new Set(registered(bench));
  const args = [
    '-p',
    '--verbose',
    '--input-format=stream-json',
    '--output-format=stream-json',
    `--resume=${id}`,
  ];
  const child = spawn(claude ?? '', args, {
    cwd: bench.project,
    env: bench.env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(end);
  const hello = { type: 'control_request', request_id: 'hello', request: { subtype: 'initialize' } };
  child.stdin.write(`${JSON.stringify(hello)}\n`);
  await vi.waitFor(() => {
    const own = registered(bench).filter((pid) => !others.has(pid));
    expect(own).toEqual([child.pid]);
    const entry = readFileSync(join(bench.home, '.claude', 'sessions', `${own[0]}.json`), 'utf8');
    expect(JSON.parse(entry)).toMatchObject({ sessionId: id });
  }, patience);
  return { pid: child.pid, end };
}

function registered({ home }: ClaudeBench): number[] {
  const names = readdirSync(join(home, '.claude', 'sessions')).filter((name) => /^\d+\.json$/.test(name));
  return names.map((name) => Number(name.split('.')[0]));
}

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('one session, two who want it', () => {
    it('a second console, and a console after a plain claude, are refused before any damage', async () => {
      const bench = await claudeBench(claude);
      await bench.script({ fallback: { text: 'Well.' } });
      const first = await openConsole(bench, 'first');
      const second = await openConsole(bench, 'second');
      const { id } = await first.ask<Session>('sessions.create', { prompt: 'One' });
      await first.follow(id);
      await first.ask('sessions.start', { id, seat: 'stream' });
      await first.settled(1);
      for (const entry of ['sessions.start', 'sessions.resume'])
        expect(await second.call(entry, { id, prompt: 'Mine' })).toMatchObject({
          error: { code: 'bad-transition', state: 'active' },
        });
      for (const entry of ['sessions.pause', 'sessions.close'])
        expect(await second.call(entry, { id })).toMatchObject({ error: { code: 'locked' } });
      expect(await second.call('sessions.prompt', { id, text: 'Mine' })).toMatchObject({
        error: { code: 'no-process' },
      });
      await first.ask('sessions.prompt', { id, text: 'Two' });
      await first.settled(2);
      await first.ask('sessions.pause', { id });

      const plain = await openPlainly(bench, id);
      expect(await second.call('sessions.resume', { id, prompt: 'Mine' })).toEqual({
        ok: false,
        error: { code: 'session-open-elsewhere', session_id: id, pid: plain.pid },
      });
      await plain.end();
      await second.follow(id);
      await second.ask('sessions.resume', { id, prompt: 'Three' });
      await second.settled(1);
      await second.ask('sessions.pause', { id });
      const { messages } = await second.ask<{ messages: Message[] }>('sessions.messages', { id });
      // Nobody said "Mine".
      expect(messages.flatMap(({ role, content }) => (role === 'user' ? content : []))).toMatchObject([
        { text: 'One' },
        { text: 'Two' },
        { text: 'Three' },
      ]);
      expect(messages.map((message) => message.id)).toEqual(
        readTranscriptPlainly(bench.transcriptOf(id)).map((message) => message.id),
      );
    });

    it('a plain claude that joins a running session is told, and no prompt is sent beside it', async () => {
      const bench = await claudeBench(claude);
      await bench.script({ fallback: { text: 'Well.' } });
      const console = await openConsole(bench, 'data');
      const { id } = await console.ask<Session>('sessions.create', { prompt: 'One' });
      await console.follow(id);
      await console.ask('sessions.start', { id, seat: 'stream' });
      await console.settled(1);
      const plain = await openPlainly(bench, id);
      const notice = await vi.waitFor(() => {
        const found = console.changes.find(({ type }) => type === 'notice');
        if (found?.type !== 'notice') throw new Error('nothing was said yet');
        return found;
      }, patience);
      expect(notice).toMatchObject({
        level: 'warning',
        text: expect.stringContaining(`process ${plain.pid}`),
      });
      expect(await console.ask('sessions.prompt', { id, text: 'Two' })).toMatchObject({ is_queued: true });
      await plain.end();
      // What waited goes first.
      await console.ask('sessions.prompt', { id, text: 'Three' });
      await console.settled(3);
      await console.ask('sessions.pause', { id });
      const said = readTranscriptPlainly(bench.transcriptOf(id)).filter(({ who }) => who === 'user');
      expect(said.map((message) => message.said)).toEqual([['One'], ['Two'], ['Three']]);
    });
  });
