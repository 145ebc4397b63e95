import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FolderPath } from '@domain/ids';
import type { Session } from '@domain/session/record';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNodePtys } from '../adapters/pty/node-ptys';
import { compose } from '../compose';
import type { PtyExit } from '../ports/pty';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { claudeBench, findRealClaude } from '../testing/real-claude';

const claude = findRealClaude();
const patience = { timeout: 60_000 };
const CTRL_C = '\x03';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
  const renderer = join(dirname(dirname(cli.file)), 'renderer');
  mkdirSync(renderer, { recursive: true });
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>built</title>');
});
afterAll(() => cli?.remove());

/** `beads-console serve` in a terminal, with a session whose tool runs on and on. */
async function serving(found: NonNullable<typeof claude>) {
  const bench = await claudeBench(found);
  const { project } = bench;
  const env = { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') };
  const trusting = await compose({ env, shell: 'serve' });
  await trusting.projects.open(project);
  await trusting.projects.trust(project as FolderPath, true);
  await trusting.close();
  writeFileSync(
    join(env.BEADS_CONSOLE_HOME, 'settings.json'),
    JSON.stringify({ claude: { seat: 'stream' } }),
  );
  writeFileSync(join(project, 'wait.sh'), 'echo $$ > tool.pid\nexec tail -f /dev/null\n');
  mkdirSync(join(bench.home, '.claude'), { recursive: true });
  const rules = { permissions: { allow: ['Bash(sh wait.sh)'] } };
  writeFileSync(join(bench.home, '.claude', 'settings.json'), JSON.stringify(rules));
  await bench.script({
    replies: [{ blocks: [{ type: 'tool_use', name: 'Bash', input: { command: 'sh wait.sh' } }] }],
    fallback: { text: 'Well.' },
  });
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [cli.file, ...args], { cwd: project, env, stdio: 'pipe' });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    await new Promise((resolve) => child.on('close', resolve));
    return JSON.parse(out) as Session;
  };

  const args = [cli.file, 'serve', '--no-open'];
  const size = { cols: 100, rows: 30 };
  const opened = await createNodePtys().open({ file: process.execPath, args, cwd: project, env, size });
  if (!opened.ok) throw new Error(opened.error.message);
  const terminal = opened.value;
  onTestFinished(() => terminal.kill('SIGKILL'));
  let said = '';
  terminal.onData((text) => {
    said += text;
  });
  const ended = new Promise<PtyExit>((resolve) => void terminal.onExit(resolve));
  await vi.waitFor(() => expect(said).toContain('Press Ctrl-C to stop'), patience);
  const { id } = await run('sessions', 'new', 'Work', '--json');
  await run('sessions', 'start', id, '--prompt', 'run it', '--json');
  await vi.waitFor(() => expect(existsSync(join(project, 'tool.pid'))).toBe(true), patience);
  const names = readdirSync(join(bench.home, '.claude', 'sessions'));
  const pid = Number(names.find((name) => /^\d+\.json$/.test(name))?.split('.')[0]);
  return {
    terminal,
    ended,
    pid,
    said: () => said.replace(/\s+/g, ' '),
    show: () => run('sessions', 'show', id, '--json'),
  };
}

describe.skipIf(claude === null || process.platform === 'win32')('Ctrl-C while a turn runs', () => {
  const told = /1 session is working and is being paused.*Press Ctrl-C again to end at once/;

  it('says what is being paused, and ends when it is', async () => {
    if (claude === null) return;
    const { terminal, ended, said, show } = await serving(claude);
    terminal.write(CTRL_C);
    expect(await ended).toEqual({ exit_code: 0, signal: null });
    expect(said()).toMatch(told);
    expect(await show()).toMatchObject({ status: 'paused', pause_reason: 'app_quit' });
  });

  it('a second one ends at once, however long the first would take', async () => {
    if (claude === null) return;
    const { terminal, ended, pid, said } = await serving(claude);
    process.kill(pid, 'SIGSTOP');
    terminal.write(CTRL_C);
    await vi.waitFor(() => expect(said()).toMatch(told), patience);
    terminal.write(CTRL_C);
    expect(await ended).toEqual({ exit_code: 130, signal: null });
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), patience);
  });
});

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
