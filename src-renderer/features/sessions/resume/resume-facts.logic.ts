import type { ChangedFile } from '@domain/git/changes';
import { assertNever } from '@domain/result';
import type { BeadChange } from '@domain/session/since-pause';
import type { ResumePlan } from '@domain/work/resume-plan';
import { agoWords, momentWords } from '../../../app/time-words';
import { statusWord } from '../../bead';

export type Said = string | { readonly mono: string };
export type Fact = {
  readonly id: string;
  readonly kind: 'bead' | 'comment' | 'commit' | 'branch' | 'files' | 'context';
  readonly said: readonly Said[];
  /** Who and when; for files what was added and taken away. */
  readonly end: string | { readonly plus: number; readonly minus: number } | null;
};

const MOST_COMMITS = 3;
const MOST_NAMES = 3;
const mono = (text: string): Said => ({ mono: text });

/** What changed since the pause, one line each, the bead first. */
export function factsOf(plan: ResumePlan, nowMs: number): readonly Fact[] {
  return [
    ...beadFacts(plan.bead, nowMs),
    ...branchFacts(plan),
    ...commitFacts(plan, nowMs),
    ...baseFacts(plan, nowMs),
    ...fileFacts(plan),
    ...contextFacts(plan),
  ];
}

const who = (name: string | null, at: string | null, nowMs: number): string | null =>
  [name, at === null ? null : momentWords(at, nowMs)].filter((word) => word !== null).join(', ') || null;

function beadFacts(bead: ResumePlan['bead'], nowMs: number): Fact[] {
  if (bead === null) return [];
  const end = who(bead.updated_by, bead.updated_at, nowMs);
  const fact = (id: string, said: readonly Said[]): Fact => ({ id, kind: 'bead', said, end });
  const changed = bead.changed.map((change) => fact(change.field, [mono(bead.id), changeWords(change)]));
  const comments = bead.comments.map(
    ({ author, text, at }): Fact => ({
      id: `comment ${at} ${author}`,
      kind: 'comment',
      said: [`New comment: “${text}”`],
      end: who(author, at, nowMs),
    }),
  );
  // The verdict alone knows: a bead that is gone, and an edit of what nobody compared.
  const rest: Fact[] =
    bead.verdict === 'gone'
      ? [{ ...fact('gone', [mono(bead.id), ' was deleted']), end: null }]
      : bead.verdict === 'edited' && changed.length + comments.length === 0
        ? [fact('edited', [mono(bead.id), ' was edited'])]
        : [];
  return [...rest, ...changed, ...comments];
}

function changeWords({ field, before, now }: BeadChange): string {
  const status = (word: string | null) => statusWord(word ?? '').toLowerCase();
  switch (field) {
    case 'status':
      return before === null ? ` is ${status(now)} now` : ` went from ${status(before)} to ${status(now)}`;
    case 'assignee':
      if (now === null) return ` is nobody’s now, it was ${before}’s`;
      return ` is ${now}’s now${before === null ? '' : `, it was ${before}’s`}`;
    case 'priority':
      return ` went from ${before} to ${now}`;
    case 'title':
      return ` is called “${now}” now`;
    default:
      return assertNever(field);
  }
}

function branchFacts({ branch }: ResumePlan): Fact[] {
  if (branch === null || branch.before === branch.now) return [];
  const words = (name: string | null) => (name === null ? 'no branch' : mono(name));
  const said: Said[] = ['The checkout is on ', words(branch.now), ' now, it was on ', words(branch.before)];
  return [{ id: 'branch', kind: 'branch', said, end: null }];
}

function commitFacts({ commits, is_cut }: ResumePlan, nowMs: number): Fact[] {
  const shown = commits.slice(0, MOST_COMMITS).map(
    ({ sha, subject, author, committed_at }): Fact => ({
      id: sha,
      kind: 'commit',
      said: [mono(sha.slice(0, 7)), ` ${subject}`],
      end: who(author, committed_at, nowMs),
    }),
  );
  const more = commits.length - shown.length;
  const rest: Fact = {
    id: 'more commits',
    kind: 'commit',
    said: [`and ${more}${is_cut ? ' or more' : ''} other ${more === 1 ? 'commit' : 'commits'}`],
    end: null,
  };
  return more > 0 ? [...shown, rest] : shown;
}

function baseFacts({ base }: ResumePlan, nowMs: number): Fact[] {
  if (base === null) return [];
  const said: Said[] = [
    mono(base.name),
    ` moved on by ${base.commits} ${base.commits === 1 ? 'commit' : 'commits'}`,
  ];
  const end = `last one ${agoWords(base.last.committed_at, nowMs)}, ${base.last.author}`;
  return [{ id: 'base', kind: 'commit', said, end }];
}

function fileFacts({ files, touched, is_cut }: ResumePlan): Fact[] {
  const own = new Set(touched.changed);
  const [mine, others] = [
    files.filter(({ path }) => own.has(path)),
    files.filter(({ path }) => !own.has(path)),
  ];
  const count = (n: number) => `${n}${is_cut ? ' or more' : ''}`;
  return [
    ...line('touched', mine, `${mine.length} of ${touched.count} touched files changed: `),
    ...line(
      'others',
      others,
      `${count(others.length)} ${mine.length > 0 ? 'other ' : ''}${others.length === 1 ? 'file' : 'files'} changed: `,
    ),
  ];
}

function line(id: string, files: readonly ChangedFile[], words: string): Fact[] {
  if (files.length === 0) return [];
  const sum = (of: (file: ChangedFile) => number | null) =>
    files.reduce((total, file) => total + (of(file) ?? 0), 0);
  return [
    {
      id,
      kind: 'files',
      said: [words, ...names(files.map(({ path }) => path))],
      end: { plus: sum(({ additions }) => additions), minus: sum(({ deletions }) => deletions) },
    },
  ];
}

function contextFacts({ context }: ResumePlan): Fact[] {
  if (context.length === 0) return [];
  const words =
    context.length === 1
      ? '1 file of the context pack is'
      : `${context.length} files of the context pack are`;
  const said: Said[] = [`${words} not what Claude was told: `, ...names(context.map(({ path }) => path))];
  return [{ id: 'context', kind: 'context', said, end: null }];
}

function names(paths: readonly string[]): Said[] {
  const shown = paths
    .slice(0, MOST_NAMES)
    .flatMap((path, index) => (index === 0 ? [mono(path)] : [', ', mono(path)]));
  const more = paths.length - MOST_NAMES;
  return more > 0 ? [...shown, ` and ${more} more`] : shown;
}

const UNKNOWN = { bead: 'the bead', files: 'the files', context: 'the context pack' } as const;

/** Silence about what could not be compared would be a promise. */
export function unknownWords({ unknown }: Pick<ResumePlan, 'unknown'>): string | null {
  if (unknown.length === 0) return null;
  return `Could not be compared: ${unknown.map((part) => UNKNOWN[part]).join(', ')}.`;
}

/** Somebody else's decision about the work, said before anything runs; null: there is none. */
export function graveWords({ bead }: Pick<ResumePlan, 'bead'>, nowMs: number): string | null {
  if (bead === null) return null;
  const by = bead.updated_by === null ? '' : ` by ${bead.updated_by}`;
  const at = bead.updated_at === null ? '' : ` (${momentWords(bead.updated_at, nowMs)})`;
  switch (bead.verdict) {
    case 'closed':
      return `${bead.id} was closed${by}${at}.`;
    case 'taken':
      return `${bead.id} was taken by ${bead.now?.assignee ?? 'somebody else'}${at}.`;
    case 'gone':
      return `${bead.id} was deleted.`;
    default:
      return null;
  }
}
