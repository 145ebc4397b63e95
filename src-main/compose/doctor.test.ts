import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compose } from '../compose';
import { tempDir } from '../testing/temp-dir';

async function checksIn(dataFolder: string, home: string): Promise<unknown> {
  const env = { HOME: home, PATH: '', BEADS_CONSOLE_HOME: dataFolder };
  const app = await compose({ env, shell: 'serve', isLongLived: false, checkOutputs: true });
  onTestFinished(app.close);
  return app.dispatch.call('app.doctor', {}, { door: 'cli', connection: 'cli' });
}

it('the doctor tells of a data folder that cannot be used rather than fall over it', async () => {
  const home = tempDir();
  const file = join(home, 'a-file');
  writeFileSync(file, 'mine');
  for (const folder of [file, join(file, 'data')]) {
    expect(await checksIn(folder, home)).toMatchObject({
      ok: true,
      value: {
        checks: expect.arrayContaining([
          expect.objectContaining({ id: 'data-folder', verdict: 'failed', found: folder }),
        ]),
      },
    });
  }
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(readdirSync(home)).toEqual(['a-file']);
});

it('a file in the place of a folder of ours keeps nobody from asking', async () => {
  const home = tempDir();
  const dataFolder = join(home, 'data');
  mkdirSync(dataFolder, { mode: 0o700 });
  writeFileSync(join(dataFolder, 'logs'), 'mine');
  expect(await checksIn(dataFolder, home)).toMatchObject({ ok: true });
  expect(readFileSync(join(dataFolder, 'logs'), 'utf8')).toBe('mine');
});
