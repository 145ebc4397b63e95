import type { SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import type { Session } from '@domain/session/record';
import { Status } from '@domain/session/values';
import type { FileError } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { readRegular } from '../fs/read-file';
import { writeAtomicNow } from '../fs/write-file';
import type { Sample } from './journal-file';
import { INDEX_VERSION } from './layout';
import type { StoreContext } from './store-context';

/** `index.json`: the listing in its documented shape, and how far the journal and audit log it covers reach. */
export type Checkpoint = {
  readonly sessions: readonly Session[];
  readonly tombstones: readonly SessionId[];
  readonly unfinishedPurges: readonly SessionId[];
  readonly journal: Sample;
  readonly generation: number;
  readonly auditOffset: number;
  readonly linesNotUnderstood: number;
};

export type FoundCheckpoint =
  | { readonly type: 'found'; readonly checkpoint: Checkpoint }
  | { readonly type: 'absent' | 'unreadable' }
  | { readonly type: 'newer'; readonly version: number };

export function readCheckpoint(path: string, fs: FileSystem): FoundCheckpoint {
  const read = readRegular(path, { fs });
  if (!read.ok) return { type: read.error.code === 'file-not-found' ? 'absent' : 'unreadable' };
  let raw: unknown;
  try {
    raw = JSON.parse(read.value.data.toString('utf8'));
  } catch {
    return { type: 'unreadable' };
  }
  if (!isRecord(raw)) return { type: 'unreadable' };
  const version = raw['version'];
  if (typeof version === 'number' && version > INDEX_VERSION) return { type: 'newer', version };
  const { sessions, tombstones, unfinished_purges } = raw;
  const [offset, sample, generation, auditOffset, lost] = [
    raw['journal_offset'],
    raw['journal_sample'],
    raw['journal_generation'],
    raw['audit_offset'],
    raw['lines_not_understood'],
  ];
  if (version !== INDEX_VERSION || typeof offset !== 'number' || typeof sample !== 'string')
    return { type: 'unreadable' };
  if (typeof generation !== 'number' || typeof auditOffset !== 'number') return { type: 'unreadable' };
  if (!Array.isArray(sessions) || !sessions.every(looksLikeSession)) return { type: 'unreadable' };
  if (!isIdList(tombstones) || !isIdList(unfinished_purges)) return { type: 'unreadable' };
  return {
    type: 'found',
    checkpoint: {
      sessions,
      tombstones,
      unfinishedPurges: unfinished_purges,
      journal: { offset, text: sample },
      generation,
      auditOffset,
      linesNotUnderstood: typeof lost === 'number' ? lost : 0,
    },
  };
}

const STATUSES: ReadonlySet<unknown> = new Set(Status.options);

/*
 * The file is ours and derived, so its ten thousand entries are looked at rather than parsed again: every field the
 * listing relies on. One that does not look right sends us to the journal, where each line is checked in full.
 */
function looksLikeSession(value: unknown): value is Session {
  if (!isRecord(value)) return false;
  return (
    typeof value['id'] === 'string' &&
    value['id'].length === 36 &&
    value['version'] === 1 &&
    typeof value['revision'] === 'number' &&
    STATUSES.has(value['status']) &&
    typeof value['project_id'] === 'string' &&
    typeof value['created_at'] === 'string' &&
    typeof value['updated_at'] === 'string' &&
    typeof value['chain_id'] === 'string' &&
    Array.isArray(value['tags']) &&
    Array.isArray(value['child_ids']) &&
    Array.isArray(value['files_touched']) &&
    Array.isArray(value['commits']) &&
    isRecord(value['capture']) &&
    isRecord(value['metadata'])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIdList(value: unknown): value is SessionId[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string');
}

const PER_PIECE = 250;

function* pieces(context: StoreContext, auditOffset: number): Generator<string> {
  const { memory, journal } = context;
  const active = memory.activeSessionId();
  const sample = journal.sample();
  yield `{"version":${INDEX_VERSION},"sessions":[`;
  let piece: string[] = [];
  let isFirst = true;
  const drain = () => {
    const text = `${isFirst ? '\n' : ',\n'}${piece.join(',\n')}`;
    isFirst = false;
    piece = [];
    return text;
  };
  for (const session of memory.sessions.values()) {
    piece.push(JSON.stringify(session));
    if (piece.length === PER_PIECE) yield drain();
  }
  if (piece.length > 0) yield drain();
  const rest = {
    active_session_id: active,
    active_session_ids: memory.activeSessionIds(),
    journal_offset: sample.offset,
    journal_sample: sample.text,
    journal_generation: context.generation,
    audit_offset: auditOffset,
    tombstones: [...memory.tombstones],
    unfinished_purges: [...memory.unfinishedPurges],
    lines_not_understood: context.linesNotUnderstood,
  };
  yield `\n],${JSON.stringify(rest).slice(1)}\n`;
}

/** Not forced to the disk: whatever a power cut leaves of it is either whole or rebuilt from the journal. */
export function writeCheckpoint(context: StoreContext, auditOffset: number): Result<void, FileError> {
  return writeAtomicNow(context.layout.index, pieces(context, auditOffset), { fs: context.fs });
}
