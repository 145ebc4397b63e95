import { err, ok } from '@domain/result';
import { describe, expect, it } from 'vitest';
import type { SocketClient } from '../socket-client';
import { createAsker, type Direct } from './asker';

const running = (log: string[]): SocketClient => ({
  call: async (name) => {
    log.push(`asked ${name}`);
    return ok('from the running app');
  },
  follow: () => () => {},
  isLost: () => false,
  close: () => void log.push('hung up'),
});
const direct = (log: string[]): Direct => ({
  dispatch: {
    call: async (name, _input, caller) => {
      log.push(`called ${name} by ${caller.door}`);
      return ok('from here');
    },
    follow: async () => err({ code: 'unused' }),
  },
  close: async () => void log.push('closed'),
});

describe('asker', () => {
  it('asks the running app, and composes nothing', async () => {
    const log: string[] = [];
    const asker = createAsker({
      connect: async () => running(log),
      composeHere: async () => {
        throw new Error('composed');
      },
    });
    expect(await asker.ask('app', 'info', {})).toEqual(ok('from the running app'));
    await asker.close();
    expect(log).toEqual(['asked app.info', 'hung up']);
  });

  it('composes once when none runs, and closes what it composed', async () => {
    const log: string[] = [];
    let composed = 0;
    const asker = createAsker({
      connect: async () => null,
      composeHere: async () => {
        composed += 1;
        return direct(log);
      },
    });
    await Promise.all([asker.ask('app', 'info', {}), asker.ask('app', 'doctor', {})]);
    await asker.close();
    await asker.close();
    expect([composed, log]).toEqual([1, ['called app.info by cli', 'called app.doctor by cli', 'closed']]);
    expect(await asker.call('app.info', {})).toEqual(err({ code: 'connection-lost' }));
  });

  it('opens nothing when nothing is asked', async () => {
    const never = async (): Promise<never> => {
      throw new Error('opened');
    };
    await createAsker({ connect: never, composeHere: never }).close();
  });
});
