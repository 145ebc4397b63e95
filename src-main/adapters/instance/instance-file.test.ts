import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createProcessTable } from '../locks/process-identity';
import { holdInstance, isInstanceHeld, readInstance } from './instance-file';

const now = () => '2026-01-02T03:04:05.000Z';
const facts = { socket: '/s', shell: 'serve', version: '1.2.3' } as const;
const hold = (folder: string) => {
  const held = holdInstance(folder, now);
  if (!held.ok) throw new Error(held.error.code);
  return held.value;
};

describe('one instance', () => {
  it('I1 I3 the second is told, sees where to ask, and may follow once the first is gone', () => {
    const folder = tempDir('instance');
    const first = hold(folder);
    expect(holdInstance(folder, now)).toEqual({
      ok: false,
      error: { code: 'instance-running', pid: process.pid, isForeign: false },
    });
    expect([readInstance(folder), isInstanceHeld(folder)]).toEqual([null, true]);
    first.announce(facts);
    expect(readInstance(folder)).toEqual({
      format: 1,
      pid: process.pid,
      started_at: now(),
      process_started_at: createProcessTable().self().process_started_at ?? null,
      ...facts,
    });
    expect(statSync(join(folder, 'instance.json')).mode & 0o777).toBe(0o600);
    first.release();
    expect(readdirSync(folder)).toEqual([]);
    expect(isInstanceHeld(folder)).toBe(false);
    hold(folder).release();
  });

  it('I2 what a killed one left keeps nobody from starting, even when its pid lives again as another process', async () => {
    const folder = tempDir('instance');
    const self = createProcessTable().self();
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const dead = [
      { ...self, pid: child.pid },
      { ...self, process_started_at: '1' },
      { ...self, boot_id: 'before the reboot' },
    ];
    for (const owner of dead) {
      mkdirSync(join(folder, 'locks'));
      writeFileSync(join(folder, 'locks', 'instance'), JSON.stringify({ ...owner, nonce: 'n' }));
      writeFileSync(join(folder, 'instance.json'), JSON.stringify({ format: 1, pid: owner.pid }));
      expect(isInstanceHeld(folder)).toBe(false);
      const held = hold(folder);
      expect(existsSync(join(folder, 'instance.json'))).toBe(false);
      held.release();
    }
  });

  it.each(['', '{', '[]', '{"format":2}', '{"format":1,"pid":-1}'])(
    'a file that says %j names nobody',
    (text) => {
      const folder = tempDir('instance');
      writeFileSync(join(folder, 'instance.json'), text);
      expect(readInstance(folder)).toBeNull();
      expect(readFileSync(join(folder, 'instance.json'), 'utf8')).toBe(text);
    },
  );

  it('looking writes nothing', () => {
    const folder = tempDir('instance');
    expect([readInstance(folder), isInstanceHeld(folder), readdirSync(folder)]).toEqual([null, false, []]);
  });
});
