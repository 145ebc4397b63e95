import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createPatientDownloader, createProgress } from './fetch-electron.mjs';

const open = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function serverThat(answer) {
  const server = createServer(answer);
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  open.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${server.address().port}/electron.zip`;
}

function target() {
  const folder = mkdtempSync(join(tmpdir(), 'beads-fetch-'));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'electron.zip');
}

const never = new AbortController().signal;
const patient = { signal: never, say: () => {}, connectMs: 60_000, stallMs: 60_000 };

it('writes what it is sent and tells how far it is', async () => {
  const url = await serverThat((_request, response) => response.end('x'.repeat(1000)));
  const file = target();
  const told = [];
  const say = (done, total) => told.push([done, total]);
  await createPatientDownloader({ ...patient, say }).download(url, file);
  expect(readFileSync(file, 'utf8')).toHaveLength(1000);
  expect(told.at(-1)).toEqual([1000, 1000]);
});

it('gives up on a server that never answers', async () => {
  const url = await serverThat(() => {});
  const downloading = createPatientDownloader({ ...patient, connectMs: 20 }).download(url, target());
  await expect(downloading).rejects.toThrow('no connection to 127.0.0.1');
});

it('gives up on a download that stands still', async () => {
  const url = await serverThat((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('x');
  });
  const downloading = createPatientDownloader({ ...patient, stallMs: 20 }).download(url, target());
  await expect(downloading).rejects.toThrow('stood still');
});

it('says who cannot be reached, and what the server answered', async () => {
  const url = await serverThat((_request, response) => response.writeHead(503).end());
  await expect(createPatientDownloader(patient).download(url, target())).rejects.toThrow('answered 503');
  const nowhere = createPatientDownloader(patient).download('http://electron.invalid/e.zip', target());
  await expect(nowhere).rejects.toThrow('electron.invalid cannot be reached');
});

it('stops when it is told to', async () => {
  const stop = new AbortController();
  const url = await serverThat(() => stop.abort());
  const downloading = createPatientDownloader({ ...patient, signal: stop.signal }).download(url, target());
  await expect(downloading).rejects.toThrow('stopped');
});

it('shows progress in tenths where there is no terminal', () => {
  const written = [];
  const show = createProgress({ isTTY: false, write: (text) => written.push(text) });
  for (let done = 0; done <= 100; done += 1) show(done * 1_000_000, 100_000_000);
  expect(written).toHaveLength(11);
  expect(written.at(-1)).toBe('Electron: 100 %, 100 of 100 MB\n');
});
