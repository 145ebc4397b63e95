import type { BeadId, SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { BadTransition, BeadAlreadyLinked, SessionAction, TagInvalid } from './errors';
import type { SessionDetails, SessionFact } from './events';
import { type Attention, type Session, type SessionStats, saysStats } from './record';
import { phaseOf, refusal } from './status-machine';
import { changeTags, type TagChange } from './tags';

/** Everything that is no step of the status machine: what people write on a session, and what is learnt about it. */
export type Edit =
  | { readonly type: 'rename'; readonly title: string | null }
  | { readonly type: 'set-notes'; readonly notes: string | null }
  | { readonly type: 'change-tags'; readonly change: TagChange }
  /** Several at once, all or none; what is left out stays. The tag changes happen in their order. */
  | {
      readonly type: 'annotate';
      readonly title?: string | null;
      readonly summary?: string | null;
      readonly changes: readonly TagChange[];
    }
  | { readonly type: 'set-objective'; readonly objective: string | null }
  | { readonly type: 'link-bead'; readonly bead_id: BeadId }
  | { readonly type: 'unlink-bead' }
  | { readonly type: 'note-files'; readonly files: readonly string[] }
  /** `replaced`: those that an amend or a rebase made again as these. */
  | {
      readonly type: 'note-commits';
      readonly commits: readonly string[];
      readonly replaced?: readonly string[];
    }
  | { readonly type: 'note-details'; readonly details: SessionDetails }
  /** Joins what is there; a null takes an entry away. */
  | { readonly type: 'note-metadata'; readonly entries: Readonly<Record<string, unknown>> }
  | { readonly type: 'count-stats'; readonly stats: SessionStats }
  | { readonly type: 'focus' }
  | { readonly type: 'raise-attention'; readonly reason: Attention['reason'] }
  | { readonly type: 'settle-attention' }
  | { readonly type: 'link-child'; readonly child_id: SessionId }
  | { readonly type: 'trash' }
  | { readonly type: 'untrash' }
  | { readonly type: 'purge' };

export type EditError = BadTransition | BeadAlreadyLinked | TagInvalid;

/** `capture`: the transcript said it. That is a record of what happened, so it reaches a closed session too. */
export type EditSource = 'person' | 'capture';

const kindOf: Readonly<Record<Edit['type'], SessionAction | 'record'>> = {
  rename: 'annotate',
  'set-notes': 'annotate',
  'change-tags': 'annotate',
  annotate: 'annotate',
  'set-objective': 'edit',
  'link-bead': 'edit',
  'unlink-bead': 'edit',
  'note-files': 'edit',
  'note-commits': 'edit',
  'note-details': 'record',
  'note-metadata': 'record',
  'count-stats': 'record',
  focus: 'record',
  'raise-attention': 'record',
  'settle-attention': 'record',
  'link-child': 'record',
  trash: 'trash',
  untrash: 'untrash',
  purge: 'purge',
};

export function decideEdit(
  session: Session,
  edit: Edit,
  source: EditSource = 'person',
): Result<SessionFact[], EditError> {
  return isAllowed(session, edit, source) ? factsOf(session, edit) : err(refusal(session, edit.type));
}

function isAllowed(session: Session, edit: Edit, source: EditSource): boolean {
  const isTrashed = session.trashed_at !== undefined;
  switch (kindOf[edit.type]) {
    case 'record':
      return true;
    case 'untrash':
    case 'purge':
      return isTrashed;
    case 'trash':
      return !isTrashed && session.status === 'closed';
    case 'annotate':
      return !isTrashed;
    default:
      // An external session is never really closed by us: linking it to a bead is how it is adopted.
      return (
        source === 'capture' ||
        (!isTrashed && (phaseOf(session) !== 'closed' || session.owner === 'external'))
      );
  }
}

function factsOf(session: Session, edit: Edit): Result<SessionFact[], EditError> {
  switch (edit.type) {
    case 'rename':
      return one((session.title ?? null) !== edit.title, { type: 'retitled', title: edit.title });
    case 'set-notes':
      return one((session.notes ?? null) !== edit.notes, { type: 'notes-set', notes: edit.notes });
    case 'set-objective':
      return one((session.objective ?? null) !== edit.objective, {
        type: 'objective-set',
        objective: edit.objective,
      });
    case 'change-tags': {
      const tags = changeTags(session.tags, edit.change);
      if (!tags.ok) return tags;
      return one(tags.value.join('\n') !== session.tags.join('\n'), { type: 'tags-set', tags: tags.value });
    }
    case 'annotate':
      return annotate(session, edit);
    case 'link-bead':
      if (session.bead_id === undefined) return ok([{ type: 'bead-linked', bead_id: edit.bead_id }]);
      if (session.bead_id === edit.bead_id) return ok([]);
      return err({ code: 'bead-already-linked', session_id: session.id, bead_id: session.bead_id });
    case 'unlink-bead':
      return session.bead_id === undefined
        ? ok([])
        : ok([{ type: 'bead-unlinked', bead_id: session.bead_id }]);
    case 'note-files':
      return more(session.files_touched, edit.files, (files) => ({ type: 'files-touched', files }));
    case 'note-commits':
      return noteCommits(session, edit);
    case 'note-details':
      return one(Object.keys(edit.details).length > 0, { type: 'details-noted', details: edit.details });
    case 'note-metadata': {
      const joined = { ...session.metadata, ...edit.entries };
      const metadata = Object.fromEntries(Object.entries(joined).filter(([, value]) => value !== null));
      return one(Object.keys(edit.entries).length > 0, { type: 'details-noted', details: { metadata } });
    }
    case 'count-stats':
      // While a process of ours runs, it counts.
      return one(session.open_run === undefined && !saysStats(session.stats, edit.stats), {
        type: 'stats-counted',
        stats: edit.stats,
      });
    case 'focus':
      return ok([{ type: 'focused' }]);
    case 'raise-attention':
      return one(session.attention?.reason !== edit.reason, {
        type: 'attention-raised',
        reason: edit.reason,
      });
    case 'settle-attention':
      return one(session.attention !== undefined, { type: 'attention-settled' });
    case 'link-child':
      return one(!session.child_ids.includes(edit.child_id), {
        type: 'child-linked',
        child_id: edit.child_id,
      });
    case 'trash':
      return ok([{ type: 'trashed' }]);
    case 'untrash':
      return ok([{ type: 'untrashed' }]);
    case 'purge':
      return ok([{ type: 'purged' }]);
  }
}

function annotate(
  session: Session,
  { title, summary, changes }: Extract<Edit, { type: 'annotate' }>,
): Result<SessionFact[], EditError> {
  const facts: SessionFact[] = [];
  if (title !== undefined && title !== (session.title ?? null)) facts.push({ type: 'retitled', title });
  if (summary !== undefined && summary !== (session.summary ?? null))
    facts.push({ type: 'details-noted', details: { summary } });
  let tags: readonly string[] = session.tags;
  for (const change of changes) {
    const next = changeTags(tags, change);
    if (!next.ok) return next;
    tags = next.value;
  }
  if (tags.join('\n') !== session.tags.join('\n')) facts.push({ type: 'tags-set', tags: [...tags] });
  return ok(facts);
}

function noteCommits(
  { commits: known }: Session,
  { commits, replaced = [] }: Extract<Edit, { type: 'note-commits' }>,
): Result<SessionFact[], EditError> {
  const fresh = [...new Set(commits)].filter((sha) => !known.includes(sha) && !replaced.includes(sha));
  const gone = [...new Set(replaced)].filter((sha) => known.includes(sha));
  return one(fresh.length + gone.length > 0, {
    type: 'commits-noted',
    commits: fresh,
    ...(gone.length === 0 ? {} : { replaced: gone }),
  });
}

/** A change that changes nothing is no fact. */
function one(isChange: boolean, fact: SessionFact): Result<SessionFact[], never> {
  return ok(isChange ? [fact] : []);
}

function more(
  known: readonly string[],
  given: readonly string[],
  fact: (fresh: string[]) => SessionFact,
): Result<SessionFact[], never> {
  const seen = new Set(known);
  const fresh = [...new Set(given)].filter((item) => !seen.has(item));
  return one(fresh.length > 0, fact(fresh));
}
