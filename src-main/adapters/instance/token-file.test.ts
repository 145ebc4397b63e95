import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { openTokenFile } from './token-file';

const open = (path: string) => {
  const opened = openTokenFile(path);
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value;
};
const place = () => join(tempDir('token'), 'token');

describe('token file', () => {
  it('T1 a first start makes one that only its owner can read, and the next start keeps it', () => {
    const path = place();
    const first = open(path);
    const token = first.current();
    expect([first.renewed, statSync(path).mode & 0o777]).toEqual(['missing', 0o600]);
    expect(token).toMatch(/^[\w-]{43}$/);
    const second = open(path);
    expect([second.renewed, second.current()]).toEqual([null, token]);
  });

  it('two folders have two tokens', () => {
    expect(open(place()).current()).not.toBe(open(place()).current());
  });

  it.each([
    ['empty', (path: string) => writeFileSync(path, ''), 'damaged'],
    ['torn', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 20)), 'damaged'],
    ['too long', (path: string) => writeFileSync(path, 'x'.repeat(5000)), 'damaged'],
    ['readable to others', (path: string) => chmodSync(path, 0o644), 'exposed'],
    ['gone', (path: string) => rmSync(path), 'missing'],
    [
      'a link',
      (path: string) => {
        writeFileSync(`${path}.other`, readFileSync(path), { mode: 0o600 });
        rmSync(path);
        symlinkSync(`${path}.other`, path);
      },
      'damaged',
    ],
  ] as const)(
    'T1 T2 a file that is %s lets nobody in, and the next start makes a new one',
    (_what, harm, why) => {
      const path = place();
      const running = open(path);
      const before = running.current();
      harm(path);
      expect(running.current()).toBeNull();
      const next = open(path);
      expect(next.renewed).toBe(why);
      expect(next.current()).not.toBe(before);
      expect([running.current(), statSync(path).mode & 0o777]).toEqual([next.current(), 0o600]);
    },
  );
});
