import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '@domain/settings';
import { expect, it, vi } from 'vitest';
import { createSmallFile } from '../../adapters/fs/small-file';
import { watchSmallFile } from '../../adapters/fs/watch-small-file';
import { nodeTimers } from '../../adapters/system/node-timers';
import { tempDir } from '../../testing/temp-dir';
import { createSettingsService } from './settings-service';

const serviceAt = (path: string) => createSettingsService({ file: createSmallFile(path), epoch: 'e' });

it('begins with defaults and writes nothing until something is changed', async () => {
  const path = join(tempDir(), 'settings.json');
  const service = await serviceAt(path);
  expect(service.state()).toMatchObject({ problem: null, settings: { appearance: { theme: 'system' } } });
  expect(existsSync(path)).toBe(false);
});

it('S2 keeps every key the patch does not name, known or not', async () => {
  const path = join(tempDir(), 'settings.json');
  const before = {
    version: 1,
    appearance: { theme: 'light', glow: 3 },
    future: { a: [1] },
    keys: { x: 'y' },
  };
  writeFileSync(path, JSON.stringify(before));
  const service = await serviceAt(path);
  const answer = await service.update({ appearance: { theme: 'dark' }, keys: { z: null } });
  expect(answer.ok).toBe(true);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    ...defaultSettings(),
    appearance: { theme: 'dark', glow: 3, density: 'comfortable', text_size_percent: 100 },
    future: { a: [1] },
    keys: { x: 'y', z: null },
  });
});

it.each([
  ['not JSON', '{ "version": 1,', 'settings-not-json'],
  ['a wrong value', '{"appearance":{"theme":"pink"}}', 'settings-invalid'],
  ['a newer version', '{"version":99}', 'settings-newer'],
])('S1 a file with %s is reported, left untouched, and used again once mended', async (_what, text, code) => {
  const path = join(tempDir(), 'settings.json');
  writeFileSync(path, text);
  const service = await serviceAt(path);
  expect(service.state()).toMatchObject({ problem: { code }, settings: { appearance: { theme: 'system' } } });
  expect(await service.update({ appearance: { theme: 'dark' } })).toMatchObject({
    ok: false,
    error: { code: 'settings-in-the-way', problem: { code } },
  });
  expect(readFileSync(path, 'utf8')).toBe(text);
  writeFileSync(path, '{"appearance":{"theme":"light"}}');
  expect(await service.reload()).toMatchObject({
    problem: null,
    settings: { appearance: { theme: 'light' } },
  });
});

it('S1 a settings path that is a folder is reported', async () => {
  const service = await serviceAt(tempDir());
  expect(service.state().problem?.code).toBe('settings-unreadable');
});

it('S3 publishes what was saved, and nothing when it could not be', async () => {
  const folder = tempDir();
  const path = join(folder, 'settings.json');
  const service = await serviceAt(path);
  const themes: unknown[] = [];
  const stop = service.feed.follow(null, (frame) => {
    if (frame.type === 'change') themes.push(frame.change.settings.appearance.theme);
  });
  await Promise.all([
    service.update({ appearance: { theme: 'dark' } }),
    service.update({ appearance: { text_size_percent: 120 } }),
  ]);
  expect(service.state().settings.appearance).toMatchObject({ theme: 'dark', text_size_percent: 120 });
  expect(themes).toEqual(['dark', 'dark']);
  stop();
  if (process.getuid?.() === 0) return; // Nothing is unwritable to root.
  chmodSync(folder, 0o500);
  expect(await service.update({ appearance: { theme: 'light' } })).toMatchObject({
    error: { code: 'settings-not-saved' },
  });
  expect(service.state().settings.appearance.theme).toBe('dark');
  chmodSync(folder, 0o700);
});

it('S1 S3 a file that is made, edited and broken by hand is noticed while the app runs', async () => {
  const path = join(tempDir(), 'later', 'settings.json');
  const service = await createSettingsService({
    file: createSmallFile(path),
    epoch: 'e',
    watch: (onChange) => watchSmallFile(path, nodeTimers, onChange),
  });
  const published: unknown[] = [];
  const stop = service.feed.follow(null, (frame) => {
    if (frame.type === 'change') published.push(frame.change.settings.appearance.theme);
  });
  const noticed = (expected: object) =>
    vi.waitFor(() => expect(service.state()).toMatchObject(expected), { timeout: 20_000 });
  mkdirSync(join(path, '..'));
  writeFileSync(path, '{"appearance":{"theme":"dark"}}');
  await noticed({ settings: { appearance: { theme: 'dark' } } });
  expect(published).toContain('dark');
  writeFileSync(path, '{ "appearance": ');
  await noticed({ problem: { code: 'settings-not-json' } });
  expect(readFileSync(path, 'utf8')).toBe('{ "appearance": ');
  writeFileSync(`${path}.new`, '{"appearance":{"theme":"light"}}');
  renameSync(`${path}.new`, path);
  await noticed({ problem: null, settings: { appearance: { theme: 'light' } } });
  stop();
  service.close();
});
