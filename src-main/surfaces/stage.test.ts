import { ok } from '@domain/result';
import { expect, it } from 'vitest';
import type { Dispatch } from './dispatch';
import { stageDispatch } from './stage';

const speaking = (name: string): Dispatch => ({
  call: async () => ok(name),
  follow: async (_name, _input, _after, deliver) => {
    deliver({ type: 'snapshot', cursor: { epoch: name, seq: 0 }, value: name });
    return ok(() => {});
  },
});
const window = { door: 'ui', connection: 'one' } as const;
const guest = { ...window, app: 'demo' } as const;

it('a window that shows the demo speaks with the demo, and starts and leaves it through the program', async () => {
  let demo: Dispatch | null = speaking('demo');
  const stage = stageDispatch(speaking('program'), () => demo);
  expect(await stage.call('app.info', {}, window)).toEqual(ok('program'));
  expect(await stage.call('app.info', {}, guest)).toEqual(ok('demo'));
  expect(await stage.call('demo.leave', {}, guest)).toEqual(ok('program'));
  expect(await stage.call('app.save_outcome', {}, guest)).toEqual(ok('program'));
  const heard: unknown[] = [];
  await stage.follow('settings.watch', {}, null, (frame) => heard.push(frame.cursor.epoch), guest);
  demo = null;
  expect(heard).toEqual(['demo']);
  expect(await stage.call('app.info', {}, guest)).toEqual({ ok: false, error: { code: 'demo-over' } });
  expect(await stage.follow('settings.watch', {}, null, () => {}, guest)).toEqual({
    ok: false,
    error: { code: 'demo-over' },
  });
});
