import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LiveView } from '@domain/session/live';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { compose } from '../compose';
import type { Phase } from '../testing/app-to-kill';
import { type BundledScript, bundleScript } from '../testing/bundled-script';
import { readTranscriptPlainly } from '../testing/plain-transcript-reader';
import { aliveOf, familyOf, MOST_ALIVE_MS } from '../testing/process-family';
import { type ClaudeBench, claudeBench, findRealClaude, type Scenario } from '../testing/real-claude';

/*
 * The app is killed in every phase of a turn, the session resumed with the real CLI, and killed again.
 * K1  Nothing of ours is alive 5 s afterwards: Claude, its tools, hosts of terminals, guards; nothing else is touched.
 * K2  What was acknowledged (a message that was stored) is there after the next start.
 * K3  The session is paused with its reason and can be resumed: the next round does.
 * K4  In the end our thread equals a reading of the transcript; what a killed turn left on another branch is kept beside it.
 * K5  A prompt that was queued, and acknowledged, waits.
 */
const claude = findRealClaude();
const patience = { timeout: 60_000 };
/** Every phase once; more with the flag. */
const ASKED = Number(process.env['BEADS_CONSOLE_KILL_ROUNDS'] ?? 0);

/** Of a run with the flag; each start of Claude is seconds on a busy machine. */
const LIMIT_MS = 240_000 + Math.max(ASKED, 7) * 60_000;

const bash = (command: string) => ({ blocks: [{ type: 'tool_use', name: 'Bash', input: { command } }] });
const held = (block: object): Scenario => ({
  replies: [{ blocks: [block, { type: 'hold' }, { type: 'text', text: 'Never said.' }] }],
  fallback: { text: 'Well.' },
});
const PHASES: { phase: Exclude<Phase, 'end' | 'queued'>; scenario: Scenario; prompt: string }[] = [
  { phase: 'before', scenario: { fallback: { text: 'Well.' } }, prompt: '' },
  {
    phase: 'thinking',
    scenario: held({ type: 'thinking', thinking: 'Half a thought' }),
    prompt: 'Think',
  },
  { phase: 'text', scenario: held({ type: 'text', text: 'Half an answer.\n' }), prompt: 'Speak' },
  {
    phase: 'tool',
    scenario: { replies: [bash('sh wait.sh')], fallback: { text: 'Well.' } },
    prompt: 'Run it',
  },
  {
    phase: 'permission',
    scenario: { replies: [bash('touch made.txt')], fallback: { text: 'Well.' } },
    prompt: 'Make it',
  },
  { phase: 'after', scenario: { replies: [{ text: 'All said.' }] }, prompt: 'Say all' },
  { phase: 'pausing', scenario: held({ type: 'text', text: 'Half a farewell.\n' }), prompt: 'Leave' },
];

let script: BundledScript;
beforeAll(async () => {
  script = await bundleScript(fileURLToPath(new URL('../testing/app-to-kill.ts', import.meta.url)));
});
afterAll(() => script?.remove());

type Said = { event: string; id?: string; message?: string; phase?: string; seat?: string; error?: unknown };

function startApp(bench: ClaudeBench, env: Record<string, string>, args: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [script.file, bench.project, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const said: Said[] = [];
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line) as Said));
  const saw = (event: string) =>
    vi.waitFor(() => {
      const found = said.find((one) => one.event === event);
      if (found === undefined)
        throw new Error(`no ${event} yet (${args[0]}): ${JSON.stringify(said.slice(-3))}`);
      return found;
    }, patience);
  return { child, ended, said, saw };
}

async function look(env: Record<string, string>, project: string, id: string) {
  const app = await compose({ env, shell: 'serve', isLongLived: false });
  const ask = async <T>(name: string, input: object): Promise<T> => {
    const answer = await app.dispatch.call(name, input, { door: 'ui', connection: 'test' });
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    return answer.value as T;
  };
  const session = await ask<Session>('sessions.show', { project, id });
  const { messages } = await ask<{ messages: Message[] }>('sessions.messages', { project, id, limit: 500 });
  await app.close();
  const ids = (list: readonly Message[]) => list.map((message) => message.id);
  return {
    session,
    messages: ids(messages),
    thread: ids(messages.filter((one) => one.is_pruned !== true)),
  };
}

/** What a window that comes now is shown. */
async function queueOf(env: Record<string, string>, project: string, id: string): Promise<string[]> {
  const app = await compose({ env, shell: 'serve', isLongLived: false });
  const views: LiveView[] = [];
  const hear = (frame: unknown) => void views.push((frame as { value: LiveView }).value);
  const window = { door: 'ui', connection: 'test' } as const;
  const stop = await app.dispatch.follow('sessions.live', { project, id }, null, hear, window);
  if (!stop.ok) throw new Error(JSON.stringify(stop.error));
  stop.value();
  await app.close();
  return (views[0]?.queue ?? []).map(({ text }) => text);
}

// Of thinking the terminal tells nothing while it lasts.
const SEATS = [
  { seat: 'stream', phases: PHASES },
  { seat: 'pty', phases: PHASES.filter(({ phase }) => phase !== 'thinking') },
];

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe.each(SEATS)('the app is killed in every phase of a turn ($seat seat)', ({ seat, phases }) => {
    it(
      `K1 K2 K3 K4 in ${ASKED || phases.length} rounds of one session`,
      async () => {
        const bench = await claudeBench(claude);
        const { project, home } = bench;
        const env = { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') };
        mkdirSync(env.BEADS_CONSOLE_HOME, { recursive: true, mode: 0o700 });
        writeFileSync(join(env.BEADS_CONSOLE_HOME, 'settings.json'), JSON.stringify({ claude: { seat } }));
        writeFileSync(join(project, 'wait.sh'), 'echo $$ > tool.pid\nexec tail -f /dev/null\n');
        mkdirSync(join(home, '.claude'), { recursive: true });
        const rules = { permissions: { allow: ['Bash(sh wait.sh)'] } };
        writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify(rules));
        const bystander = spawn('tail', ['-f', '/dev/null'], { stdio: 'ignore' });
        onTestFinished(() => void bystander.kill('SIGKILL'));

        let id = 'new';
        const stored = new Set<string>();
        const slowest = { ms: 0, phase: '' };
        for (let round = 0; round < (ASKED || phases.length); round += 1) {
          const { phase, scenario, prompt } = phases[round % phases.length] ?? {
            phase: 'before',
            prompt: '',
          };
          rmSync(join(project, 'tool.pid'), { force: true });
          await bench.script(scenario ?? {});
          const app = startApp(bench, env, [phase, id, prompt]);
          expect((await app.saw('reached')).seat).toBe(seat);
          if (phase === 'tool')
            await vi.waitFor(() => expect(existsSync(join(project, 'tool.pid'))).toBe(true), patience);
          const pid = app.child.pid ?? -1;
          const family = familyOf(pid);
          // One that is being paused may have left already; with it goes all but the guard.
          expect(family.length).toBeGreaterThan(phase === 'pausing' ? 0 : seat === 'pty' ? 2 : 1);
          const killed = performance.now();
          app.child.kill('SIGKILL');
          await vi.waitFor(() => expect(aliveOf(pid, family)).toEqual([]), {
            timeout: MOST_ALIVE_MS,
            interval: 20,
          });
          const ms = performance.now() - killed;
          await app.ended;
          if (ms > slowest.ms) Object.assign(slowest, { ms: Math.round(ms), phase });
          await bench.release();

          id = (await app.saw('session')).id ?? '';
          for (const one of app.said) if (one.event === 'stored' && one.message) stored.add(one.message);
          const after = await look(env, project, id);
          expect([phase, after.session.status]).toEqual([phase, 'paused']);
          expect(after.messages).toEqual(expect.arrayContaining([...stored]));
        }
        expect(bystander.exitCode ?? bystander.signalCode).toBe(null);

        await bench.script({ fallback: { text: 'Back, and well.' } });
        const last = startApp(bench, env, ['end', id, 'Go on']);
        await last.saw('closed');
        await last.ended;
        const end = await look(env, project, id);
        expect(end.session).toMatchObject({ status: 'paused', pause_reason: 'app_quit' });
        expect(end.thread).toEqual(readTranscriptPlainly(bench.transcriptOf(id)).map((one) => one.id));
        expect(stored.size).toBeGreaterThan(3);
        expect(familyOf(last.child.pid ?? -1)).toEqual([]);
        console.log(
          JSON.stringify({ proof: 'claude-killed', seat, rounds: ASKED || phases.length, slowest }),
        );
      },
      LIMIT_MS,
    );

    it('K1 K3 K5 killed while a prompt waits for the end of the turn', async () => {
      const bench = await claudeBench(claude);
      const env = { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') };
      mkdirSync(env.BEADS_CONSOLE_HOME, { recursive: true, mode: 0o700 });
      writeFileSync(join(env.BEADS_CONSOLE_HOME, 'settings.json'), JSON.stringify({ claude: { seat } }));
      await bench.script(held({ type: 'text', text: 'Half an answer.\n' }));
      const app = startApp(bench, env, ['queued', 'new', 'Speak']);
      await app.saw('reached');
      expect(app.said).toContainEqual({ event: 'acknowledged', is_queued: true });
      const pid = app.child.pid ?? -1;
      const family = familyOf(pid);
      app.child.kill('SIGKILL');
      await vi.waitFor(() => expect(aliveOf(pid, family)).toEqual([]), {
        timeout: MOST_ALIVE_MS,
        interval: 20,
      });
      await app.ended;
      await bench.release();
      const id = (await app.saw('session')).id ?? '';
      expect((await look(env, bench.project, id)).session.status).toBe('paused');
      expect(await queueOf(env, bench.project, id)).toEqual(['Wait for it']);
    });
  });
