import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { SessionId } from '@domain/ids';
import type { TriggerSource } from '@domain/session/values';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { LINE } from '../testing/jsonl-project';
import { connectAgent } from '../testing/mcp-client';
import { claudeBench, findRealClaude } from '../testing/real-claude';
import { type SessionBench, sessionBench } from '../testing/session-bench';
import { value } from '../testing/session-facts';

const run = promisify(execFile);
let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
  const renderer = join(dirname(dirname(cli.file)), 'renderer');
  mkdirSync(renderer, { recursive: true });
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>built</title>');
});
afterAll(() => cli?.remove());

type Entry = { id: string; prompt: string; started_at: string; [field: string]: unknown };
type Full = Entry & { runs: Record<string, unknown>[] };
type Block = { type: string; content?: string | { text: string }[] };
type Asked = { body: { messages?: { content: string | Block[] }[] } | null };
const nobody = '11111111-1111-4111-8111-111111111111';

const envOf = ({ base, home }: SessionBench) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: base,
  BEADS_CONSOLE_HOME: home,
});
const agentOf = (bench: SessionBench, ...args: string[]) =>
  connectAgent({ cli: cli.file, cwd: bench.project, env: envOf(bench), args });

describe('the session log over MCP, with no app running', () => {
  it('M3 an empty log is an empty list', async () => {
    const agent = await agentOf(await sessionBench());
    expect(await agent.ask('sessions_list')).toEqual([]);
    expect(await agent.ask('sessions_get', { id: nobody })).toBeNull();
    expect(await agent.ask('sessions_get', { id: 'no id at all' })).toBeNull();
    expect(await agent.ask('sessions_chain', { ref: nobody })).toEqual([]);
    expect(await agent.ask('sessions_search', { text: 'nothing' })).toEqual([]);
    expect(agent.stderr()).toBe('');
  });

  it('a run is there from its start with nulls, is completed once, and never changes again', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const agent = await agentOf(bench);
    const begin = async (trigger_source: TriggerSource, prompt: string) => {
      bench.clock.turn(1000);
      const { id } = value(await service.create({ folder: bench.project, trigger_source }));
      value(await service.start({ id, prompt }));
      return id;
    };
    const done = async (id: SessionId) =>
      vi.waitFor(() => expect(service.book.find(id)?.session.status).toBe('paused'), { timeout: 30_000 });

    const daily = await begin('schedule:daily-review', 'review');
    const started_at = bench.clock.now();
    await begin('tick', 'look around');
    await begin('external', 'from outside');
    const byHand = await begin('trigger', 'by hand');
    const listed = await agent.ask<Entry[]>('sessions_list');
    expect(listed.map(({ trigger_source, prompt, success }) => [trigger_source, prompt, success])).toEqual([
      ['trigger', 'by hand', null],
      ['external', 'from outside', null],
      ['tick', 'look around', null],
      ['schedule:daily-review', 'review', null],
    ]);
    const open = { result: null, tool_calls: [], success: null, error: null };
    const untimed = { duration_ms: null, completed_at: null };
    expect(await agent.ask('sessions_get', { id: daily })).toMatchObject({ ...open, ...untimed, started_at });

    // Three sessions came after it, a second each.
    bench.clock.turn(500);
    const tool_calls = ['state_get', 'state_set'].map((tool, at) => ({
      ...{ id: `t${at}`, tool, input: { key: tool }, output: 'ok', success: true },
    }));
    bench.driver.processes[0]?.exit({ result: 'All is well.', tool_calls });
    await done(daily);
    bench.clock.turn(700);
    bench.driver.processes[3]?.exit({ how: 'died', exit_code: 1, error: 'no model' });
    await done(byHand);

    const whole = await agent.ask<Full>('sessions_get', { id: daily });
    const success = { result: 'All is well.', success: true, error: null, duration_ms: 3500 };
    expect(whole).toMatchObject({ id: daily, prompt: 'review', started_at, ...success });
    expect(whole['tool_calls']).toMatchObject([{ tool: 'state_get' }, { tool: 'state_set' }]);
    expect(Date.parse(String(whole['completed_at'])) - Date.parse(started_at)).toBe(3500);
    expect(await agent.ask('sessions_get', { id: byHand })).toMatchObject({
      ...{ success: false, error: 'no model', duration_ms: 1200, tool_calls: [] },
    });

    value(await service.resume({ id: daily, prompt: 'once more' }));
    bench.clock.turn(100);
    bench.driver.last().exit({ result: 'Again.' });
    await vi.waitFor(() => expect(service.book.find(daily)?.session.result).toBe('Again.'), {
      timeout: 30_000,
    });
    const again = await agent.ask<Full>('sessions_get', { id: daily });
    expect(again).toMatchObject({ trigger_source: 'resume', result: 'Again.', duration_ms: 100 });
    expect(again.runs).toHaveLength(2);
    expect(again.runs[0]).toEqual(whole.runs[0]);
    expect(agent.stderr()).toBe('');
  });

  it('lists twenty, as many as asked for, and from where asked for; newest first', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    for (let n = 0; n < 25; n += 1) {
      bench.clock.turn(1000);
      const { id } = value(await service.create({ folder: bench.project }));
      value(await service.start({ id, prompt: `n${n}` }));
    }
    await service.shutdown();
    const agent = await agentOf(bench);
    const prompts = async (args: object) =>
      (await agent.ask<Entry[]>('sessions_list', { ...args })).map(({ prompt }) => prompt);
    const newest = Array.from({ length: 25 }, (_, n) => `n${24 - n}`);
    // At once, so that they share what they open.
    expect(
      await Promise.all([prompts({}), prompts({ limit: 5 }), prompts({ limit: 10, offset: 10 })]),
    ).toEqual([newest.slice(0, 20), newest.slice(0, 5), newest.slice(10, 20)]);
    const [entry] = await agent.ask<Entry[]>('sessions_list', { limit: 1 });
    for (const field of [
      ...['id', 'trigger_source', 'prompt', 'success', 'duration_ms', 'started_at', 'completed_at'],
    ])
      expect(entry).toHaveProperty(field);
    expect(await agent.raw('sessions_list', { limit: 0 })).toMatchObject({ isError: true });
  });

  it('a secret goes out nowhere, and another project only where a person said so', async () => {
    const key = `${['gh', 'p_'].join('')}${'a1B2'.repeat(9)}`;
    const call = { id: 't', tool: 'Bash', input: { command: `echo ${key}` }, output: key, success: true };
    const bench = await sessionBench({ result: `made ${key}`, toolCalls: [call] });
    const service = bench.service();
    const other = join(bench.base, 'other');
    mkdirSync(join(other, '.beads'), { recursive: true });
    const ids: SessionId[] = [];
    for (const folder of [bench.project, other]) {
      const { id } = value(await service.create({ folder, title: `about ${key}` }));
      value(await service.start({ id, prompt: `use ${key}` }));
      const content = [{ type: 'text' as const, text: `the key is ${key}` }];
      const said = { id: 'm', role: 'assistant' as const, timestamp: bench.clock.now(), content };
      value(await service.messages.append(id, [said]));
      value(await service.pause(id));
      ids.push(id);
    }
    await service.shutdown();
    const [here, agents] = [ids[0], [await agentOf(bench), await agentOf(bench, '--all-projects')]];
    const seen: string[][] = [];
    for (const agent of agents) {
      const entries = await agent.ask<Entry[]>('sessions_list');
      seen.push(entries.map(({ id }) => id).sort());
      const uri = `beads-console://sessions/${here}/transcript`;
      const told = JSON.stringify([
        entries,
        await agent.ask('sessions_get', { id: here }),
        await agent.client.readResource({ uri }),
        await agent.client.listResources(),
      ]);
      expect([told.includes('the key is [REDACTED]'), told.includes(key.slice(4))]).toEqual([true, false]);
    }
    expect(seen).toEqual([[here], ids.sort()]);
  });

  it('M2 no tool changes anything but by a request, and whoever asks and hangs up at once is answered', async () => {
    const bench = await sessionBench();
    const agent = await agentOf(bench);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['sessions_list', true],
      ['sessions_get', true],
      ['sessions_search', true],
      ['sessions_chain', true],
      ['beads_ready', true],
      ['beads_show', true],
      ['trigger', false],
    ]);
    const child = spawn(process.execPath, [cli.file, 'mcp'], { cwd: bench.project, env: envOf(bench) });
    const ended = new Promise((resolve) => child.on('close', resolve));
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => void lines.push(line));
    const clientInfo = { name: 't', version: '0' };
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const ask = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    child.stdin.end(
      ask(1, 'initialize', hello) + ask(2, 'tools/call', { name: 'sessions_list', arguments: {} }),
    );
    expect(await ended).toBe(0);
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
  });
});

describe('through the running app', () => {
  it('answers the same, tells beads and transcripts, and goes on alone when the app is killed', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    writeFileSync(join(bench.project, '.beads/issues.jsonl'), `${LINE('tide-1')}\n`);
    const { id } = value(await service.create({ folder: bench.project, title: 'Tides' }));
    value(await service.start({ id, prompt: 'begin' }));
    const at = bench.clock.now();
    value(
      await service.messages.append(id, [
        { id: 'm1', role: 'assistant', timestamp: at, content: [{ type: 'text', text: 'The ebb.' }] },
      ]),
    );
    await service.shutdown();
    const agent = await agentOf(bench);
    const alone = await agent.ask('sessions_get', { id });

    const app = spawn(process.execPath, [cli.file, 'serve', '--no-open', '--json'], {
      cwd: bench.project,
      env: envOf(bench),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = new Promise((resolve) => app.on('close', resolve));
    onTestFinished(async () => {
      app.kill('SIGKILL');
      await closed;
    });
    for await (const line of createInterface({ input: app.stdout })) if (line.includes('"ready"')) break;
    app.stdout.resume();

    const [entry] = await agent.ask<Entry[]>('sessions_list');
    expect(entry).toMatchObject({ id, title: 'Tides', prompt: 'begin' });
    expect(await agent.ask('sessions_chain', { ref: id })).toEqual([entry]);
    expect(await agent.ask('beads_ready')).toMatchObject([{ id: 'tide-1' }]);
    expect(await agent.ask('beads_show', { id: 'tide-1' })).toMatchObject({ bead: { id: 'tide-1' } });
    expect(await agent.ask('beads_show', { id: 'tide-2' })).toBeNull();
    const { resources } = await agent.client.listResources();
    expect(resources).toMatchObject([{ name: 'Tides', mimeType: 'text/markdown' }]);
    const uri = resources[0]?.uri ?? '';
    const { contents } = await agent.client.readResource({ uri });
    expect(contents[0]).toMatchObject({ uri, text: expect.stringContaining('The ebb.') });
    await expect(agent.client.readResource({ uri: uri.replace(id, nobody) })).rejects.toThrow(
      'session-not-found',
    );

    app.kill('SIGKILL');
    await closed;
    expect(await agent.ask('sessions_get', { id })).toEqual(alone);
  });
});

const claude = findRealClaude();
if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('with the real CLI', () => {
    it('is told to Claude by mcp install, is called by it, and finds what was said there', async () => {
      const bench = await claudeBench(claude);
      const env = { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') };
      const console = (...args: string[]) =>
        run(process.execPath, [cli.file, ...args], { cwd: bench.project, env });
      const made = await console('sessions', 'new', 'Found by Claude', '--json');
      const { id } = JSON.parse(made.stdout) as { id: string };

      const words = [process.execPath, realpathSync(cli.file), 'mcp'];
      const added = `-e BEADS_CONSOLE_HOME=${env.BEADS_CONSOLE_HOME} -- ${words.join(' ')}`;
      const shown = await console('mcp', 'install');
      expect(shown.stdout).toBe(`claude mcp add --scope user beads-console ${added}\n`);
      const config = () => JSON.parse(readFileSync(join(bench.home, '.claude.json'), 'utf8'));
      expect(config()).not.toHaveProperty('mcpServers');
      await console('mcp', 'install', '--yes');
      const { mcpServers } = config();
      expect(mcpServers['beads-console']).toMatchObject({ command: words[0], args: words.slice(1) });
      await expect(console('mcp', 'install', '--yes', '--json')).rejects.toMatchObject({ code: 1 });

      const name = 'mcp__beads-console__sessions_list';
      await bench.script({
        replies: [{ blocks: [{ type: 'tool_use', name, input: { limit: 5 } }] }, { text: 'Seen.' }],
      });
      const said = await run(
        claude,
        [
          ...['-p', 'What was done?', '--allowedTools', name],
          ...['--strict-mcp-config', '--mcp-config', JSON.stringify({ mcpServers })],
        ],
        { cwd: bench.project, env },
      );
      expect(said.stdout.trim()).toBe('Seen.');
      const asked = await fetch(`${bench.env['ANTHROPIC_BASE_URL']}/__requests`);
      const results = ((await asked.json()) as Asked[])
        .flatMap(({ body }) => body?.messages ?? [])
        .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
        .filter(({ type }) => type === 'tool_result')
        .flatMap(({ content }) =>
          typeof content === 'string' ? content : (content ?? []).map((one) => one.text),
        );
      expect(results.map((text) => JSON.parse(text))).toMatchObject([[{ id, title: 'Found by Claude' }]]);

      // That talk is itself a session now, begun elsewhere: found by its words once it is in the history.
      await console('backfill');
      const agent = await connectAgent({ cli: cli.file, cwd: bench.project, env });
      const hits = await agent.ask<{ session_id: string; role: string; snippet: string }[]>(
        'sessions_search',
        { text: '"what was done"' },
      );
      expect(hits).toMatchObject([{ role: 'user', snippet: 'What was done?' }]);
      const known = await agent.ask<Full>('sessions_get', { id: hits[0]?.session_id });
      expect(known).toMatchObject({
        owner: 'external',
        trigger_source: 'external',
        prompt: 'What was done?',
      });
      expect(known.runs).toHaveLength(1);
    });
  });
