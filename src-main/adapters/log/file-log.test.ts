import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { openFileLog } from './file-log';

it('writes JSON lines at once into a private file, and never a token', () => {
  const folder = join(tempDir(), 'logs');
  const { log, close } = openFileLog(folder);
  log.info('ready', {
    port: 1,
    token: 'tk-secret',
    request: { headers: { authorization: 'Bearer tk-secret' } },
  });
  log.error('failed', { error: new Error('boom') });
  const path = join(folder, 'console.log');
  const text = readFileSync(path, 'utf8');
  expect(text).not.toContain('tk-secret');
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { msg: 'ready', port: 1, token: '[REDACTED]' },
    { msg: 'failed', error: { message: 'boom' } },
  ]);
  expect(statSync(path).mode & 0o077).toBe(0);
  close();
});

it('sets a full file aside and keeps three', () => {
  const folder = tempDir();
  const path = join(folder, 'console.log');
  for (const age of ['', '.1', '.2', '.3'])
    writeFileSync(`${path}${age}`, `${age}${'x'.repeat(5 * 1024 * 1024)}`);
  const { log, close } = openFileLog(folder);
  log.info('new');
  close();
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
  expect(readFileSync(`${path}.3`, 'utf8').startsWith('.2')).toBe(true);
  expect(existsSync(`${path}.4`)).toBe(false);
});

it('goes on in a new file once one is full', () => {
  const folder = tempDir();
  const path = join(folder, 'console.log');
  const { log, close } = openFileLog(folder);
  log.info('old', { text: 'x'.repeat(5 * 1024 * 1024) });
  log.info('new');
  close();
  expect(readFileSync(path, 'utf8')).toContain('"msg":"new"');
  expect(readFileSync(`${path}.1`, 'utf8')).toContain('"msg":"old"');
});

// Elsewhere than on Linux there is no disk that is always full.
it.skipIf(!existsSync('/dev/full'))('a full disk costs lines and nothing else', () => {
  const folder = tempDir();
  symlinkSync('/dev/full', join(folder, 'console.log'));
  const { log, close } = openFileLog(folder);
  for (let line = 0; line < 100; line += 1) log.info('lost');
  close();
});

it('a folder that cannot be made costs the log and nothing else', () => {
  const file = join(tempDir(), 'a-file');
  writeFileSync(file, 'mine');
  const { log, close } = openFileLog(join(file, 'logs'));
  log.error('nobody will read this', { error: new Error('boom') });
  close();
  expect(readFileSync(file, 'utf8')).toBe('mine');
});
