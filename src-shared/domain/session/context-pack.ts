import { z } from 'zod';
import { Timestamp } from './values';

export const CONTEXT_VERSION = 1;

const Count = z.int().nonnegative();
/** Of the bytes as they were read, before any filter: the way to tell whether something changed. */
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** `named-files`: those the bead's own text names. `files`: those a person chose. */
export const ContextPartKind = z.enum([
  'bead',
  'blockers',
  'named-files',
  'files',
  'diff',
  'sessions',
  'notes',
]);
export type ContextPartKind = z.infer<typeof ContextPartKind>;

export const ContextFile = z.object({
  /** From the folder Claude works in on, with slashes. */
  path: z.string().max(4096),
  bytes: Count,
  tokens: Count,
  sha256: Sha256,
});
export type ContextFile = z.infer<typeof ContextFile>;

/** One heading of what is sent. */
export const ContextPart = z.object({
  kind: ContextPartKind,
  /** For people: how many of what. */
  about: z.string(),
  bytes: Count,
  /** Estimated; see `estimateTokens`. */
  tokens: Count,
  sha256: Sha256,
});
export type ContextPart = z.infer<typeof ContextPart>;

/** What a person wants Claude to be told; the same choice is previewed and sent. */
export const ContextChoice = z.strictObject({
  parts: z.array(ContextPartKind).max(20),
  /** Paths and globs, from the project on. */
  files: z.array(z.string().min(1).max(4096)).max(200),
  notes: z.string().max(100_000),
});
export type ContextChoice = z.infer<typeof ContextChoice>;

/**
 * `context.json`: what Claude was told when the session began, and the state of the world then. A resume compares the bead,
 * the commit and the files with what they are now. Texts have passed the privacy filter; the hashes are of the originals.
 */
export const ContextPack = z.looseObject({
  version: z.int().positive(),
  made_at: Timestamp,
  bead: z
    .object({
      id: z.string(),
      title: z.string(),
      status: z.string(),
      assignee: z.string().nullable(),
      updated_at: z.string(),
    })
    .nullable(),
  /** The checkout that Claude works in, as it was before its first turn. */
  git: z
    .object({
      root: z.string(),
      branch: z.string().nullable(),
      head: z.string().nullable(),
      base: z.string().nullable(),
    })
    .nullable(),
  parts: z.array(ContextPart),
  files: z.array(ContextFile),
  /** Everything Claude was told first: the prompt, then the parts. */
  text: z.string(),
  /** Where the prompt ends in it: a start with another prompt takes the parts along. */
  prompt_chars: Count.default(0),
  text_sha256: Sha256,
  tokens: Count,
  budget_tokens: Count,
});
export type ContextPack = z.infer<typeof ContextPack>;

export const NO_CONTEXT: ContextChoice = { parts: [], files: [], notes: '' };

/** A file or pattern that a person chose, and that does not go along. */
export const LeftOut = z.object({
  path: z.string(),
  why: z.enum(['no-match', 'outside', 'unreadable', 'binary', 'too-big', 'over-budget', 'too-many']),
});
export type LeftOut = z.infer<typeof LeftOut>;

/** What would be sent for a choice, to the letter; and what else there is to choose. */
export const ContextPreview = z.object({
  parts: z.array(ContextPart.omit({ sha256: true }).extend({ is_chosen: z.boolean() })),
  files: z.array(ContextFile),
  left_out: z.array(LeftOut),
  text: z.string(),
  tokens: Count,
  budget_tokens: Count,
  /** Secrets that the privacy filter took out. */
  redactions: Count,
});
export type ContextPreview = z.infer<typeof ContextPreview>;

/** Null: from a newer program, or no pack of ours. */
export function readContextPack(value: unknown): ContextPack | null {
  const pack = ContextPack.safeParse(value);
  return pack.success && pack.data.version <= CONTEXT_VERSION ? pack.data : null;
}

const OPENS = '<context-pack>';
const CLOSES = '</context-pack>';

/** Everything Claude is told first: what a person says, then what goes along with it. */
export function joinContext(prompt: string, parts: readonly string[]): string {
  return parts.length === 0 ? prompt : `${prompt}\n\n${OPENS}\n${parts.join('\n\n')}\n${CLOSES}`;
}

/** What a person said, apart from the context pack that went along. */
export function splitContext(text: string): { readonly prompt: string; readonly context: string | null } {
  const at = text.indexOf(`${OPENS}\n`);
  const end = text.trimEnd();
  if (at < 0 || !end.endsWith(CLOSES)) return { prompt: text, context: null };
  const context = end.slice(at + OPENS.length, -CLOSES.length).trim();
  return { prompt: text.slice(0, at).trimEnd(), context };
}

/** Four bytes a token: what English text and code come to, within a quarter. */
export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / 4);
}
