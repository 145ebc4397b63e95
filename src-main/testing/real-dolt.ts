import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';

/** A dolt of this machine, built by `tools/install-bd.mjs dolt` or installed by its owner. */
export function findRealDolt(): string | null {
  const xdg = process.env['XDG_CACHE_HOME'] ?? '';
  const cache = join(isAbsolute(xdg) ? xdg : join(homedir(), '.cache'), 'beads-console', 'dolt');
  const candidates = [
    process.env['BEADS_CONSOLE_DOLT'] ?? '',
    join(cache, 'v2.2.0', 'dolt'),
    ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'dolt')),
  ];
  const runs = (path: string) => spawnSync(path, ['version'], { stdio: 'ignore' }).status === 0;
  return candidates.find((path) => path !== '' && existsSync(path) && runs(path)) ?? null;
}

export type DoltServer = { readonly port: number; stop(): Promise<void> };

/** A server of its own on loopback, with nobody's settings, gone with `stop`. */
export async function startDoltServer(dolt: string): Promise<DoltServer> {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'beads-console-dolt-'));
  const data = join(home, 'data');
  mkdirSync(data);
  mkdirSync(join(home, '.dolt'));
  writeFileSync(join(home, '.dolt', 'config_global.json'), '{"metrics.disabled":"true"}');
  for (let round = 1; ; round += 1) {
    const port = await freePort();
    const child = spawn(dolt, ['sql-server', '--host=127.0.0.1', `--port=${port}`, `--data-dir=${data}`], {
      cwd: data,
      env: { ...process.env, HOME: home, DOLT_ROOT_PATH: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    process.once('exit', () => child.kill('SIGKILL'));
    const stop = async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    };
    const said: string[] = [];
    const isReady = await Promise.race([
      ready(child.stderr, said).then(() => true),
      ready(child.stdout, said).then(() => true),
      ended.then(() => false),
    ]);
    if (isReady) return { port, stop };
    // Somebody took the port between the asking and the opening.
    if (round >= 3) {
      rmSync(home, { recursive: true, force: true });
      throw new Error(`dolt did not start: ${said.join('\n')}`);
    }
  }
}

/** Reads on afterwards: a full pipe would stop the server. */
function ready(stream: NodeJS.ReadableStream, said: string[]): Promise<void> {
  return new Promise((resolve) => {
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line);
      if (line.includes('Server ready')) resolve();
    });
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
