import { command, NoErrors, stream } from '@contract/procedure';
import { ok } from '@domain/result';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lazily, lazyRoutes } from './lazy-routes';
import type { HandlersOf } from './router';

const subject = {
  ask: command({ input: z.string(), output: z.string(), errors: NoErrors, doors: ['ui'] }),
  watch: stream({
    input: z.null(),
    snapshot: z.string(),
    change: z.string(),
    errors: NoErrors,
    doors: ['ui'],
  }),
};
const caller = { door: 'ui', connection: 'test' } as const;

function setUp() {
  const log: string[] = [];
  const routes: HandlersOf<typeof subject> = {
    ask: async (input, { door }) => ok(`${input} by ${door}`),
    watch: async (_input, after, deliver) => {
      deliver({ type: 'snapshot', cursor: { epoch: 'e', seq: after?.seq ?? 0 }, value: 'all' });
      return ok(() => void log.push('stopped'));
    },
  };
  const service = lazily(async () => {
    log.push('built');
    return { routes, close: async () => void log.push('closed') };
  });
  return { log, service, lazy: lazyRoutes(subject, async () => (await service.get()).routes) };
}

describe('lazy routes', () => {
  it('builds once, at the first call, and passes everything on', async () => {
    const { log, lazy, service } = setUp();
    expect(log).toEqual([]);
    const frames: unknown[] = [];
    const [answer, stop] = await Promise.all([
      lazy.ask('hello', caller),
      lazy.watch(null, { epoch: 'e', seq: 3 }, (frame) => frames.push(frame), caller),
    ]);
    if (stop.ok) stop.value();
    expect([answer, frames]).toEqual([
      ok('hello by ui'),
      [{ type: 'snapshot', cursor: { epoch: 'e', seq: 3 }, value: 'all' }],
    ]);
    await service.close();
    expect(log).toEqual(['built', 'stopped', 'closed']);
  });

  it('what was never asked for is neither built nor closed', async () => {
    const { log, service } = setUp();
    await service.close();
    expect(log).toEqual([]);
  });

  it('what could not be built has nothing to close', async () => {
    const broken = lazily(async (): Promise<{ close(): Promise<void> }> => {
      throw new Error('broken');
    });
    await expect(broken.get()).rejects.toThrow('broken');
    await broken.close();
  });
});
