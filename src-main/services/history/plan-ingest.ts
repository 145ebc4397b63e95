import type { FileMark, TranscriptFile } from '../../ports/transcripts';

export type KnownFile = FileMark & { readonly sessionId: string };

/** A session that has something we have not read. */
export type DueSession = {
  readonly id: string;
  /** Read from the beginning: what is known of it is replaced. Else only what was added is read. */
  readonly isFresh: boolean;
  readonly isKnown: boolean;
  /** A part of what is known of it can be read by nobody any more: what is there is added to it. */
  readonly isAdded: boolean;
  readonly files: readonly { readonly path: string; readonly mark: FileMark | null }[];
  readonly updatedMs: number;
  readonly bytes: number;
};

export type IngestPlan = { readonly due: readonly DueSession[]; readonly unchanged: number };

/** Of a session that is known: whether all of it can be read again from these files, or from copies. */
export type IsWhole = (id: string, files: readonly TranscriptFile[]) => boolean;

/** What has to be read, the newest first. A file that is gone is no reason to forget what stood in it. */
export function planIngest(
  found: readonly TranscriptFile[],
  known: ReadonlyMap<string, KnownFile>,
  isWhole: IsWhole = () => true,
): IngestPlan {
  const bySession = new Map<string, TranscriptFile[]>();
  for (const file of found) {
    const files = bySession.get(file.sessionId);
    if (files === undefined) bySession.set(file.sessionId, [file]);
    else files.push(file);
  }
  const knownSessions = new Set([...known.values()].map(({ sessionId }) => sessionId));
  const due: DueSession[] = [];
  for (const [id, files] of bySession) {
    const session = planSession(id, files, known, knownSessions.has(id) ? isWhole : null);
    if (session !== null) due.push(session);
  }
  due.sort((a, b) => b.updatedMs - a.updatedMs || (a.id < b.id ? -1 : 1));
  return { due, unchanged: bySession.size - due.length };
}

function planSession(
  id: string,
  files: readonly TranscriptFile[],
  known: ReadonlyMap<string, KnownFile>,
  isWhole: IsWhole | null,
): DueSession | null {
  const states = files.map((file) => ({ file, mark: known.get(file.path) ?? null }));
  const changed = states.filter(({ file, mark }) => !isUnchanged(file, mark));
  if (changed.length === 0) return null;
  const isReplaced = changed.some(({ file, mark }) => mark !== null && !hasGrown(file, mark));
  const isFresh = isWhole === null || (isReplaced && isWhole(id, files));
  const read = (isFresh ? states : changed).map(({ file, mark }) => ({
    file,
    mark: isFresh || mark === null || !hasGrown(file, mark) ? null : mark,
  }));
  return {
    id,
    isFresh,
    isKnown: isWhole !== null,
    isAdded: isReplaced && !isFresh,
    files: read.map(({ file, mark }) => ({ path: file.path, mark })),
    updatedMs: Math.max(...files.map(({ mtimeMs }) => mtimeMs)),
    bytes: read.reduce((sum, { file, mark }) => sum + file.size - (mark?.offset ?? 0), 0),
  };
}

function isUnchanged(file: TranscriptFile, mark: FileMark | null): boolean {
  return (
    mark !== null && mark.size === file.size && mark.mtimeMs === file.mtimeMs && mark.inode === file.inode
  );
}

/** Written on, as Claude does. Another file at the same path, a shorter one or one of the same size was replaced. */
function hasGrown(file: TranscriptFile, mark: FileMark): boolean {
  return mark.inode === file.inode && file.size > mark.size;
}
