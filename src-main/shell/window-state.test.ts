import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSmallFile } from '../adapters/fs/small-file';
import { tempDir } from '../testing/temp-dir';
import { createWindowStateFile } from './window-state';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const place = () => join(tempDir('window'), 'window.json');
const at = (path: string) => createWindowStateFile(createSmallFile(path), silent);
const bounds = { x: 1, y: 2, width: 800, height: 600 };

it('what is saved is read by the next start', async () => {
  const path = place();
  await at(path).save({ bounds, is_maximized: true });
  expect(await at(path).read()).toEqual({ version: 1, bounds, is_maximized: true });
});

it('keeps what it does not know', async () => {
  const path = place();
  writeFileSync(path, JSON.stringify({ version: 1, bounds, zoom: 1.5 }));
  const state = at(path);
  await state.read();
  await state.save({ bounds: { ...bounds, x: 9 }, is_maximized: false });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ zoom: 1.5, bounds: { x: 9 } });
});

it.each(['', '{', '[]', '{"version":2}', '{"version":1,"bounds":{"x":"left"}}'])(
  'a file that says %j opens the window as on the first day',
  async (text) => {
    const path = place();
    writeFileSync(path, text);
    expect(await at(path).read()).toBeNull();
  },
);

it('a place that cannot be written is a warning in the log, not a failure', async () => {
  const warned: string[] = [];
  const log = { ...silent, warn: (message: string) => warned.push(message) };
  const inTheWay = place();
  writeFileSync(inTheWay, 'a file');
  await createWindowStateFile(createSmallFile(join(inTheWay, 'window.json')), log).save({
    bounds,
    is_maximized: false,
  });
  expect(warned).toHaveLength(1);
});
