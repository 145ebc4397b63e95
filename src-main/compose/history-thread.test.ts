import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { tempDir } from '../testing/temp-dir';
import { beginThreadAhead, type HistoryPlaces, startEngineThread } from './history-thread';

const places: HistoryPlaces = {
  catalog: '',
  claude: '',
  uploads: '',
  summaries: '',
  archive: '',
  forgotten: '',
};

/** A thread that says what it was told so far, and ends in the middle of an `abort`. */
const THREAD = `
import { parentPort } from 'node:worker_threads';
const told = [];
parentPort.on('message', ({ id, method, args }) => {
  if (method === 'abort') process.exit(1);
  if (method !== 'status') told.push([method, ...args]);
  parentPort.postMessage({ type: 'answer', id, value: told });
});`;

function start() {
  const folder = tempDir('history-thread');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'thread.mjs');
  writeFileSync(file, THREAD);
  const error = vi.fn();
  const { engine } = startEngineThread(file, places, { debug() {}, info() {}, warn() {}, error });
  return { engine, error };
}
const rules = { mode: 'exact', keepDays: null, indexTools: true } as const;

it('a thread that ends fails the calls it had, and another goes on with what it was told to follow', async () => {
  const { engine, error } = start();
  await engine.obey(rules);
  await engine.charge([]);
  await engine.keepUp();
  const waiting = engine.abort();
  await expect(waiting).rejects.toThrow('the history has ended');
  expect(await engine.status()).toEqual([['obey', rules], ['charge', []], ['keepUp']]);
  expect(error).toHaveBeenCalledWith('the history ended by itself and is started again', expect.anything());
  // What was told last is what counts for the next one.
  await engine.rest();
  await expect(engine.abort()).rejects.toThrow();
  expect(await engine.status()).toEqual([['obey', rules], ['charge', []], ['rest']]);
  await engine.close();
});

it('a thread that keeps ending is given up, and says so to whoever asks', async () => {
  const { engine, error } = start();
  for (let count = 0; count < 5; count += 1) await expect(engine.abort()).rejects.toThrow();
  await expect(engine.status()).rejects.toThrow('the history has ended');
  expect(error).toHaveBeenCalledTimes(4);
  await engine.close();
});

it('a thread that was begun ahead is taken by the first who needs one, once, and is told whose it is', async () => {
  const folder = tempDir('history-thread');
  const file = join(folder, 'thread.mjs');
  writeFileSync(
    file,
    `import { parentPort, workerData } from 'node:worker_threads';
const told = [workerData.role];
parentPort.on('message', ({ id, role }) => {
  if (role !== undefined) told.push(role);
  else parentPort.postMessage({ type: 'answer', id, value: told });
});`,
  );
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  beginThreadAhead(file, places);
  const engines = [1, 2].map(() => startEngineThread(file, places, log).engine);
  const told = await Promise.all(engines.map((engine) => engine.status()));
  expect(told).toEqual([['ahead', 'engine'], ['engine']]);
  for (const engine of engines) await engine.close();
});
