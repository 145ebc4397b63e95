import { ok } from '@domain/result';
import { describe, expect, it } from 'vitest';
import type { Asker } from '../cli/asker';
import { createAgentLine } from './agent-line';

function bench() {
  const log: string[] = [];
  let opened = 0;
  const line = createAgentLine(() => {
    opened += 1;
    const name = opened;
    log.push(`open ${name}`);
    return {
      ask: (async () => ok(name)) as unknown as Asker['ask'],
      call: async () => ok(name),
      close: async () => {
        log.push(`closing ${name}`);
        await Promise.resolve();
        log.push(`closed ${name}`);
      },
    };
  });
  return { line, log };
}

describe('agent line', () => {
  it('is shared by calls that overlap, and closed with the last', async () => {
    const { line, log } = bench();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = line.use(() => held);
    await line.use(async (ask) => expect(await ask('app', 'info', {})).toEqual(ok(1)));
    expect(log).toEqual(['open 1']);
    release();
    await slow;
    expect(log).toEqual(['open 1', 'closing 1', 'closed 1']);
  });

  it('is opened anew, and only when the one before is closed, also after a call that failed', async () => {
    const { line, log } = bench();
    const failing = line.use(async () => {
      throw new Error('no');
    });
    const caught = failing.catch((error: Error) => error.message);
    expect(await caught).toBe('no');
    await Promise.all([line.use(async () => null), line.use(async () => null)]);
    const next = line.use(async () => null);
    await next;
    const order = log.join(', ');
    expect(order).not.toMatch(/closing (\d+), open/);
    expect(log.filter((one) => one.startsWith('open')).length).toBe(
      log.filter((one) => one.startsWith('closed')).length,
    );
  });
});
