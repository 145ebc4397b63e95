import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { tempDir } from '../testing/temp-dir';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
  const renderer = join(dirname(dirname(cli.file)), 'renderer');
  mkdirSync(renderer);
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>built</title>');
});
afterAll(() => cli?.remove());

type Ended = { code: number | null; signal: string | null; out: string; err: string };
type Started = { child: ChildProcess; ended: Promise<Ended>; firstLine: Promise<string> };

function start(dataFolder: string, ...args: string[]): Started {
  const child = spawn(process.execPath, [cli.file, ...args], {
    cwd: dirname(dataFolder),
    env: { PATH: process.env['PATH'], HOME: dirname(dataFolder), BEADS_CONSOLE_HOME: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  const firstLine = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      if (out.includes('\n')) resolve(out.slice(0, out.indexOf('\n')));
    });
    void ended.then(() => resolve(out));
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, firstLine };
}

const run = (dataFolder: string, ...args: string[]) => start(dataFolder, ...args).ended;
const place = () => join(tempDir('cli'), 'data');
const left = (dataFolder: string) =>
  readdirSync(dataFolder).filter((name) => ['instance.json', 'instance.sock', 'locks'].includes(name));

describe('the built command line', () => {
  it('prints its version and its help, and writes nothing', async () => {
    const folder = place();
    expect(await run(folder, '--version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(await run(folder, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('serve') });
    expect(existsSync(folder)).toBe(false);
  });

  it('doctor answers with a report', async () => {
    const { code, out } = await run(place(), 'doctor', '--json');
    expect([code, JSON.parse(out).checks.length > 3]).toEqual([0, true]);
  });

  it('a project without a running app starts one that shows it', async () => {
    const folder = place();
    const project = tempDir('project');
    const server = start(folder, project);
    expect(await server.firstLine).toMatch(/^Beads Console is ready/);
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, err: '' });
    expect(await run(folder, join(project, 'missing'))).toMatchObject({
      code: 3,
      err: expect.stringContaining('missing'),
    });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends serve cleanly and leaves no instance',
    async (signal) => {
      const folder = place();
      const server = start(folder, 'serve', '--json', '--no-open');
      const ready = JSON.parse(await server.firstLine);
      expect(ready).toEqual({
        event: 'ready',
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
        login_url: expect.stringContaining('/#/login/'),
        token_file: join(folder, 'token'),
        pid: server.child.pid,
      });
      const page = await fetch(ready.url);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('built')]);
      server.child.kill(signal);
      expect(await server.ended).toMatchObject({ code: 0, signal: null, err: '' });
      expect(left(folder)).toEqual([]);
    },
  );

  it('the page’s connection carries a call', async () => {
    const folder = place();
    const server = start(folder, 'serve', '--json', '--no-open');
    const { url, token_file } = JSON.parse(await server.firstLine);
    const token = readFileSync(token_file, 'utf8').trim();
    const socket = new WebSocket(`${url.replace('http', 'ws')}bridge`, ['beads-console', `bearer.${token}`], {
      origin: url.slice(0, -1),
    });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    const answered = once(socket, 'message');
    socket.send(JSON.stringify({ type: 'call', id: 1, name: 'app.info', input: {} }));
    expect(JSON.parse(String((await answered)[0]))).toMatchObject({
      type: 'answer',
      id: 1,
      result: { ok: true, value: { shell: 'serve', data_folder: folder, pid: server.child.pid } },
    });
  });

  it('after a kill -9 the next one starts, and says nothing of it', async () => {
    const folder = place();
    const first = start(folder, 'serve', '--json', '--no-open');
    await first.firstLine;
    first.child.kill('SIGKILL');
    await first.ended;
    expect(left(folder).length).toBeGreaterThan(0);
    const second = start(folder, 'serve', '--json', '--no-open');
    expect(JSON.parse(await second.firstLine)).toMatchObject({ event: 'ready', pid: second.child.pid });
  });

  it('I1 of eight starts at once exactly one serves and seven hand over to it', async () => {
    const folder = place();
    const starts = Array.from({ length: 8 }, () => start(folder, 'serve', '--json', '--no-open'));
    const lines = await Promise.all(starts.map(async (one) => JSON.parse(await one.firstLine)));
    const [winner, ...others] = lines.filter((line) => line.event === 'ready');
    expect(others).toEqual([]);
    const given = lines.filter((line) => line.event === 'handed-over');
    expect(given.map((line) => [line.url, line.pid])).toEqual(Array(7).fill([winner.url, winner.pid]));
    expect(JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8')).pid).toBe(winner.pid);
    expect(new Set(lines.map((line) => line.login_url)).size).toBe(8);
  });

  it('says that a running app does not move to another port', async () => {
    const folder = place();
    const { url } = JSON.parse(await start(folder, 'serve', '--json', '--no-open').firstLine);
    const elsewhere = await run(folder, 'serve', '--no-open', '--port', '1');
    expect([elsewhere.code, elsewhere.out]).toEqual([0, expect.stringContaining(`already runs at ${url}`)]);
    expect(elsewhere.out).toContain('It does not listen on port 1: end it first to serve there.');
    const same = await run(folder, 'serve', '--no-open', '--port', new URL(url).port);
    expect([same.code, same.out]).toEqual([0, expect.not.stringContaining('does not listen')]);
  });

  it('a word opens a project in the running app; the command line asks it too', async () => {
    const folder = place();
    const server = start(folder, 'serve', '--json', '--no-open');
    await server.firstLine;
    const project = tempDir('project');
    const opened = await run(folder, project);
    expect([opened.code, opened.out]).toEqual([0, expect.stringContaining('already runs')]);
    const doctor = await run(folder, 'doctor', '--json');
    expect(doctor.code).toBe(0);
    expect(left(folder)).toContain('instance.json');
  });

  // Root may read everything, so the same is asked as somebody who may not.
  // Only root may become somebody else.
  it.runIf(process.getuid?.() === 0)(
    'a project without read permission is refused, and nothing is written',
    async (test) => {
      const nobody = {
        uid: 65_534,
        gid: 65_534,
        cwd: '/',
        env: { PATH: process.env['PATH'], HOME: '/nowhere' },
      };
      const asNobody = (...args: string[]) =>
        spawnSync(process.execPath, [cli.file, ...args], { ...nobody, encoding: 'utf8' });
      chmodSync(dirname(dirname(cli.file)), 0o755);
      if (asNobody('--version').status !== 0) test.skip('nobody may not read the built command line here');
      const project = tempDir('closed');
      const { status, stdout, stderr } = asNobody('serve', '--no-open', project);
      expect([status, stdout, stderr]).toEqual([
        1,
        '',
        `${project} cannot be read. Give yourself read permission on it (ls -ld shows who has it).\n`,
      ]);
    },
  );

  it('bad input gets one sentence, an exit code, and nothing is written', async () => {
    const folder = place();
    const file = join(dirname(folder), 'file');
    writeFileSync(file, '');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => other.close(() => resolve())));
    const { port } = other.address() as AddressInfo;
    const told = async (...args: string[]) => {
      const { code, out, err } = await run(folder, 'serve', '--no-open', ...args);
      return [code, out, err];
    };
    expect(await told('nowhere')).toEqual([3, '', expect.stringMatching(/^There is no folder .+\n$/)]);
    expect(await told(file)).toEqual([2, '', expect.stringMatching(/is a file\..+\n$/)]);
    expect(await told('--port', String(port))).toEqual([
      4,
      '',
      `Port ${port} is in use by another program. Choose another with --port, or leave it out to get a free one.\n`,
    ]);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('in a pipe', () => {
  it('a reader who has enough is no error of ours', async () => {
    const { child, ended } = start(join(tempDir(), 'data'), 'openapi');
    // The document is far longer than a pipe holds: closed after its first bytes, the rest meets nobody.
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await ended).toMatchObject({ code: 0, signal: null, err: '' });
    const whole = start(join(tempDir(), 'data'), 'openapi');
    expect((await whole.ended).out.length).toBeGreaterThan(100_000);
  });
});
