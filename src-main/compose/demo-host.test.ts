import { ok } from '@domain/result';
import { expect, it } from 'vitest';
import { createDemoHost } from './demo-host';

it('a demo whose program does not start leaves nothing behind', async () => {
  let closed = 0;
  const made = {
    env: {},
    project: '/demo',
    close: async () => {
      closed += 1;
    },
  };
  const host = createDemoHost({
    make: async () => ok(made),
    compose: async () => {
      throw new Error('no');
    },
  });
  await expect(host.routes.start({}, { door: 'ui', connection: 'test' })).rejects.toThrow('no');
  expect([closed, host.dispatch()]).toEqual([1, null]);
  await host.close();
  expect(closed).toBe(1);
});
