import type { ProjectId, SessionId } from '@domain/ids';
import type { Refilter } from '@domain/privacy/refilter';
import type { RedactionCount } from '@domain/privacy/rules';
import type { Result } from '@domain/result';
import type { Locked, LockOwner, SessionFolderStrange, StoreError } from '@domain/session/errors';
import type { SessionEvent } from '@domain/session/events';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import type { Run } from '@domain/session/run';

/*
 * The sessions of one project, or of the user-data folder, on disk.
 *
 * The journal `events.jsonl` is the truth and the only file that is fsynced for each transition. One `commit` is one
 * append and one fsync, however many events and sessions it carries: create costs 1, start 2 (requested + run-created,
 * then started), close at most 2. Everything else follows the journal and is completed or rebuilt from it on open:
 * `meta.json` within 50 ms, `audit.jsonl` and `index.json` within 1 s, the replica in user-data within 5 s. A listing so
 * long that writing it takes more than 30 ms follows within 5 s while changes go on.
 *
 * P1  A commit that answered ok is on disk; one that answered an error left no trace, in memory or on disk.
 * P2  Memory equals the replay of the journal, at every moment a caller can look.
 * P3  Of two writers that saw the same revision one wins; the other gets `revision-conflict` and nothing of it is kept.
 * P4  Events of one commit are all there or none is, also after a crash in the middle of the write.
 * P5  A change another process made is seen here within a second, and is in memory before any commit is judged.
 * P6  Nothing is ever replaced by something emptier: what cannot be read is rebuilt, restored from the replica, or
 *     opened read-only, and a notice says so.
 */
export type SessionCommit = {
  readonly session_id: SessionId;
  /** The revision the decision was made on; 0 when the session does not exist yet. */
  readonly expected_revision: number;
  /** Stamped with `rev = expected_revision + 1, …` (`stampFacts`). */
  readonly events: readonly SessionEvent[];
};

export type StoreChange = {
  readonly session_id: SessionId;
  /** Null: purged, or moved to another store. */
  readonly session: Session | null;
  readonly events: readonly SessionEvent[];
  /** `foreign`: another process wrote it. `reload`: the journal was restored or rewritten. */
  readonly origin: 'own' | 'foreign' | 'reload';
};

export type StoreNotice =
  | {
      readonly type: 'restored-from-replica';
      readonly at: string;
      readonly sessions: number;
      readonly lines: number;
    }
  | {
      readonly type: 'torn-tail-repaired';
      readonly at: string;
      readonly file: string;
      readonly bytes: number;
    }
  | { readonly type: 'rebuilt'; readonly at: string; readonly file: string }
  | {
      readonly type: 'lines-not-understood';
      readonly at: string;
      readonly file: string;
      readonly count: number;
    }
  | {
      readonly type: 'opened-read-only';
      readonly at: string;
      readonly file: string;
      readonly version: number;
    }
  | {
      readonly type: 'project-id-renewed';
      readonly at: string;
      readonly from: ProjectId;
      readonly to: ProjectId;
    }
  | {
      readonly type: 'dead-lock-broken';
      readonly at: string;
      readonly what: string;
      readonly owner: LockOwner;
    };

export type MessagePage = {
  readonly messages: readonly Message[];
  /** Opaque; hand it back for what follows. Null at the end as it is now. */
  readonly next_cursor: string | null;
  readonly lines_not_understood: number;
};

export type MessagesError = StoreError | { code: 'cursor-malformed'; cursor: string };

/** Held while a process of Claude runs for this session, on any console of any process of this machine. */
export type Lease = {
  readonly session_id: SessionId;
  /** Rings once, if another took it away (this process slept longer than a dead owner may). */
  onLost(ring: () => void): () => void;
  release(): Promise<void>;
};

/** Text that is written down already, changed in place: the one exception to everything else here (A6 of the audit log). */
export type SessionsRewrite = {
  readonly ids: ReadonlySet<SessionId>;
  readonly reason: string;
  readonly redactions: readonly RedactionCount[];
  /** How, per session; messages come in the order they were stored. */
  readonly of: (id: SessionId) => Refilter;
};

export type SessionStore = {
  readonly kind: 'project' | 'user-data';
  readonly project_id: ProjectId;
  /** The folder that holds `events.jsonl`. */
  readonly folder: string;
  /** The project's checkout; the user-data folder for that store. */
  readonly root: string;
  /** Set when the files are from a newer program: every write answers `newer-version`. */
  readonly readOnly: boolean;

  /** Live view of every session that is neither purged nor moved out; trashed ones have `trashed_at`. */
  all(): ReadonlyMap<SessionId, Session>;
  read(id: SessionId): Session | undefined;
  /** Purged ids, for ever. */
  tombstones(): ReadonlySet<SessionId>;
  /** The last focused active session of `index.json`. */
  activeSessionId(): SessionId | null;

  /**
   * Durable, then in memory, then told to `onChange`, then resolved. `purged` removes the folder and blanks the
   * session's text in journal, audit and replica; an interrupted removal is finished on the next open.
   */
  commit(batch: readonly SessionCommit[]): Promise<Result<readonly (Session | null)[], StoreError>>;
  onChange(tell: (change: StoreChange) => void): () => void;
  /** Looks at the disk now instead of waiting for the watcher. */
  refresh(): Promise<void>;

  /** Durability is batched: on disk within a second, and after `flush`. A message id that is there already replaces it. */
  appendMessages(id: SessionId, messages: readonly Message[]): Promise<Result<{ count: number }, StoreError>>;
  readMessages(
    id: SessionId,
    page: { cursor: string | null; limit: number },
  ): Promise<Result<MessagePage, MessagesError>>;
  writeContext(id: SessionId, context: Record<string, unknown>): Promise<Result<null, StoreError>>;
  readContext(id: SessionId): Promise<Result<Record<string, unknown> | null, StoreError>>;
  writeSummary(id: SessionId, markdown: string): Promise<Result<null, StoreError>>;
  readSummary(id: SessionId): Promise<Result<string | null, StoreError>>;

  /**
   * Messages, context, summary, runs and events of these sessions, here and in the replica; the audit log says so with a `rewritten`
   * entry. Their revisions stay. Interrupted, some of it is done: calling again finishes it.
   */
  rewrite(change: SessionsRewrite): Promise<Result<null, StoreError>>;

  /** Oldest first, as the audit log has them (completed ones joined with their beginning). Null: of every session. */
  readRuns(id: SessionId | null): Promise<Result<readonly Run[], StoreError>>;
  /** The session's lines of the journal, oldest first. */
  readEvents(id: SessionId): Promise<Result<readonly SessionEvent[], StoreError>>;

  /**
   * Takes a session over from another store: its events (restamped, closed by `adopted`), messages, context, summary.
   * Here first and durably, then `moved-out` there: a crash between leaves it in both, and calling again finishes it.
   */
  adopt(id: SessionId, from: SessionStore, at: string): Promise<Result<Session, StoreError>>;
  /** Where this session's files are; answers an error when something strange sits there. */
  folderOf(id: SessionId): Promise<Result<string, SessionFolderStrange>>;

  acquireLease(id: SessionId): Promise<Result<Lease, Locked | StoreError>>;
  /** Null: nobody, or only a dead process of this machine. */
  leaseOwner(id: SessionId): Promise<LockOwner | null>;

  notices(): readonly StoreNotice[];
  onNotice(tell: (notice: StoreNotice) => void): () => void;
  /** Messages durable; `meta.json`, `audit.jsonl`, `index.json` and the replica level with the journal. */
  flush(): Promise<void>;
  /** Flushes, stops watching, releases locks. */
  close(): Promise<void>;
};
