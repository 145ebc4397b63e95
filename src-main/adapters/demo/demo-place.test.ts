import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createProcessTable, type ProcessTable } from '../locks/process-identity';
import { makeDemoPlace, sweepDemos } from './demo-place';

const before = process.env['TMPDIR'];
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
});

function ownTemp(): string {
  const folder = tempDir('demo');
  process.env['TMPDIR'] = folder;
  return folder;
}

const mark = (owner: object) => JSON.stringify({ kind: 'beads-console-demo', version: 1, owner });

describe('the folder of a demo', () => {
  it('W1 W2 is private, holds everything, and goes with the demo', async () => {
    const parent = ownTemp();
    const place = makeDemoPlace();
    onTestFinished(place.remove);
    expect(dirname(place.root)).toBe(parent);
    for (const folder of [place.root, place.data, place.claudeConfig]) {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(folder.startsWith(place.root)).toBe(true);
    }
    expect(await sweepDemos()).toBe(0);
    expect(existsSync(place.root)).toBe(true);
    await place.remove();
    expect(existsSync(place.root)).toBe(false);
  });

  it('W3 removes what a dead program left, and nothing that is not provably that', async () => {
    const parent = ownTemp();
    const self = createProcessTable().self();
    const gone = { ...self, pid: 4_000_000 };
    const make = (name: string, text: string | null) => {
      const folder = join(parent, name);
      mkdirSync(folder);
      if (text !== null) writeFileSync(join(folder, 'demo.json'), text);
      return folder;
    };
    const dead = make('beads-console-demo-dead01', mark(gone));
    const kept = [
      make('beads-console-demo-alive1', mark(self)),
      make('beads-console-demo-other1', mark({ ...gone, host: 'elsewhere' })),
      make('beads-console-demo-nomark', null),
      make('beads-console-demo-notour', '{"kind":"something"}'),
      make('beads-console-demo-broken', '{'),
      make('beads-console-test', mark(gone)),
    ];
    const link = join(parent, 'beads-console-demo-link01');
    symlinkSync(make('theirs', mark(gone)), link);
    const processes: ProcessTable = {
      ...createProcessTable(),
      isAlive: (pid) => pid === self.pid,
    };
    expect(await sweepDemos(processes)).toBe(1);
    expect(existsSync(dead)).toBe(false);
    expect([...kept, link].filter((folder) => !existsSync(folder)).map((one) => basename(one))).toEqual([]);
  });
});
