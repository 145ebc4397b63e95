import type { SessionId } from '@domain/ids';
import type { Session } from '@domain/session/record';
import { Status } from '@domain/session/values';
import type { FileSystem } from '../fs/file-system';
import { readIndexLines, type WrittenIndex } from './index-lines';
import type { Sample } from './journal-file';
import { INDEX_VERSION } from './layout';

/** `index.json`: the listing in its documented shape, and how far the journal and audit log it covers reach. */
export type Checkpoint = {
  readonly sessions: readonly Session[];
  readonly tombstones: readonly SessionId[];
  readonly unfinishedPurges: readonly SessionId[];
  readonly journal: Sample;
  readonly generation: number;
  readonly auditOffset: number;
  readonly linesNotUnderstood: number;
  readonly written: WrittenIndex | null;
};

export type FoundCheckpoint =
  | { readonly type: 'found'; readonly checkpoint: Checkpoint }
  | { readonly type: 'absent' | 'unreadable' }
  | { readonly type: 'newer'; readonly version: number };

export function readCheckpoint(path: string, fs: FileSystem): FoundCheckpoint {
  const lines = readIndexLines(path, fs);
  if (lines === 'absent' || lines === 'unreadable') return { type: lines };
  const { entries, ends, firstAt, rest } = lines;
  const version = ends === null ? rest['version'] : INDEX_VERSION;
  if (typeof version === 'number' && version > INDEX_VERSION) return { type: 'newer', version };
  const [offset, sample, generation, auditOffset, lost] = [
    rest['journal_offset'],
    rest['journal_sample'],
    rest['journal_generation'],
    rest['audit_offset'],
    rest['lines_not_understood'],
  ];
  const { tombstones, unfinished_purges } = rest;
  if (version !== INDEX_VERSION || typeof offset !== 'number' || typeof sample !== 'string') {
    return { type: 'unreadable' };
  }
  if (typeof generation !== 'number' || typeof auditOffset !== 'number') return { type: 'unreadable' };
  if (!areSessions(entries)) return { type: 'unreadable' };
  if (!isIdList(tombstones) || !isIdList(unfinished_purges)) return { type: 'unreadable' };
  return {
    type: 'found',
    checkpoint: {
      sessions: entries,
      tombstones,
      unfinishedPurges: unfinished_purges,
      journal: { offset, text: sample },
      generation,
      auditOffset,
      linesNotUnderstood: typeof lost === 'number' ? lost : 0,
      written: ends === null ? null : { sessions: entries, ends, firstAt },
    },
  };
}

const STATUSES: ReadonlySet<unknown> = new Set(Status.options);

function areSessions(values: unknown[]): values is Session[] {
  return values.every(looksLikeSession);
}

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
