import { defaultSettings, type SettingsPatch } from '@domain/settings';
import { beforeEach, expect, it } from 'vitest';
import { createClient } from '../../bridge/client';
import { createFakeServer } from '../../testing/fake-server';
import { changeSettings, undoSettings, useSettingsEdit } from './settings';

beforeEach(() => useSettingsEdit.setState({ wishes: [], undo: null, failure: null }));

it('an undo that could not be written can be tried again', async () => {
  const server = createFakeServer();
  const client = createClient(server.transport);
  const written: SettingsPatch[] = [];
  let isFull = false;
  server.on('settings.update', ({ patch }: { patch: SettingsPatch }) => {
    if (isFull) return { ok: false, error: { code: 'settings-not-saved', file: '/s', detail: 'ENOSPC' } };
    written.push(patch);
    return { ok: true, value: { settings: defaultSettings(), problem: null, file: '/s' } };
  });
  await changeSettings(client, defaultSettings(), { appearance: { theme: 'dark' } }, 'Theme is dark');
  isFull = true;
  await undoSettings(client);
  expect(useSettingsEdit.getState()).toMatchObject({
    undo: { words: 'Theme is dark' },
    failure: { code: 'settings-not-saved' },
    wishes: [],
  });
  isFull = false;
  await undoSettings(client);
  expect(written.at(-1)).toEqual({ appearance: { theme: 'system' } });
  expect(useSettingsEdit.getState()).toMatchObject({ undo: null, failure: null });
});
