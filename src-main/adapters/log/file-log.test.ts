import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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
