import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createFindClaude } from '../adapters/claude-cli/find-claude';
import { PATIENCE_MS } from '../adapters/claude-cli/stop-steps';
import { createStreamSeat } from '../adapters/claude-cli/stream-seat';
import { nodeTimers } from '../adapters/system/node-timers';
import type { ClaudeDriver } from '../ports/claude-driver';
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
export type Scenario = { replies?: Reply[]; rules?: Reply[]; fallback?: Reply };

export type ClaudeBench = {
  readonly base: string;
  readonly home: string;
  readonly project: string;
  readonly env: Record<string, string>;
  readonly driver: ClaudeDriver;
  /** What the model answers from now on. `${CWD}` is the project. */
  script(scenario: Scenario): Promise<void>;
  /** Lets every answer that holds go on. */
  release(): Promise<void>;
  transcriptOf(sessionId: string): string;
};

/** The real CLI in a throw-away home, talking to a scripted model on loopback. */
export async function claudeBench(claude: string): Promise<ClaudeBench> {
  const base = tempDir('claude');
  const [home, project] = [join(base, 'home'), join(base, 'project')];
  mkdirSync(home);
  mkdirSync(join(project, '.beads'), { recursive: true });
  writeFileSync(join(project, 'math.js'), 'export const add = (a, b) => a - b;\n');
  const server = spawn(process.execPath, [SERVER, '0', '-', '--strict', '--var', `CWD=${project}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => ended(server));
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
    ANTHROPIC_API_KEY: 'scripted-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
  };
  const find = createFindClaude({ env, findProgram: async () => claude });
  return {
    base,
    home,
    project,
    env,
    driver: createStreamSeat({ env, find, timers: patientTimers, isTrusted: () => true }),
    script: (scenario) => post('/__scenario', scenario),
    release: () => post('/__release', {}),
    transcriptOf: (id) =>
      join(home, '.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`),
  };
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
