import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { socketPathFor } from './socket-path';

const uid = process.getuid?.() ?? 0;
const long = `/data/${'x'.repeat(120)}`;

describe('socket path', () => {
  it('stands in the data folder when the system can take the path', () => {
    const machine = { platform: 'linux' as const, temp: '/unused', uid };
    expect(socketPathFor('/data/beads-console', machine)).toEqual({
      ok: true,
      value: '/data/beads-console/instance.sock',
    });
  });

  it('moves to a folder of our own in the temp folder when it is too long, by bytes', () => {
    const temp = tempDir('temp');
    const machine = { platform: 'linux' as const, temp, uid };
    const found = socketPathFor(long, machine);
    const wide = socketPathFor(`/data/${'é'.repeat(60)}`, machine);
    if (!found.ok || !wide.ok) throw new Error('no path');
    const folder = join(temp, `beads-console-${uid}`);
    expect(found.value.startsWith(`${folder}/`)).toBe(true);
    expect(wide.value).not.toBe(found.value);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(socketPathFor(long, machine)).toEqual(found);
  });

  it('does not use a folder that others can enter, or a link', () => {
    const temp = tempDir('temp');
    const folder = join(temp, `beads-console-${uid}`);
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    const unsafe = { ok: false, error: { code: 'socket-folder-unsafe', path: folder } };
    expect(socketPathFor(long, { platform: 'linux', temp, uid })).toEqual(unsafe);
    const other = tempDir('temp');
    symlinkSync(temp, join(other, `beads-console-${uid}`));
    expect(socketPathFor(long, { platform: 'linux', temp: other, uid }).ok).toBe(false);
  });

  it('a file in the folder’s place is an answer, not a crash', () => {
    const temp = tempDir('temp');
    const folder = join(temp, `beads-console-${uid}`);
    writeFileSync(folder, '');
    expect(socketPathFor(long, { platform: 'linux', temp, uid })).toEqual({
      ok: false,
      error: { code: 'socket-folder-unsafe', path: folder },
    });
  });

  it('is a named pipe on Windows, one per data folder', () => {
    const on = (folder: string) => socketPathFor(folder, { platform: 'win32', temp: '', uid: 0 });
    expect(on('C:\\a')).toMatchObject({
      value: expect.stringMatching(/^\\\\\.\\pipe\\beads-console-\w{16}$/),
    });
    expect(on('C:\\a')).not.toEqual(on('C:\\b'));
  });
});
