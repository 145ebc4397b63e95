import { SessionId } from '@domain/ids';
import { z } from 'zod';
import { CaptureState, Status } from './values';

/** Who holds a lock, as it wrote itself down. */
export const LockOwner = z.looseObject({
  host: z.string(),
  boot_id: z.string().optional(),
  pid: z.int(),
  process_started_at: z.string().optional(),
  since: z.string().optional(),
});
export type LockOwner = z.infer<typeof LockOwner>;

export const SessionNotFound = z.object({ code: z.literal('session-not-found'), session_id: z.string() });
export type SessionNotFound = z.infer<typeof SessionNotFound>;

/** Several sessions begin with the short id that was given. */
export const SessionAmbiguous = z.object({
  code: z.literal('session-ambiguous'),
  session_id: z.string(),
  matches: z.array(SessionId),
});
export type SessionAmbiguous = z.infer<typeof SessionAmbiguous>;

export const SessionExists = z.object({ code: z.literal('session-exists'), session_id: SessionId });
export type SessionExists = z.infer<typeof SessionExists>;

export const SessionAction = z.enum([
  'start',
  'resume',
  'pause',
  'close',
  'hand-off',
  'edit',
  'annotate',
  'trash',
  'untrash',
  'purge',
  'adopt',
]);
export type SessionAction = z.infer<typeof SessionAction>;

/** Names the state that was met and what is allowed from it. */
export const BadTransition = z.object({
  code: z.literal('bad-transition'),
  session_id: SessionId,
  action: z.string(),
  state: Status,
  pending: z.enum(['start', 'resume', 'pause', 'close']).optional(),
  trashed: z.boolean().optional(),
  allowed: z.array(SessionAction),
});
export type BadTransition = z.infer<typeof BadTransition>;

/** The loser of two racers is told the state it met. */
export const CaptureConflict = z.object({
  code: z.literal('capture-conflict'),
  session_id: SessionId,
  action: z.string(),
  state: CaptureState,
  expected: z.array(CaptureState),
});
export type CaptureConflict = z.infer<typeof CaptureConflict>;

export const BeadAlreadyLinked = z.object({
  code: z.literal('bead-already-linked'),
  session_id: SessionId,
  bead_id: z.string(),
});
export type BeadAlreadyLinked = z.infer<typeof BeadAlreadyLinked>;

export const TagInvalid = z.object({
  code: z.literal('tag-invalid'),
  tag: z.string(),
  reason: z.enum(['empty', 'too-long', 'bad-characters', 'too-many']),
  limit: z.int(),
});
export type TagInvalid = z.infer<typeof TagInvalid>;

export const TextInvalid = z.object({
  code: z.literal('text-invalid'),
  field: z.string(),
  reason: z.enum(['too-long', 'empty', 'bad-characters']),
  limit: z.int(),
});
export type TextInvalid = z.infer<typeof TextInvalid>;

export const CursorMalformed = z.object({ code: z.literal('cursor-malformed'), cursor: z.string() });
export type CursorMalformed = z.infer<typeof CursorMalformed>;

export const RunAlreadyCompleted = z.object({ code: z.literal('run-already-completed'), run_id: z.string() });
export type RunAlreadyCompleted = z.infer<typeof RunAlreadyCompleted>;
export const RunNotFound = z.object({ code: z.literal('run-not-found'), run_id: z.string() });
export type RunNotFound = z.infer<typeof RunNotFound>;

/** Somebody changed the session between reading and writing. The service decides again; a door rarely sees it. */
export const RevisionConflict = z.object({
  code: z.literal('revision-conflict'),
  session_id: SessionId,
  expected: z.int(),
  found: z.int(),
});
export type RevisionConflict = z.infer<typeof RevisionConflict>;

/** The files come from a newer program: they open read-only and stay untouched. */
export const NewerVersion = z.object({
  code: z.literal('newer-version'),
  file: z.string(),
  version: z.int(),
  known: z.int(),
});
export type NewerVersion = z.infer<typeof NewerVersion>;

/** A session's folder is a link, a plain file or something else that we did not make. */
export const SessionFolderStrange = z.object({
  code: z.literal('session-folder-strange'),
  path: z.string(),
  found: z.enum(['symlink', 'file', 'other']),
});
export type SessionFolderStrange = z.infer<typeof SessionFolderStrange>;

export const StoreUnavailable = z.object({
  code: z.literal('store-unavailable'),
  reason: z.enum(['disk-full', 'read-only', 'permission', 'io', 'closed']),
  path: z.string().optional(),
});
export type StoreUnavailable = z.infer<typeof StoreUnavailable>;

/** Another process has it: the session's live process, or the store's writer for longer than we wait. */
export const Locked = z.object({ code: z.literal('locked'), what: z.string(), owner: LockOwner });
export type Locked = z.infer<typeof Locked>;

export const ProjectUnknown = z.object({ code: z.literal('project-unknown'), project: z.string() });
export type ProjectUnknown = z.infer<typeof ProjectUnknown>;

/** What a store may answer to a write. Whatever it answers, memory equals disk. */
export const StoreError = z.discriminatedUnion('code', [
  SessionNotFound,
  SessionExists,
  RevisionConflict,
  NewerVersion,
  SessionFolderStrange,
  StoreUnavailable,
  Locked,
]);
export type StoreError = z.infer<typeof StoreError>;

/** What driving Claude may answer before a process lives. */
export const DriverError = z.discriminatedUnion('code', [
  z.object({ code: z.literal('claude-not-drivable'), detail: z.string() }),
  z.object({ code: z.literal('claude-not-found'), looked_in: z.array(z.string()) }),
  z.object({ code: z.literal('claude-too-old'), found: z.string(), needed: z.string() }),
  z.object({ code: z.literal('claude-did-not-start'), detail: z.string() }),
  /** Claude itself says so; without a terminal it cannot ask for it. */
  z.object({ code: z.literal('claude-not-logged-in'), claude: z.string() }),
  /** A command that ends at once would take Claude with it. */
  z.object({ code: z.literal('console-not-running') }),
  /** Without a terminal Claude cannot ask whether the folder is trusted, so we have to know. */
  z.object({ code: z.literal('project-untrusted'), project: z.string() }),
  /** There is no terminal to run Claude in; the stream seat needs none. */
  z.object({ code: z.literal('terminal-unavailable'), detail: z.string() }),
  z.object({ code: z.literal('cwd-missing'), cwd: z.string() }),
  z.object({ code: z.literal('transcript-missing'), session_id: z.string() }),
  z.object({
    code: z.literal('transcript-unreadable'),
    path: z.string(),
    reason: z.enum(['not-readable', 'no-line-understood', 'other-session']),
  }),
  /** Another process of Claude, ours or a plain terminal's, has the session open. */
  z.object({ code: z.literal('session-open-elsewhere'), session_id: z.string(), pid: z.int() }),
]);
export type DriverError = z.infer<typeof DriverError>;

/** No process of Claude runs for the session in this program. */
export const NoProcess = z.object({ code: z.literal('no-process') });
/** The request was answered already, or its turn is over. */
export const PermissionGone = z.object({ code: z.literal('permission-gone'), permission_id: z.string() });
/** Asked for while a turn runs, and nobody said that it may be interrupted. */
export const TurnRunning = z.object({ code: z.literal('turn-running'), session_id: SessionId });
export const PromptGone = z.object({ code: z.literal('prompt-gone'), prompt_id: z.string() });

export const SessionError = z.discriminatedUnion('code', [
  SessionNotFound,
  SessionAmbiguous,
  SessionExists,
  BadTransition,
  CaptureConflict,
  BeadAlreadyLinked,
  TagInvalid,
  TextInvalid,
  CursorMalformed,
  RunAlreadyCompleted,
  RunNotFound,
  RevisionConflict,
  NewerVersion,
  SessionFolderStrange,
  StoreUnavailable,
  Locked,
  ProjectUnknown,
  NoProcess,
  PermissionGone,
  PromptGone,
  TurnRunning,
  ...DriverError.options,
]);
export type SessionError = z.infer<typeof SessionError>;
