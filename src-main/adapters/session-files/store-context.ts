import type { ProjectId, SessionId } from '@domain/ids';
import type { SessionEvent } from '@domain/session/events';
import type { Clock } from '../../ports/clock';
import type { StoreChange, StoreNotice } from '../../ports/session-store';
import type { FileSystem } from '../fs/file-system';
import type { LockKeeper } from '../locks/lock-keeper';
import type { JournalFile } from './journal-file';
import type { Layout } from './layout';
import type { SessionMemory } from './session-memory';
import type { StickyLock } from './sticky-lock';

/** What has to follow the journal, and has not yet. */
export type Behind = {
  readonly metas: Set<SessionId>;
  /** Events that belong into the audit log, in journal order. */
  runs: SessionEvent[];
  index: boolean;
  readonly messagesUnsynced: Set<SessionId>;
  /** Sessions whose files changed since the replica was level. */
  readonly replica: Set<SessionId>;
  journalReplica: boolean;
};

/** The state the parts of one open store share. Only code that holds the journal's lock writes files. */
export type StoreContext = {
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly layout: Layout;
  readonly replica: Layout | null;
  readonly projectId: ProjectId;
  readonly journal: JournalFile;
  readonly keeper: LockKeeper;
  readonly lock: StickyLock;
  memory: SessionMemory;
  generation: number;
  linesNotUnderstood: number;
  /** Set once files of a newer program were met: from then on nothing is written. */
  newer: { file: string; version: number } | null;
  /** A process that had this store open was killed: what it left half-written is looked for. */
  wasKilled: boolean;
  readonly behind: Behind;
  tell(change: StoreChange): void;
  notice(notice: Unstamped<StoreNotice>): void;
  /** Something fell behind the journal: arrange for it to follow. */
  wake(): void;
};

export type Unstamped<T> = T extends unknown ? Omit<T, 'at'> : never;

export function createBehind(): Behind {
  return {
    metas: new Set(),
    runs: [],
    index: false,
    messagesUnsynced: new Set(),
    replica: new Set(),
    journalReplica: false,
  };
}

export const isRunEvent = (event: SessionEvent): boolean =>
  event.type === 'run-created' || event.type === 'run-completed';

/** Marks everything that must follow these events. */
export function fallBehind(context: StoreContext, events: readonly SessionEvent[]): void {
  const { behind } = context;
  for (const event of events) {
    behind.metas.add(event.session_id);
    behind.replica.add(event.session_id);
    if (isRunEvent(event)) behind.runs.push(event);
  }
  behind.index = true;
  behind.journalReplica = true;
  context.wake();
}
