import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DriverEvent } from '../../ports/claude-driver';
import { readTranscriptPlainly } from '../../testing/plain-transcript-reader';
import { claudeBench, findRealClaude } from '../../testing/real-claude';
import { createProcessTable } from '../locks/process-identity';
import { nodeTimers } from '../system/node-timers';
import { MARKER } from './claude-env';
import { createLeftovers } from './leftovers';

const claude = findRealClaude();
const patience = { timeout: 60_000 };
const table = createProcessTable();

/** One that has ended but was not waited for by its new parent (a container's first process may never do so) is gone. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/** A tool that runs until it is ended, and says which process it is. */
async function withRunningTool(path: string) {
  const bench = await claudeBench(path);
  const command = 'echo $$ > tool.pid; exec tail -f /dev/null';
  const use = { type: 'tool_use', name: 'Bash', input: { command } };
  await bench.script({ replies: [{ blocks: [use] }], fallback: { text: 'Well.' } });
  const session_id = randomUUID() as SessionId;
  const { project } = bench;
  const launched = await bench.driver.launch({
    session_id,
    mode: { type: 'new' },
    cwd: project,
    project,
    prompt: 'run it',
  });
  if (!launched.ok) throw new Error(launched.error.code);
  const live = launched.value;
  const events: DriverEvent[] = [];
  live.onEvent((event) => {
    events.push(event);
    if (event.type === 'permission-asked')
      void live.answerPermission(event.request.id, { behavior: 'allow', always: false });
  });
  const file = join(project, 'tool.pid');
  const pid = await vi.waitFor(() => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (!text.endsWith('\n')) throw new Error('the tool does not run yet');
    return Number(text);
  }, patience);
  expect(isRunning(pid)).toBe(true);
  const saw = (type: DriverEvent['type']) =>
    vi.waitFor(() => {
      const found = events.find((event) => event.type === type);
      if (found === undefined) throw new Error(`no ${type} yet`);
      return found;
    }, patience);
  return { bench, live, pid, saw };
}

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('tools of the real CLI', () => {
    it('L15 Claude is killed in mid-tool: its tool goes too', async () => {
      const { live, pid, saw } = await withRunningTool(claude);
      process.kill(live.pid ?? 0, 'SIGKILL');
      expect(await saw('process-ended')).toMatchObject({ end: { how: 'died', signal: 'SIGKILL' } });
      expect(isRunning(pid)).toBe(false);
    });

    it('L15 ended in mid-tool: interrupted, gone, and the tool with it', async () => {
      const { bench, live, pid, saw } = await withRunningTool(claude);
      await live.end();
      expect(isRunning(pid)).toBe(false);
      expect(await saw('turn-ended')).toMatchObject({ interrupted: true });
      const calls = readTranscriptPlainly(bench.transcriptOf(live.session_id)).flatMap((one) => one.calls);
      expect(calls).toMatchObject([{ tool: 'Bash', failed: true }]);
    });
  });

describe('leftovers', () => {
  const marked = (marker: string) => {
    const child = spawn('tail', ['-f', '/dev/null'], {
      env: { PATH: process.env['PATH'], [MARKER]: marker },
      detached: true,
      stdio: 'ignore',
    });
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await gone;
    });
    return { gone, isAlive: () => child.exitCode === null && child.signalCode === null };
  };

  it('O1 O2 only what carries the meant mark is ended, and orphans only when their owner is gone', async () => {
    const leftovers = createLeftovers(nodeTimers, table);
    const [mine, mineToo] = [leftovers.newMarker(randomUUID()), leftovers.newMarker(randomUUID())];
    // A process that is surely gone: it has been waited for.
    const past = spawn('true', { stdio: 'ignore' });
    await new Promise((resolve) => past.once('exit', resolve));
    const [one, two] = [marked(mine), marked(mineToo)];
    const orphan = marked(`${past.pid}:1:${randomUUID()}`);
    await leftovers.endOrphans();
    await orphan.gone;
    expect([one.isAlive(), two.isAlive()]).toEqual([true, true]);
    await leftovers.end(mine);
    await one.gone;
    expect(two.isAlive()).toBe(true);
  });
});
