import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { claudeBench, findRealClaude } from '../testing/real-claude';
import { tempDir } from '../testing/temp-dir';

const run = promisify(execFile);
let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
  const renderer = join(dirname(dirname(cli.file)), 'renderer');
  mkdirSync(renderer, { recursive: true });
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>built</title>');
});
afterAll(() => cli?.remove());

type Env = Record<string, string>;
const hooks = (act: string, env: Env) => run(process.execPath, [cli.file, 'hooks', act, '--json'], { env });

const FOREIGN = `{
  "model": "opus",   "big": 12345678901234567890,
  "hooks": {
    "SessionStart": [ {"matcher":"startup","hooks":[{"type":"command","command":"echo mine"}]} ],
    "Stop": [{"hooks":[{"type":"command","command":"say done"}]}]
  }
}
`;

describe('hooks in the settings of Claude', () => {
  it('L13 twenty installs and uninstalls at once: valid, ours at most once, the others as they were', async () => {
    const base = tempDir();
    const env = { PATH: process.env['PATH'] ?? '', HOME: base, BEADS_CONSOLE_HOME: join(base, 'data') };
    const file = join(base, '.claude', 'settings.json');
    mkdirSync(dirname(file));
    writeFileSync(file, FOREIGN);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => hooks(n % 2 === 0 ? 'install' : 'uninstall', env)),
    );
    const { stdout } = await hooks('status', env);
    expect(JSON.parse(stdout)).toMatchObject({ state: expect.stringMatching(/^(installed|absent)$/) });
    await Promise.all([hooks('install', env), hooks('install', env)]);
    const text = readFileSync(file, 'utf8');
    expect(text.match(/# beads-console hook/g)).toHaveLength(2);
    expect(JSON.parse(text)).toMatchObject({ model: 'opus', hooks: { Stop: [{}] } });
    expect(statSync(join(base, 'data', 'elsewhere')).mode & 0o777).toBe(0o700);
    await hooks('uninstall', env);
    expect(readFileSync(file, 'utf8')).toBe(FOREIGN);
    expect(readdirSync(dirname(file))).toEqual(['settings.json']);
  });
});

const claude = findRealClaude();
if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('with the real CLI in a plain terminal', () => {
    const told = async (env: Env) => {
      const { stdout } = await run(process.execPath, [cli.file, 'hooks', 'status', '--json'], { env });
      return (JSON.parse(stdout) as { waiting: number }).waiting;
    };

    it('is noticed live, later, and never in the way of Claude', async () => {
      const bench = await claudeBench(claude);
      const env = { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') };
      const say = (prompt: string, more: Env = {}) =>
        run(claude, ['-p', prompt, '--output-format', 'json'], {
          cwd: bench.project,
          env: { ...env, ...more },
        });
      const idOf = ({ stdout }: { stdout: string }) =>
        (JSON.parse(stdout) as { session_id: string }).session_id;
      await hooks('install', env);
      await bench.script({ fallback: { text: 'Said.' } });

      // Nobody listens: beginning and end are written down, each once.
      const first = idOf(await say('the first one'));
      expect(await told(env)).toBe(2);
      const spool = join(bench.base, 'data', 'elsewhere');
      const notes = readdirSync(spool).map((name) => JSON.parse(readFileSync(join(spool, name), 'utf8')));
      expect(notes.map((note) => [note.hook_event_name, note.session_id]).sort()).toEqual([
        ['SessionEnd', first],
        ['SessionStart', first],
      ]);
      for (const name of readdirSync(spool)) expect(statSync(join(spool, name)).mode & 0o777).toBe(0o600);

      // A process of the console's own leaves none.
      await say('of the console', { BEADS_CONSOLE_PROCESS: 'test' });
      expect(await told(env)).toBe(2);

      // The history is off, so that what is read is read because a hook told of it.
      const settings = { version: 1, history: { ingest: false } };
      writeFileSync(join(bench.base, 'data', 'settings.json'), JSON.stringify(settings));
      const app = spawn(process.execPath, [cli.file, 'serve', '--no-open', '--json'], {
        cwd: bench.project,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const closed = new Promise((resolve) => app.on('close', resolve));
      onTestFinished(async () => {
        app.kill('SIGKILL');
        await closed;
      });
      for await (const line of createInterface({ input: app.stdout })) if (line.includes('"ready"')) break;
      app.stdout.resume();
      const found = async (text: string) => {
        const { stdout } = await run(process.execPath, [cli.file, 'sessions', 'search', text, '--json'], {
          env,
        });
        return (JSON.parse(stdout) as { hits: { session_id: string }[] }).hits.map(
          ({ session_id }) => session_id,
        );
      };
      await vi.waitFor(async () => expect(await found('"the first one"')).toContain(first), {
        timeout: 60_000,
      });
      const second = idOf(await say('the second one'));
      await vi.waitFor(async () => expect(await found('"the second one"')).toContain(second), {
        timeout: 60_000,
      });
      expect(await found('"of the console"')).toEqual([]);
      await vi.waitFor(() => expect(readdirSync(spool)).toEqual([]), { timeout: 30_000 });

      // Killed, or its folder unusable: Claude answers as ever.
      app.kill('SIGKILL');
      await closed;
      expect(idOf(await say('the third one'))).toBeTruthy();
      chmodSync(spool, 0o500);
      onTestFinished(() => chmodSync(spool, 0o700));
      expect(idOf(await say('the fourth one'))).toBeTruthy();

      await hooks('uninstall', env);
      expect(existsSync(join(bench.home, '.claude', 'settings.json'))).toBe(false);
    });
  });
