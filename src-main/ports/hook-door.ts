import type { Result } from '@domain/result';

/*
 * Where the hooks of one process of Claude knock.
 *
 * H1  A door belongs to one process: its token opens nothing else, and only to tell. Nothing can be asked through it.
 * H2  What is told is data of a program that may be lied to: it is bounded, and a wrong knock is refused without a word.
 * H3  After `close` nothing comes in; whoever still waits for an answer gets the empty one.
 */
export type HookDoor = {
  readonly url: string;
  /** Goes in the header of this name. */
  readonly header: string;
  readonly token: string;
  close(): void;
};

export type HookCall = Readonly<Record<string, unknown>>;

/** The empty answer leaves everything to Claude. `left`: Claude waits no longer. */
export type HearHook = (call: HookCall, left: Promise<void>) => Promise<object>;

export type HookDoors = {
  open(hear: HearHook): Promise<Result<HookDoor, { readonly code: 'hooks-failed'; readonly detail: string }>>;
  close(): Promise<void>;
};
