import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSmallFile } from '../../adapters/fs/small-file';
import { tempDir } from '../../testing/temp-dir';
import { createToldNotices } from './told-notices';

it('a notice is the first one’s to tell, also of two at once, and after the next start nobody’s', async () => {
  const file = createSmallFile(join(tempDir(), 'told-notices.json'));
  const told = createToldNotices(file);
  expect(await Promise.all([told.claim('month 80'), told.claim('month 80')])).toEqual([true, false]);
  const again = createToldNotices(file);
  expect([await again.claim('month 80'), await again.claim('month 100')]).toEqual([false, true]);
});

it('what cannot be read or kept is told once in this start', async () => {
  const [broken, inTheWay] = ['broken.json', 'folder'].map((name) => join(tempDir(), name));
  writeFileSync(broken ?? '', '{{{');
  mkdirSync(inTheWay ?? '');
  for (const path of [broken, inTheWay]) {
    const told = createToldNotices(createSmallFile(path ?? ''));
    expect([await told.claim('k'), await told.claim('k')]).toEqual([true, false]);
  }
});
