import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledScript, bundleScript } from '../../testing/bundled-script';
import { tempDir } from '../../testing/temp-dir';
import { openSqliteCatalog } from './sqlite-catalog';

const run = promisify(execFile);
const ROUNDS = 4;
/** All of them have started by then, mostly. */
const HEAD_START_MS = 1_000;

let script: BundledScript;
beforeAll(async () => {
  script = await bundleScript(fileURLToPath(new URL('../../testing/catalog-opener.ts', import.meta.url)));
});
afterAll(() => script?.remove());

describe('a catalog that several programs open at the same moment', () => {
  it.each([
    ['missing', (path: string) => rmSync(path, { force: true })],
    ['no database', (path: string) => writeFileSync(path, 'no database')],
  ])('while it is %s is made once, and nobody writes into one that was thrown away', async (_, begin) => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = join(tempDir('catalog'), 'history.db');
      begin(path);
      const moment = String(Date.now() + HEAD_START_MS);
      await Promise.all(names.map((name) => run(process.execPath, [script.file, path, moment, name])));
      const catalog = openSqliteCatalog(path);
      expect([catalog.isNew, await Promise.all(names.map((name) => catalog.setting(name)))]).toEqual([
        false,
        names.map(() => 'was here'),
      ]);
      await catalog.close();
    }
  });
});
