import type { Result } from '@domain/result';
import { z } from 'zod';

/** A door is a way in. Being connected and being allowed are two questions; an entry's `doors` answers the second. */
export const Door = z.enum(['ui', 'cli', 'rest', 'mcp', 'hook']);
export type Door = z.infer<typeof Door>;

type ErrorShape = { code: string };

export type Command<
  I extends z.ZodType,
  O extends z.ZodType,
  E extends z.ZodType<ErrorShape>,
  K extends 'command' | 'query' = 'command' | 'query',
> = {
  readonly kind: K;
  readonly input: I;
  readonly output: O;
  readonly errors: E;
  readonly doors: readonly Door[];
};

export type Stream<
  I extends z.ZodType,
  S extends z.ZodType,
  C extends z.ZodType,
  E extends z.ZodType<ErrorShape>,
> = {
  readonly kind: 'stream';
  readonly input: I;
  readonly snapshot: S;
  readonly change: C;
  readonly errors: E;
  readonly doors: readonly Door[];
};

type CommandParts<I, O, E> = { input: I; output: O; errors: E; doors: readonly Door[] };

/** Changes something. */
export function command<I extends z.ZodType, O extends z.ZodType, E extends z.ZodType<ErrorShape>>(
  parts: CommandParts<I, O, E>,
): Command<I, O, E, 'command'> {
  return { kind: 'command', ...parts };
}

/** Only asks: safe to send again after a lost connection. */
export function query<I extends z.ZodType, O extends z.ZodType, E extends z.ZodType<ErrorShape>>(
  parts: CommandParts<I, O, E>,
): Command<I, O, E, 'query'> {
  return { kind: 'query', ...parts };
}

/** A snapshot first, then numbered changes (`@domain/feed`); resumable with the cursor of the last frame. */
export function stream<
  I extends z.ZodType,
  S extends z.ZodType,
  C extends z.ZodType,
  E extends z.ZodType<ErrorShape>,
>(parts: { input: I; snapshot: S; change: C; errors: E; doors: readonly Door[] }): Stream<I, S, C, E> {
  return { kind: 'stream', ...parts };
}

/** For an entry that cannot fail in an expected way. */
export const NoErrors = z.never() as z.ZodType<ErrorShape & { code: never }>;

// biome-ignore lint/suspicious/noExplicitAny: the one place that speaks of entries of every shape at once
export type AnyCommand = Command<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyStream = Stream<any, any, any, any>;
export type AnyEntry = AnyCommand | AnyStream;
export type Subject = { readonly [entry: string]: AnyEntry };
export type Contract = { readonly [subject: string]: Subject };

export type InputOf<E extends AnyEntry> = z.infer<E['input']>;
/** What a caller writes: fields with a default may be left out. */
export type RawInputOf<E extends AnyEntry> = z.input<E['input']>;
export type OutputOf<E extends AnyCommand> = z.infer<E['output']>;
export type SnapshotOf<E extends AnyStream> = z.infer<E['snapshot']>;
export type ChangeOf<E extends AnyStream> = z.infer<E['change']>;
export type ErrorOf<E extends AnyEntry> = z.infer<E['errors']>;
export type AnswerOf<E extends AnyCommand> = Result<OutputOf<E>, ErrorOf<E> | DispatchError>;

/** What the dispatch itself may answer, at any entry. */
export const DispatchError = z.discriminatedUnion('code', [
  z.object({ code: z.literal('unknown-entry'), name: z.string() }),
  z.object({ code: z.literal('door-closed'), name: z.string(), door: Door }),
  z.object({
    code: z.literal('invalid-input'),
    name: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
  z.object({ code: z.literal('internal-error'), name: z.string(), incident: z.string() }),
  /** The window shows a demo that has ended meanwhile. */
  z.object({ code: z.literal('demo-over') }),
]);
export type DispatchError = z.infer<typeof DispatchError>;
