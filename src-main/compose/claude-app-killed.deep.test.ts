import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FolderPath } from '@domain/ids';
import type { Session } from '@domain/session/record';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { compose } from '../compose';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { aliveOf, familyOf, MOST_ALIVE_MS } from '../testing/process-family';
import { claudeBench, findRealClaude } from '../testing/real-claude';

const claude = findRealClaude();
const patience = { timeout: 60_000 };

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('the command line, the running app and the real CLI', () => {
    let cli: BuiltCli;
    beforeAll(async () => {
      cli = await buildCli();
      const renderer = join(dirname(dirname(cli.file)), 'renderer');
      mkdirSync(renderer, { recursive: true });
      writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>built</title>');
    });
    afterAll(() => cli?.remove());

    it('L15 starts through the app; the app is killed in mid-tool: Claude and its tool are gone', async () => {
      const bench = await claudeBench(claude);
      const { project } = bench;
      const env = { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') };
      const trusting = await compose({ env, shell: 'serve' });
      await trusting.projects.open(project);
      await trusting.projects.trust(project as FolderPath, true);
      await trusting.close();

      const start = (...args: string[]) =>
        spawn(process.execPath, [cli.file, ...args], {
          cwd: project,
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
      const run = async (...args: string[]) => {
        const child = start(...args);
        const said = { out: '', err: '' };
        child.stdout.on('data', (chunk) => {
          said.out += chunk;
        });
        child.stderr.on('data', (chunk) => {
          said.err += chunk;
        });
        const code = await new Promise((resolve) => child.on('close', resolve));
        return { code, ...said };
      };
      const { id } = JSON.parse((await run('sessions', 'new', 'Work', '--json')).out) as Session;
      const alone = await run('sessions', 'start', id);
      expect([alone.code, alone.err]).toEqual([1, expect.stringContaining('Beads Console is not running')]);

      const server = start('serve', '--no-open', '--json');
      const closed = new Promise((resolve) => server.on('close', resolve));
      onTestFinished(async () => {
        server.kill('SIGKILL');
        await closed;
      });
      for await (const line of createInterface({ input: server.stdout })) if (line.includes('"ready"')) break;
      server.stdout.resume();

      writeFileSync(join(project, 'wait.sh'), 'echo $$ > tool.pid\nexec tail -f /dev/null\n');
      await bench.script({
        replies: [{ blocks: [{ type: 'tool_use', name: 'Bash', input: { command: 'sh wait.sh' } }] }],
        fallback: { text: 'Well.' },
      });
      // The user's own rule: nobody sits at a window here.
      const settings = { permissions: { allow: ['Bash(sh wait.sh)'] } };
      mkdirSync(join(bench.home, '.claude'), { recursive: true });
      writeFileSync(join(bench.home, '.claude', 'settings.json'), JSON.stringify(settings));
      const started = await run('sessions', 'start', id.slice(0, 8), '--prompt', 'run it', '--json');
      expect([started.code, started.err]).toEqual([0, '']);
      expect(JSON.parse(started.out)).toMatchObject({ id, status: 'active' });
      const file = join(project, 'tool.pid');
      const tool = await vi.waitFor(() => {
        const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
        if (!text.endsWith('\n')) throw new Error('the tool does not run yet');
        return Number(text);
      }, patience);
      const names = readdirSync(join(bench.home, '.claude', 'sessions'));
      const pid = Number(names.find((name) => /^\d+\.json$/.test(name))?.split('.')[0]);
      const family = familyOf(server.pid ?? -1);
      expect(family.map((one) => one.pid)).toEqual(expect.arrayContaining([tool, pid]));
      server.kill('SIGKILL');
      await vi.waitFor(() => expect(aliveOf(server.pid ?? -1, family)).toEqual([]), MOST_ALIVE_MS);
      await closed;
      const after = JSON.parse((await run('sessions', 'show', id, '--json')).out) as Session;
      expect(after).toMatchObject({ status: 'paused', pause_reason: 'crash' });
    });
  });
