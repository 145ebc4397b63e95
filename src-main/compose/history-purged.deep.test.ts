import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultPolicy } from '@domain/privacy/tiers';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { compose } from '../compose';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { type ClaudeBench, claudeBench, findRealClaude } from '../testing/real-claude';
import { buildEngine } from './build-engine';

const claude = findRealClaude();
const run = promisify(execFile);
const FIRST = '11111111-1111-4111-8111-1111111111a1';
const CHILD = '11111111-1111-4111-8111-1111111111a2';

let cli: BuiltCli;
beforeAll(async () => {
  if (claude !== null) cli = await buildCli();
});
afterAll(() => cli?.remove());

describe.skipIf(claude === null)("Claude's files deleted behind our back", () => {
  it('every session still opens, is found and, put back, goes on with the real CLI', async () => {
    const bench = await claudeBench(claude ?? '');
    await bench.script({ fallback: { text: 'The answer is velvetanchor.' } });
    const ask = async (prompt: string, ...args: string[]) => {
      const { stdout } = await run(claude ?? '', ['-p', prompt, '--output-format', 'json', ...args], {
        cwd: bench.project,
        env: bench.env,
      });
      return JSON.parse(stdout) as { session_id: string; is_error: boolean; result: string };
    };
    const ours = async (...args: string[]) =>
      JSON.parse((await run(process.execPath, [cli.file, ...args, '--json'], consoleOf(bench))).stdout);

    expect(await ask('remember the word heronquill', '--session-id', FIRST)).toMatchObject({
      is_error: false,
    });
    const path = bench.transcriptOf(FIRST);
    const written = readFileSync(path);
    expect(await ours('backfill')).toMatchObject({ discovered: 1, ingested: 1 });

    rmSync(join(bench.home, '.claude', 'projects'), { recursive: true });
    // Even the catalog may go: our copy is enough.
    rmSync(join(bench.base, 'data', 'catalog'), { recursive: true });
    expect(await ours('backfill')).toMatchObject({ discovered: 1, ingested: 1, failed: 0 });
    expect((await ours('sessions', 'search', 'heronquill')).hits).toHaveLength(1);
    expect(await shown(bench, FIRST)).toMatchObject({ source: 'archive', total: 2 });
    for (const format of ['md', 'html', 'json']) {
      const exported = await run(
        process.execPath,
        [cli.file, 'sessions', 'export', FIRST, '--format', format, '--no-thinking'],
        consoleOf(bench),
      );
      expect(exported.stdout).toMatch(/heronquill[\s\S]*velvetanchor/);
    }

    expect(await ours('sessions', 'restore', FIRST.slice(0, 13))).toMatchObject({ written: 1, path });
    expect(readFileSync(path).equals(written)).toBe(true);
    expect(await ask('and now?', '--resume', FIRST)).toMatchObject({ session_id: FIRST, is_error: false });
    expect(readFileSync(path).subarray(0, written.length).equals(written)).toBe(true);
    const child = ['--resume', FIRST, '--fork-session', '--session-id', CHILD];
    expect(await ask('as a child?', ...child)).toMatchObject({ session_id: CHILD, is_error: false });
    expect(await ours('backfill')).toMatchObject({ discovered: 2, failed: 0 });
    expect(existsSync(bench.transcriptOf(CHILD))).toBe(true);
    expect(await shown(bench, FIRST)).toMatchObject({ source: 'claude', total: 4 });
  }, 240_000);

  it('a paused one of ours is resumed and a closed one goes on as a child, once they are put back', async () => {
    const bench = await claudeBench(claude ?? '');
    const { project } = bench;
    await bench.script({ fallback: { text: 'The answer is velvetanchor.' } });
    const first = await openApp(consoleOf(bench).env);
    await first.ask('projects.open', { path: project });
    await first.ask('projects.trust', { path: project, is_trusted: true });
    const talk = async (prompt: string) => {
      const { id } = await first.ask<Session>('sessions.create', { project, prompt });
      await first.ask('sessions.start', { id, seat: 'stream' });
      await vi.waitFor(async () => expect(await first.said(id)).toHaveLength(2), patience);
      return id;
    };
    const closed = await talk('remember heronquill');
    expect(await first.ask('sessions.close', { id: closed })).toMatchObject({ status: 'closed' });
    const paused = await talk('remember saltmarsh');
    await first.ask('sessions.pause', { id: paused });
    await first.close();
    await run(process.execPath, [cli.file, 'backfill', '--json'], consoleOf(bench));

    rmSync(join(bench.home, '.claude', 'projects'), { recursive: true });
    const second = await openApp(consoleOf(bench).env);
    // Said, not tried: a resume without its file would begin an empty conversation.
    expect(await second.call('sessions.resume', { id: paused, prompt: 'go on' })).toMatchObject({
      ok: false,
    });
    for (const [id, word] of [
      [closed, 'heronquill'],
      [paused, 'saltmarsh'],
    ] as const) {
      expect(await second.ask('history.transcript', { id })).toMatchObject({ source: 'archive', total: 2 });
      for (const format of ['md', 'html', 'json'])
        expect(
          await second.ask('history.export', { ids: [id], format, thinking: true, tools: 'full' }),
        ).toMatchObject({
          text: expect.stringContaining(word),
          missing: [],
        });
      await second.ask('history.restore', { id });
    }

    await second.ask('sessions.resume', { id: paused, prompt: 'what was it?' });
    await vi.waitFor(async () => expect(await second.said(paused)).toHaveLength(4), patience);
    expect(readFileSync(bench.transcriptOf(paused), 'utf8')).toMatch(/saltmarsh[\s\S]*what was it\?/);
    await second.ask('sessions.pause', { id: paused });

    const { child } = await second.ask<{ child: Session }>('sessions.handOff', {
      id: closed,
      seed: 'and then?',
    });
    expect(child).toMatchObject({ parent_id: closed, chain_id: closed });
    await second.ask('sessions.start', { id: child.id, seat: 'stream' });
    await vi.waitFor(async () => expect(await second.said(child.id)).toContain('and then?'), patience);
    // Claude itself went on from what was put back, and the closed one stays as it was.
    expect(readFileSync(bench.transcriptOf(child.id), 'utf8')).toMatch(/heronquill[\s\S]*and then\?/);
    expect(await second.ask('sessions.show', { id: closed })).toMatchObject({ status: 'closed' });
    await second.ask('sessions.close', { id: child.id });
  }, 240_000);
});

const patience = { timeout: 60_000 };

/** The program as a window asks it. */
async function openApp(env: Record<string, string>) {
  const app = await compose({ env, shell: 'serve', isLongLived: true, checkOutputs: true });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  onTestFinished(close);
  const call = (name: string, input: object) =>
    app.dispatch.call(name, input, { door: 'ui', connection: 'test' });
  const ask = async <T>(name: string, input: object): Promise<T> => {
    const answer = await call(name, input);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
    return answer.value as T;
  };
  const said = async (id: string) => {
    const { messages } = await ask<{ messages: Message[] }>('sessions.messages', { id });
    return messages.flatMap(({ content }) =>
      content.flatMap((block) => ('text' in block ? [block.text] : [])),
    );
  };
  return { call, ask, said, close };
}

const consoleOf = (bench: ClaudeBench) => ({
  cwd: bench.base,
  env: { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') },
});

/** As the window asks for it. */
async function shown(bench: ClaudeBench, id: string) {
  const data = join(bench.base, 'data');
  const engine = await buildEngine({
    places: {
      catalog: join(data, 'catalog', 'history.db'),
      claude: join(bench.home, '.claude'),
      uploads: join(data, 'uploads'),
      summaries: join(data, 'summaries'),
      archive: join(data, 'archive'),
      forgotten: join(data, 'forgotten-sessions.txt'),
    },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    onStatus: () => {},
    onUnsummarised: () => {},
    workerFile: null,
  });
  const page = await engine.transcript({
    id,
    branches: false,
    policy: defaultPolicy,
    direction: 'after',
    limit: 50,
  });
  await engine.close();
  return page;
}
