import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rawRequest } from '../testing/raw-request';
import { tempDir } from '../testing/temp-dir';
import { findRunning } from './one-instance';
import { type ServeOptions, serve } from './serve';

function setUp() {
  const home = tempDir('home');
  const dataFolder = join(home, 'data');
  const rendererFolder = join(home, 'renderer');
  mkdirSync(rendererFolder);
  writeFileSync(join(rendererFolder, 'index.html'), '<!doctype html>');
  const env = { PATH: process.env['PATH'], HOME: home, BEADS_CONSOLE_HOME: dataFolder };
  const start = async (more: Partial<ServeOptions> = {}) => {
    const served = await serve({ env, project: null, port: 0, rendererFolder, ...more });
    if (served.ok && served.value.kind === 'serving') onTestFinished(served.value.close);
    return served;
  };
  const startFirst = async (more: Partial<ServeOptions> = {}) => {
    const served = await start(more);
    if (!served.ok || served.value.kind !== 'serving') throw new Error(JSON.stringify(served));
    return served.value;
  };
  return { home, dataFolder, start, startFirst };
}

const portOf = (url: string) => Number(new URL(url).port);

describe('serve', () => {
  it('is ready with a link that logs in once, and leaves no instance behind', async () => {
    const { dataFolder, startFirst } = setUp();
    const served = await startFirst();
    const port = portOf(served.url);
    expect(served.login_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/login\/[\w-]{24}$/);
    expect(served).toMatchObject({
      pid: process.pid,
      token_file: join(dataFolder, 'token'),
      renewed: 'missing',
    });

    const page = [
      ['Host', `127.0.0.1:${port}`],
      ['Origin', served.url.slice(0, -1)],
    ] as const;
    const body = JSON.stringify({ code: served.login_url.split('/').at(-1) });
    const login = await rawRequest({ port, method: 'POST', path: '/login', headers: page, body });
    const { token } = JSON.parse(login.body);
    expect(readFileSync(served.token_file, 'utf8').trim()).toBe(token);
    const alive = (headers: (readonly [string, string])[]) =>
      rawRequest({ port, path: '/alive', headers: [...page, ...headers] });
    expect((await alive([['Authorization', `Bearer ${token}`]])).status).toBe(200);
    expect((await alive([])).status).toBe(401);

    await served.close();
    expect(
      ['instance.json', 'instance.sock', 'locks'].filter((name) => existsSync(join(dataFolder, name))),
    ).toEqual([]);
  });

  it('L3 what it writes is its owner’s alone', async () => {
    const { dataFolder, startFirst } = setUp();
    await startFirst();
    const modes = readdirSync(dataFolder, { recursive: true, withFileTypes: true }).map((entry) => {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      return [entry.name, mode.toString(8), entry.isDirectory() ? '700' : '600'];
    });
    expect(modes.filter(([, mode, wanted]) => mode !== wanted)).toEqual([]);
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
    expect(modes.length).toBeGreaterThan(3);
  });

  it('L2 the token file deleted while it runs: nobody gets in any more', async () => {
    const { startFirst } = setUp();
    const served = await startFirst();
    const token = readFileSync(served.token_file, 'utf8').trim();
    rmSync(served.token_file);
    const port = portOf(served.url);
    const headers = [
      ['Host', 'localhost'],
      ['Authorization', `Bearer ${token}`],
    ] as const;
    expect((await rawRequest({ port, path: '/alive', headers })).status).toBe(503);
  });

  it('a damaged token file gets a new token, and it is said', async () => {
    const { dataFolder, startFirst } = setUp();
    mkdirSync(dataFolder, { mode: 0o700 });
    writeFileSync(join(dataFolder, 'token'), 'default', { mode: 0o600 });
    expect((await startFirst()).renewed).toBe('damaged');
    expect(readFileSync(join(dataFolder, 'token'), 'utf8')).toMatch(/^[\w-]{43}\n$/);
  });

  it('a second start hands over: the first shows the project and gives a link of its own', async () => {
    const { dataFolder, start, startFirst } = setUp();
    const first = await startFirst();
    const project = tempDir('project');
    const second = await start({ project });
    expect(second).toEqual({
      ok: true,
      value: {
        kind: 'handed-over',
        pid: process.pid,
        shell: 'serve',
        token_file: first.token_file,
        login_url: expect.stringMatching(new RegExp(`^${first.url}#/login/[\\w-]{24}$`)),
      },
    });
    const running = await findRunning(dataFolder);
    const info = await running?.client.call('app.info', {});
    running?.client.close();
    // The page behind that link was not there to be asked: it finds the project when it comes.
    expect(info).toMatchObject({
      ok: true,
      value: { shell: 'serve', data_folder: dataFolder, initial_project: realpathSync(project) },
    });
  });

  it('a second start with the first one’s port hands over too', async () => {
    const { start, startFirst } = setUp();
    const first = await startFirst();
    expect(await start({ port: portOf(first.url) })).toMatchObject({ value: { kind: 'handed-over' } });
  });

  it('of several starts at once one serves, the others hand over to it', async () => {
    const { start } = setUp();
    const served = await Promise.all(Array.from({ length: 4 }, () => start()));
    const kinds = served.map((one) => (one.ok ? one.value.kind : one.error.code));
    expect(kinds.sort()).toEqual(['handed-over', 'handed-over', 'handed-over', 'serving']);
  });

  it('a taken port is refused, and nothing is written', async () => {
    const { home, dataFolder, start } = setUp();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => other.close(() => resolve())));
    const { port } = other.address() as AddressInfo;
    const before = readdirSync(home, { recursive: true });
    expect(await start({ port })).toEqual({ ok: false, error: { code: 'port-taken', port } });
    expect(readdirSync(home, { recursive: true })).toEqual(before);
    expect(existsSync(dataFolder)).toBe(false);
  });

  it.each([
    ['that is not there', (path: string) => path, 'project-not-found'],
    [
      'that is a file',
      (path: string) => {
        writeFileSync(path, '');
        return path;
      },
      'project-not-a-folder',
    ],
    [
      'behind a file',
      (path: string) => {
        writeFileSync(path, '');
        return join(path, 'inside');
      },
      'project-not-a-folder',
    ],
  ])('a project %s is refused, and nothing is written', async (_what, make, code) => {
    const { home, dataFolder, start } = setUp();
    const project = make(join(home, 'project'));
    expect(await start({ project })).toEqual({ ok: false, error: { code, path: project } });
    expect(existsSync(dataFolder)).toBe(false);
  });

  // Root reads everything, so there is nothing to refuse.
  // Root reads everything, so as root there is nothing to refuse.
  it.skipIf(process.getuid?.() === 0)('a project without read permission is refused', async () => {
    const { home, start } = setUp();
    const project = join(home, 'closed');
    mkdirSync(project, { mode: 0o000 });
    onTestFinished(() => chmodSync(project, 0o700));
    expect(await start({ project })).toEqual({
      ok: false,
      error: { code: 'project-not-readable', path: project },
    });
  });

  it('a bad project is refused by the running one as well, and it keeps running', async () => {
    const { home, dataFolder, start, startFirst } = setUp();
    await startFirst();
    const project = join(home, 'nowhere');
    expect(await start({ project })).toMatchObject({ error: { code: 'project-not-found' } });
    const running = await findRunning(dataFolder);
    running?.client.close();
    expect(running).not.toBeNull();
  });

  it('a data folder that cannot be made is an answer', async () => {
    const { dataFolder, start } = setUp();
    writeFileSync(dataFolder, 'a file in its place');
    const served = await start();
    expect(served.ok).toBe(false);
    expect(readFileSync(dataFolder, 'utf8')).toBe('a file in its place');
  });
});
