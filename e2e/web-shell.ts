import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from '@playwright/test';
import type { Workspace } from './workspace';

const CLI = join(import.meta.dirname, '..', 'out', 'main', 'cli.js');

export type Ready = {
  readonly event: 'ready';
  readonly url: string;
  readonly login_url: string;
  readonly token_file: string;
  readonly pid: number;
};

export type Server = {
  readonly ready: Ready;
  /** As a crash or a power cut would: no farewell. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

export async function startServer(workspace: Workspace, args: readonly string[] = []): Promise<Server> {
  const child = spawn(process.execPath, [CLI, 'serve', '--no-open', '--json', ...args], {
    cwd: workspace.root,
    env: workspace.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ready = await readyLine(child);
  return { ready, kill: () => end(child, 'SIGKILL'), stop: () => end(child, 'SIGTERM') };
}

/** Any other use of the command line, to its end. */
export async function runCli(
  workspace: Workspace,
  args: readonly string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: workspace.root,
    env: workspace.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

export function launchChromium(): Promise<Browser> {
  const program = process.env['E2E_CHROMIUM'];
  if (!program) throw new Error('No Chromium was named. Run: npm run e2e');
  // Text is drawn the same way on every machine: no hints and no colours of a screen's own.
  const drawing = ['--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'];
  return chromium.launch({ executablePath: program, args: ['--no-sandbox', ...drawing] });
}

async function readyLine(child: ChildProcess): Promise<Ready> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the server has no output to read');
  let complaint = '';
  stderr.on('data', (chunk) => {
    complaint += String(chunk);
  });
  const lines = createInterface({ input: stdout });
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`the server ended with ${String(code)} before it was ready\n${complaint}`);
  });
  const ready = new Promise<Ready>((resolve) => {
    lines.on('line', (line) => {
      const said: unknown = line.startsWith('{') ? JSON.parse(line) : null;
      if (isReady(said)) resolve(said);
    });
  });
  try {
    return await Promise.race([ready, ended]);
  } finally {
    ended.catch(() => {});
  }
}

function isReady(said: unknown): said is Ready {
  return typeof said === 'object' && said !== null && 'event' in said && said.event === 'ready';
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await gone;
  clearTimeout(timer);
}
