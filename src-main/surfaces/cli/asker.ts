import type { BeadsContract } from '@contract/index';
import type { AnswerOf, AnyCommand, RawInputOf } from '@contract/procedure';
import { err, type Result } from '@domain/result';
import type { Dispatch } from '../dispatch';
import type { SocketClient } from '../socket-client';

type CommandNames<S extends keyof BeadsContract> = {
  [K in keyof BeadsContract[S]]: BeadsContract[S][K] extends AnyCommand ? K : never;
}[keyof BeadsContract[S]] &
  string;
type EntryOf<
  S extends keyof BeadsContract,
  K extends keyof BeadsContract[S],
> = BeadsContract[S][K] extends AnyCommand ? BeadsContract[S][K] : never;

/**
 * How a command asks: the running app when there is one, else the same services composed here. Which of the two it was
 * shows nowhere in the answer.
 */
export type Asker = {
  ask<S extends keyof BeadsContract & string, K extends CommandNames<S>>(
    subject: S,
    entry: K,
    input: RawInputOf<EntryOf<S, K>>,
  ): Promise<AnswerOf<EntryOf<S, K>> | Result<never, { code: 'connection-lost' }>>;
  /** By the whole name, for what is told apart at run time. */
  call(name: string, input: unknown): Promise<Result<unknown, { code: string; [fact: string]: unknown }>>;
  close(): Promise<void>;
};

export type Direct = { readonly dispatch: Dispatch; close(): Promise<void> };
export type AskerDeps = {
  /** Null: no app runs. */
  readonly connect: () => Promise<SocketClient | null>;
  readonly composeHere: () => Promise<Direct>;
  /** Whom it asks for: the person who typed a command, or an agent. */
  readonly door?: 'cli' | 'mcp';
};

type Line = { call: Asker['call']; close(): Promise<void> };

export function createAsker({ connect, composeHere, door = 'cli' }: AskerDeps): Asker {
  let opening: Promise<Line> | null = null;

  const open = async (): Promise<Line> => {
    const client = await connect();
    if (client !== null) {
      return {
        call: (name, input) => client.call(name, input, door === 'mcp'),
        close: async () => client.close(),
      };
    }
    const direct = await composeHere();
    const caller = { door, connection: door } as const;
    return { call: (name, input) => direct.dispatch.call(name, input, caller), close: () => direct.close() };
  };

  const call: Asker['call'] = async (name, input) => {
    opening ??= open();
    return (await opening).call(name, input);
  };

  return {
    call,
    ask: async (subject, entry, input) => {
      // The other side checked the answer against the same contract; reading it again would load every schema here.
      const answer = await call(`${subject}.${entry}`, input);
      return answer as AnswerOf<EntryOf<typeof subject, typeof entry>>;
    },
    async close() {
      const line = await opening?.catch(() => null);
      opening = Promise.resolve({
        call: async () => err({ code: 'connection-lost' }),
        close: async () => {},
      });
      await line?.close();
    },
  };
}
