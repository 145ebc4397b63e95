import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLayout } from '@domain/layout';
import { expect, it } from 'vitest';
import { createSmallFile } from '../../adapters/fs/small-file';
import { tempDir } from '../../testing/temp-dir';
import { createLayoutService } from './layout-service';

it('keeps one layout per project, and finds them again', async () => {
  const file = createSmallFile(join(tempDir(), 'layout.json'));
  const service = await createLayoutService(file);
  const wide = { ...defaultLayout(), panel_width: 500 };
  await Promise.all([service.save('/one', wide), service.save(null, { ...wide, panel_width: 600 })]);
  const again = await createLayoutService(file);
  expect(again.read('/one')).toEqual(wide);
  expect(again.read(null).panel_width).toBe(600);
  expect(again.read('/other')).toEqual(defaultLayout());
});

it('a project named like a part of every object has no layout either', async () => {
  const service = await createLayoutService(createSmallFile(join(tempDir(), 'layout.json')));
  for (const name of ['__proto__', 'constructor', 'toString'])
    expect(service.read(name)).toEqual(defaultLayout());
});

it('begins anew when the file cannot be understood', async () => {
  const path = join(tempDir(), 'layout.json');
  writeFileSync(path, '{{{');
  expect((await createLayoutService(createSmallFile(path))).read('/one')).toEqual(defaultLayout());
});

it('says so when it cannot be saved', async () => {
  const path = join(tempDir(), 'layout.json');
  mkdirSync(path);
  const service = await createLayoutService(createSmallFile(path));
  expect(await service.save('/one', defaultLayout())).toMatchObject({ error: { code: 'layout-not-saved' } });
});
