import type { Bead } from '@domain/bead/record';
import type { ChangedFile } from '@domain/git/changes';
import type { Commit } from '@domain/git/repository';
import { z } from 'zod';
import { Timestamp } from './values';

/** What is remembered of the world around a session when its process ends; kept in its metadata. */
export const PauseMark = z.looseObject({
  at: Timestamp,
  bead: z
    .looseObject({
      status: z.string(),
      assignee: z.string().nullable(),
      updated_at: z.string().nullable(),
      priority: z.number().optional(),
      title: z.string().optional(),
    })
    .nullable(),
  git: z
    .looseObject({
      head: z.string().nullable(),
      branch: z.string().nullable(),
      tree: z.string(),
      /** The branch that the work began from, when it is another one. */
      base: z.object({ name: z.string(), head: z.string() }).nullable().optional(),
    })
    .nullable(),
});
export type PauseMark = z.infer<typeof PauseMark>;

export const PAUSE_MARK = 'pause_mark';

export function pauseMarkOf(metadata: Readonly<Record<string, unknown>>): PauseMark | null {
  return PauseMark.safeParse(metadata[PAUSE_MARK]).data ?? null;
}

export const BeadVerdict = z.enum(['same', 'edited', 'moved', 'taken', 'closed', 'gone', 'unknown']);
export type BeadVerdict = z.infer<typeof BeadVerdict>;

export type BeadNow = {
  readonly status: string;
  readonly assignee: string | null;
  readonly updated_at: string;
};

/**
 * Without a mark (the program was killed) only what a time tells is known: whether the bead was written after the pause, and
 * whether it is still being worked on.
 */
export function judgeBead(
  mark: PauseMark['bead'],
  pausedAt: string | undefined,
  now: BeadNow | null | 'unreadable',
): BeadVerdict {
  if (now === 'unreadable') return 'unknown';
  if (now === null) return 'gone';
  if (now.status === 'closed') return mark?.status === 'closed' ? 'same' : 'closed';
  if (mark === null) {
    if (now.status !== 'in_progress') return 'moved';
    return pausedAt !== undefined && Date.parse(now.updated_at) > Date.parse(pausedAt) ? 'edited' : 'same';
  }
  if (now.assignee !== null && now.assignee !== mark.assignee) return 'taken';
  if (now.status !== mark.status || now.assignee !== mark.assignee) return 'moved';
  return mark.updated_at !== null && sameMoment(now.updated_at, mark.updated_at) ? 'same' : 'edited';
}

const sameMoment = (a: string, b: string) => a === b || Date.parse(a) === Date.parse(b);

export const BeadChange = z.object({
  field: z.enum(['status', 'assignee', 'priority', 'title']),
  before: z.string().nullable(),
  now: z.string().nullable(),
});
export type BeadChange = z.infer<typeof BeadChange>;

/** Field by field, as far as the mark remembers; empty without one. */
export function beadChanges(
  mark: PauseMark['bead'],
  now: Pick<Bead, 'status' | 'assignee' | 'priority' | 'title'> | null,
): BeadChange[] {
  if (mark === null || now === null) return [];
  const pairs: BeadChange[] = [
    { field: 'status', before: mark.status, now: now.status },
    { field: 'assignee', before: mark.assignee, now: now.assignee ?? null },
    ...(mark.priority === undefined
      ? []
      : [{ field: 'priority' as const, before: `P${mark.priority}`, now: `P${now.priority}` }]),
    ...(mark.title === undefined ? [] : [{ field: 'title' as const, before: mark.title, now: now.title }]),
  ];
  return pairs.filter(({ before, now: is }) => before !== is);
}

export type SinceFacts = {
  readonly verdict: BeadVerdict | null;
  readonly branch: { readonly before: string | null; readonly now: string | null } | null;
  readonly commits: readonly Commit[];
  readonly files: readonly ChangedFile[];
  readonly context: readonly { readonly path: string }[];
  /** New on the branch the work began from. */
  readonly base?: { readonly name: string; readonly commits: number } | null;
  readonly comments?: readonly { readonly author: string; readonly text: string }[];
};

/** The tracker's own files change with every bead; that is told as a change of the bead. */
export function withoutTracker(files: readonly ChangedFile[]): ChangedFile[] {
  return files.filter(({ path }) => path !== '.beads' && !path.startsWith('.beads/'));
}

export function isUnchanged(facts: SinceFacts): boolean {
  const { verdict, branch, commits, files, context, base, comments = [] } = facts;
  const baseCommits = base?.commits ?? 0;
  const isBeadCalm = verdict === null || verdict === 'same' || verdict === 'unknown';
  const isSameBranch = branch === null || branch.before === branch.now;
  return (
    isBeadCalm &&
    isSameBranch &&
    commits.length + files.length + context.length + comments.length + baseCommits === 0
  );
}

const MOST_NAMED = 12;

/** One line for each kind of change, for the resume prompt. */
export function changesInWords(facts: SinceFacts, changed: readonly BeadChange[]): string[] {
  const { verdict, branch, commits, files, context, base, comments = [] } = facts;
  const status = changed.find(({ field }) => field === 'status');
  const others = changed.filter(({ field }) => field !== 'status');
  const assignee = changed.find(({ field }) => field === 'assignee')?.now;
  const named = (names: readonly string[]) =>
    `${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : ''}`;
  const beadWords: Readonly<Record<BeadVerdict, string | null>> = {
    same: null,
    unknown: null,
    edited: others.length > 0 || comments.length > 0 ? null : 'the bead was edited',
    moved:
      status === undefined
        ? null
        : status.before === null
          ? `the bead is ${status.now} now`
          : `the bead went from ${status.before} to ${status.now}`,
    taken: `somebody else took the bead${assignee == null ? '' : ` (${assignee})`}`,
    closed: 'the bead was closed',
    gone: 'the bead was deleted',
  };
  return [
    verdict === null ? null : beadWords[verdict],
    ...others
      .filter(({ field }) => verdict !== 'taken' || field !== 'assignee')
      .map(({ field, before, now }) => `its ${field} is ${now ?? 'none'} now, it was ${before ?? 'none'}`),
    ...comments.slice(0, MOST_NAMED).map(({ author, text }) => `${author} wrote: ${text.slice(0, 500)}`),
    base == null || base.commits === 0
      ? null
      : `${base.name} has ${base.commits} new ${base.commits === 1 ? 'commit' : 'commits'}`,
    branch === null || branch.before === branch.now
      ? null
      : `the branch is ${branch.now ?? 'detached'} now, it was ${branch.before ?? 'detached'}`,
    commits.length === 0
      ? null
      : `commits: ${named(commits.map(({ sha, subject }) => `${sha.slice(0, 8)} ${subject}`))}`,
    files.length === 0 ? null : `files changed outside the session: ${named(files.map(({ path }) => path))}`,
    context.length === 0 ? null : `context files that changed: ${named(context.map(({ path }) => path))}`,
  ].filter((line) => line !== null);
}
