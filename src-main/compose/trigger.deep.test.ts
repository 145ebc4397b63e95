import { execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { LINE } from '../testing/jsonl-project';
import { type AgentClient, connectAgent } from '../testing/mcp-client';
import { claudeBench, findRealClaude } from '../testing/real-claude';

const run = promisify(execFile);
let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
  const renderer = join(dirname(dirname(cli.file)), 'renderer');
  mkdirSync(renderer, { recursive: true });
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>built</title>');
});
afterAll(() => cli?.remove());

type Triggered = { session_id: string; status: string; trigger_source: string; bead_id: string | null };
type Full = {
  status: string;
  trigger_source: string;
  success: boolean | null;
  prompt: string;
  tool_calls: object[];
};
const TOOL = 'mcp__beads-console__trigger';

async function refused(agent: AgentClient, args: Record<string, unknown> = { prompt: 'work' }) {
  const answer = await agent.raw('trigger', args);
  const [block] = answer.content;
  expect(answer.isError).toBe(true);
  return (JSON.parse(block?.type === 'text' ? block.text : '{}') as { error: { code: string } }).error.code;
}

const claude = findRealClaude();
if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('trigger over MCP with the real CLI', () => {
    it('is off, needs console and trust, begins one session, and is refused inside it', async () => {
      const bench = await claudeBench(claude);
      const data = join(bench.base, 'data');
      const env = { ...bench.env, BEADS_CONSOLE_HOME: data };
      const settings = (enabled: boolean) =>
        writeFileSync(
          join(data, 'settings.json'),
          JSON.stringify({ version: 1, trigger: { enabled, max_active: 1 } }),
        );
      const trust = (is_trusted: boolean) =>
        writeFileSync(
          join(data, 'recent-projects.json'),
          JSON.stringify({
            version: 1,
            projects: [{ path: bench.project, opened_at: '2026-01-01T00:00:00Z', is_trusted }],
          }),
        );
      const serve = async () => {
        const app = spawn(process.execPath, [cli.file, 'serve', '--no-open', '--json'], {
          cwd: bench.project,
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const closed = new Promise((resolve) => app.on('close', resolve));
        const end = async (signal: NodeJS.Signals) => {
          app.kill(signal);
          await closed;
        };
        onTestFinished(() => end('SIGKILL'));
        for await (const line of createInterface({ input: app.stdout })) if (line.includes('"ready"')) break;
        app.stdout.resume();
        return end;
      };
      writeFileSync(join(bench.project, '.beads/issues.jsonl'), `${LINE('tide-1')}\n`);
      await run(process.execPath, [cli.file, 'mcp', 'install', '--yes'], { cwd: bench.project, env });
      mkdirSync(join(bench.home, '.claude'), { recursive: true });
      writeFileSync(
        join(bench.home, '.claude', 'settings.json'),
        JSON.stringify({ permissions: { allow: [TOOL] } }),
      );
      const agent = await connectAgent({ cli: cli.file, cwd: bench.project, env });

      settings(true);
      trust(true);
      expect(await refused(agent)).toBe('console-not-running');
      settings(false);
      const endOff = await serve();
      expect(await refused(agent)).toBe('trigger-off');
      await endOff('SIGTERM');
      settings(true);
      trust(false);
      const endUntrusted = await serve();
      expect(await refused(agent)).toBe('project-untrusted');
      await endUntrusted('SIGTERM');

      trust(true);
      await serve();
      expect(await refused(agent, { prompt: 'work', bead_id: 'tide-9' })).toBe('bead-not-found');
      await bench.script({
        replies: [
          { blocks: [{ type: 'tool_use', name: TOOL, input: { prompt: 'once more' } }] },
          { text: 'It was refused.' },
        ],
      });
      const begun = await agent.ask<Triggered>('trigger', { prompt: 'Do work.', bead_id: 'tide-1' });
      expect(begun).toMatchObject({ trigger_source: 'trigger', bead_id: 'tide-1' });
      const whole = await vi.waitFor(
        async () => {
          const found = await agent.ask<Full>('sessions_get', { id: begun.session_id });
          expect(found.status).toBe('paused');
          return found;
        },
        { timeout: 60_000, interval: 200 },
      );
      expect(whole).toMatchObject({ trigger_source: 'trigger', prompt: 'Do work.', success: true });
      expect(JSON.stringify(whole.tool_calls)).toContain('trigger-inside-trigger');
      expect(await agent.ask<object[]>('sessions_list')).toHaveLength(1);
    });
  });
