import type {
  AnyCommand,
  AnyStream,
  ChangeOf,
  Contract,
  Door,
  ErrorOf,
  InputOf,
  OutputOf,
  SnapshotOf,
  Subject,
} from '@contract/procedure';
import type { Cursor, Frame } from '@domain/feed';
import type { Result } from '@domain/result';

/** Who asks. `connection` tells two windows apart in the log; it carries no rights. */
export type Caller = {
  readonly door: Door;
  readonly connection: string;
  /** The window shows the demo, not the program itself. */
  readonly app?: 'demo' | undefined;
};

export type Answer = (input: unknown, caller: Caller) => Promise<Result<unknown, { code: string }>>;
export type Follow = (
  input: unknown,
  after: Cursor | null,
  deliver: (frame: Frame<unknown, unknown>) => void,
  caller: Caller,
) => Promise<Result<() => void, { code: string }>>;

type CommandHandler<E extends AnyCommand> = (
  input: InputOf<E>,
  caller: Caller,
) => Promise<Result<OutputOf<E>, ErrorOf<E>>>;

type StreamHandler<E extends AnyStream> = (
  input: InputOf<E>,
  after: Cursor | null,
  deliver: (frame: Frame<SnapshotOf<E>, ChangeOf<E>>) => void,
  caller: Caller,
) => Promise<Result<() => void, ErrorOf<E>>>;

/** One handler per entry of a subject, typed from the contract: a missing one does not compile. */
export type HandlersOf<S extends Subject> = {
  readonly [K in keyof S]: S[K] extends AnyStream
    ? StreamHandler<S[K]>
    : S[K] extends AnyCommand
      ? CommandHandler<S[K]>
      : never;
};

export type RouterOf<C extends Contract> = { readonly [S in keyof C]: HandlersOf<C[S]> };
