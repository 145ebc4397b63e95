import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import headless from '@xterm/headless';
import { onTestFinished } from 'vitest';
import { createFindClaude } from '../adapters/claude-cli/find-claude';
import type { LoginCheck } from '../adapters/claude-cli/login-check';
import { createPtySeat } from '../adapters/claude-cli/pty-seat';
import { PATIENCE_MS } from '../adapters/claude-cli/stop-steps';
import { createStreamSeat } from '../adapters/claude-cli/stream-seat';
import { createHookDoors } from '../adapters/claude-hooks/hook-doors';
import { createNodePtys } from '../adapters/pty/node-ptys';
import { nodeTimers } from '../adapters/system/node-timers';
import type { ClaudeDriver } from '../ports/claude-driver';
import type { HookDoors } from '../ports/hook-door';
import type { Pty } from '../ports/pty';
import type { Timers } from '../ports/timers';
import { tempDir } from './temp-dir';

const SERVER = fileURLToPath(
  new URL('../../resources/scripted-model/scripted-messages-api.mjs', import.meta.url),
);

/** The native binary of the pinned package, or the one BEADS_CONSOLE_CLAUDE names. Null, and said: the proofs are skipped. */
export function findRealClaude(): string | null {
  const named = process.env['BEADS_CONSOLE_CLAUDE'];
  if (named) return named;
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude';
  try {
    const require = createRequire(import.meta.url);
    const path = join(require.resolve(`${name}/package.json`), '..', file);
    if (existsSync(path)) return path;
  } catch {
    // Not installed for this platform.
  }
  console.log(
    `Skipped: there is no claude in ${name}. Install it with npm ci, or name one in BEADS_CONSOLE_CLAUDE.`,
  );
  return null;
}

/** No harsher step is taken because the machine is slow: what hangs fails by the time limit of its test. */
const patientTimers: Timers = {
  after: (ms, run) => (ms >= Math.min(...Object.values(PATIENCE_MS)) ? () => {} : nodeTimers.after(ms, run)),
};

export type Reply = Record<string, unknown>;
export type Scenario = { replies?: Reply[]; rules?: Reply[]; aux?: Reply; fallback?: Reply };

export type ClaudeBench = {
  readonly base: string;
  readonly home: string;
  readonly project: string;
  readonly env: Record<string, string>;
  /** The seat the bench was asked for. */
  readonly driver: ClaudeDriver;
  readonly seats: { readonly stream: ClaudeDriver; readonly pty: ClaudeDriver };
  /** What a person sees and types in the terminal of a session. */
  terminal(sessionId: string): { readonly pty: Pty; text(): string; screen(): Promise<string> };
  /** What the model answers from now on. `${CWD}` is the project. */
  script(scenario: Scenario): Promise<void>;
  /** Lets every answer that holds go on. */
  release(): Promise<void>;
  transcriptOf(sessionId: string): string;
  /** What Claude's registry says of a process, read by the test itself. */
  statusOf(pid: number | null): string;
};

export type BenchOptions = {
  readonly seat?: 'stream' | 'pty';
  readonly onEnd?: (run: () => void | Promise<void>) => void;
  /** Left out: the key of the environment is enough. */
  readonly login?: LoginCheck;
  /** Stands between Claude's hooks and us. */
  readonly doors?: (real: HookDoors) => HookDoors;
};

const KEY = 'scripted-key';

/** Claude's own questions of a first start, answered as a person would have. Print mode asks none of them. */
export function answerFirstQuestions(home: string, project: string, key = KEY): void {
  const answers = {
    hasCompletedOnboarding: true,
    hasSeenAutoDefaultNotice: true,
    customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  };
  writeFileSync(join(home, '.claude.json'), JSON.stringify(answers));
}

/** The real CLI in a throw-away home, talking to a scripted model on loopback. */
export async function claudeBench(claude: string, options: BenchOptions = {}): Promise<ClaudeBench> {
  const { seat = 'stream', onEnd = onTestFinished, doors = (real) => real } = options;
  const base = tempDir('claude', onEnd);
  const [home, project] = [join(base, 'home'), join(base, 'project')];
  mkdirSync(home);
  mkdirSync(join(project, '.beads'), { recursive: true });
  // The whole program on this bench: its data folder says the seat too.
  mkdirSync(join(base, 'data'), { mode: 0o700 });
  writeFileSync(join(base, 'data', 'settings.json'), JSON.stringify({ version: 1, claude: { seat } }));
  writeFileSync(join(project, 'math.js'), 'export const add = (a, b) => a - b;\n');
  const server = spawn(process.execPath, [SERVER, '0', '-', '--strict', '--var', `CWD=${project}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onEnd(() => ended(server));
  answerFirstQuestions(home, project);
  const url = await firstLine(server);
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`the scripted model answered ${answer.status}`);
  };
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    BEADS_CONSOLE_CLAUDE: claude,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
  };
  const find = createFindClaude({ env, findProgram: async () => claude });
  const hooks = createHookDoors();
  onEnd(() => hooks.close());
  const terminals = new Map<string, { pty: Pty; seen: string[] }>();
  const seats = {
    stream: createStreamSeat({ env, find, timers: patientTimers, isTrusted: () => true }),
    pty: createPtySeat({
      isTrusted: () => true,
      ...(options.login === undefined ? {} : { login: options.login }),
      env,
      find,
      timers: patientTimers,
      ptys: createNodePtys(),
      doors: doors(hooks),
      // A blank, as a data folder may have one.
      spoolRoot: join(base, 'our spool'),
      onTerminal(id, pty, before) {
        const known = before === null ? undefined : terminals.get(before);
        if (known !== undefined) return void terminals.set(id, known);
        const seen: string[] = [];
        terminals.set(id, { pty, seen });
        pty.onData((text) => void seen.push(text));
      },
    }),
  };
  return {
    base,
    home,
    project,
    env,
    seats,
    driver: seats[seat],
    terminal(id) {
      const found = terminals.get(id);
      if (found === undefined) throw new Error('this session has no terminal');
      const text = () => found.seen.join('');
      return { pty: found.pty, text, screen: () => drawn(text()) };
    },
    script: (scenario) => post('/__scenario', scenario),
    release: () => post('/__release', {}),
    statusOf(pid) {
      const entry = join(home, '.claude', 'sessions', `${pid}.json`);
      return existsSync(entry) ? JSON.parse(readFileSync(entry, 'utf8') || '{}').status : '';
    },
    transcriptOf: (id) =>
      join(home, '.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`),
  };
}

/** What a terminal of that size shows after all of this. */
async function drawn(text: string): Promise<string> {
  const terminal = new headless.Terminal({ cols: 120, rows: 40, allowProposedApi: true });
  await new Promise<void>((done) => terminal.write(text, done));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true));
  terminal.dispose();
  return lines.join('\n');
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('no output'));
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('the scripted model did not start')));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
