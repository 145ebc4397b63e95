import { AgentName } from '@domain/agent';
import { BeadId, FolderPath, SessionId } from '@domain/ids';
import { AddDirs } from '@domain/session/driving';
import { SessionError } from '@domain/session/errors';
import { SessionEvent } from '@domain/session/events';
import { TownPlace } from '@domain/session/gas-town';
import { Message } from '@domain/session/message';
import { MAX_LIMIT, PageRequest, SessionCounts, SessionFilter } from '@domain/session/query';
import { Session } from '@domain/session/record';
import { Run } from '@domain/session/run';
import { Outcome, Seat, Timestamp } from '@domain/session/values';
import { GitActivity } from '@domain/work/session-changes';
import { z } from 'zod';
import { command, query, stream } from './procedure';
import { talking } from './talking';

/** A folder inside the project. A door that knows its project always says it; without one every known project is meant. */
const project = FolderPath.optional();
/** A session's id, or the beginning of it (4 characters at least) when only one session has it. */
const SessionRef = z.string().min(1).max(100);
const one = { project, id: SessionRef };

/** The listing's own limits are judged by the service, so that a wrong cursor is the same error at every door. */
const listing = { project, ...SessionFilter.shape, ...PageRequest.shape };

const SessionWithRuns = Session.extend({ runs: z.array(Run) });
const everyDoor = ['ui', 'cli', 'rest'] as const;
const readers = ['ui', 'cli', 'rest', 'mcp'] as const;

const change = <S extends z.ZodRawShape>(shape: S) =>
  command({
    input: z.strictObject({ ...one, ...shape }),
    output: Session,
    errors: SessionError,
    doors: everyDoor,
  });

const someTags = z.array(z.string()).max(200).optional();

/** Kept for the session and what continues it. Left out: what it had, else what the settings say. */
const driving = {
  /** `default` (asks), `acceptEdits`, `plan`, `dontAsk`, `bypassPermissions`; any other word asks. */
  permission_mode: z.string().max(50).optional(),
  /** More folders that Claude may work in; none is a choice too. */
  add_dirs: AddDirs.optional(),
  seat: Seat.optional(),
};

const launch = {
  prompt: z.string().optional(),
  /** The name of an agent that Claude knows. */
  agent: z.string().min(1).max(200).optional(),
  ...driving,
};

export const SessionsChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), session: Session }),
  z.object({ type: z.literal('gone'), session_id: SessionId }),
]);

const StoreNotice = z.looseObject({ type: z.string(), at: Timestamp });

export const sessions = {
  list: query({
    input: z.strictObject(listing),
    output: z.object({
      sessions: z.array(Session),
      next_cursor: z.string().nullable(),
      has_more: z.boolean(),
    }),
    errors: SessionError,
    doors: readers,
  }),
  count: query({
    input: z.strictObject({ project, ...SessionFilter.shape }),
    output: SessionCounts,
    errors: SessionError,
    doors: readers,
  }),
  show: query({ input: z.strictObject(one), output: SessionWithRuns, errors: SessionError, doors: readers }),
  /** The folder of the project whose store it is in; where it runs when that is none. */
  folder: query({
    input: z.strictObject(one),
    output: z.object({ path: z.string() }),
    errors: SessionError,
    doors: ['ui'],
  }),
  /** Oldest first. The reference is a session of the chain, or a bead: then every session that worked on it. */
  chain: query({
    input: z.strictObject({ project, ref: z.string().min(1).max(200) }),
    output: z.object({ sessions: z.array(Session) }),
    errors: SessionError,
    doors: readers,
  }),
  messages: query({
    input: z.strictObject({
      ...one,
      cursor: z.string().max(200).nullable().default(null),
      limit: z.int().min(1).max(MAX_LIMIT).default(100),
    }),
    output: z.object({
      messages: z.array(Message),
      next_cursor: z.string().nullable(),
      lines_not_understood: z.int(),
    }),
    errors: SessionError,
    doors: readers,
  }),
  /** The session's lines of the journal, oldest first. */
  events: query({
    input: z.strictObject(one),
    output: z.object({ events: z.array(SessionEvent) }),
    errors: SessionError,
    doors: everyDoor,
  }),
  /** Its branch, files and commits: those that were noted, and of one begun elsewhere those that git's own log tells. */
  git: query({ input: z.strictObject(one), output: GitActivity, errors: SessionError, doors: everyDoor }),
  export: query({
    input: z.strictObject({ ...one, format: z.enum(['md', 'json']).default('md') }),
    output: z.object({ format: z.enum(['md', 'json']), text: z.string() }),
    errors: SessionError,
    doors: readers,
  }),

  /** A draft, on disk when this answers. */
  create: command({
    input: z.strictObject({
      project: FolderPath,
      title: z.string().optional(),
      objective: z.string().optional(),
      prompt: z.string().optional(),
      bead_id: BeadId.optional(),
      agent_id: z.string().optional(),
      branch: z.string().optional(),
      model: z.string().max(200).optional(),
      tags: z.array(z.string()).max(200).optional(),
      place: TownPlace.optional(),
      ...driving,
    }),
    output: Session,
    errors: SessionError,
    doors: everyDoor,
  }),
  start: change(launch),
  resume: change(launch),
  /**
   * Ends the one process and resumes in the other; a session without a process keeps it for the next. During a turn only
   * with `interrupt`.
   */
  switchSeat: change({ seat: Seat, interrupt: z.boolean().default(false) }),
  pause: change({}),
  close: change({ outcome: Outcome.optional() }),
  handOff: command({
    input: z.strictObject({
      ...one,
      seed: z.string(),
      title: z.string().optional(),
      /** Null: none. Left out: the same. */
      agent_id: AgentName.nullable().optional(),
    }),
    output: z.object({ parent: Session, child: Session }),
    errors: SessionError,
    doors: everyDoor,
  }),

  rename: change({ title: z.string().nullable() }),
  setObjective: change({ objective: z.string().nullable() }),
  setNotes: change({ notes: z.string().nullable() }),
  tag: change({ mode: z.enum(['add', 'remove', 'replace']), tags: z.array(z.string()).max(200) }),
  /** Several at once, all or none. `tags` replaces, then `add_tags` joins, then `remove_tags` goes. */
  annotate: change({
    title: z.string().nullable().optional(),
    summary: z.string().nullable().optional(),
    tags: someTags,
    add_tags: someTags,
    remove_tags: someTags,
  }),
  linkBead: change({ bead_id: BeadId }),
  unlinkBead: change({}),
  noteFiles: change({ files: z.array(z.string()).min(1).max(10_000) }),
  noteCommits: change({ commits: z.array(z.string()).min(1).max(10_000) }),
  focus: change({}),
  settleAttention: change({}),
  /** Takes a session that began elsewhere into the project's own store. */
  adopt: command({
    input: z.strictObject({ project: FolderPath, id: SessionRef }),
    output: Session,
    errors: SessionError,
    doors: everyDoor,
  }),

  /** To the trash; closed sessions only. No tool of an agent leads here. */
  delete: change({}),
  untrash: change({}),
  purge: command({
    input: z.strictObject(one),
    output: z.object({ session_id: SessionId }),
    errors: SessionError,
    doors: everyDoor,
  }),
  bulkDelete: command({
    input: z.strictObject({
      project: FolderPath,
      since: Timestamp.optional(),
      until: Timestamp.optional(),
      tags: SessionFilter.shape.tags,
      export_to: FolderPath.nullable(),
      dry_run: z.boolean().default(false),
    }),
    output: z.object({
      sessions: z.array(SessionId),
      exported: z.array(z.string()),
      skipped: z.array(SessionId),
    }),
    errors: SessionError,
    doors: everyDoor,
  }),

  /**
   * The newest 200 and the counts, then every change; `gone`: purged, or moved to a store that is not open. `unclosed`, which
   * has no project: those that are not closed, of every store that is open; none is opened for it.
   */
  watch: stream({
    input: z.strictObject({ project, unclosed: z.boolean().default(false) }),
    snapshot: z.object({ sessions: z.array(Session), counts: SessionCounts }),
    change: SessionsChange,
    errors: SessionError,
    doors: everyDoor,
  }),
  ...talking,

  /** What a store had to repair or restore since the program began, and what it still will. */
  watchNotices: stream({
    input: z.strictObject({}),
    snapshot: z.object({ notices: z.array(StoreNotice) }),
    change: StoreNotice,
    errors: SessionError,
    doors: everyDoor,
  }),
};
