import {
  ActorName,
  BeadEdge,
  BeadExpectation,
  BeadLabel,
  BeadPatch,
  BeadPriority,
  BeadStatusInfo,
  BeadStatusName,
  BeadTypeName,
  DependencyTarget,
  NewBead,
  StatusCategory,
} from '@domain/bead/change';
import { BeadError } from '@domain/bead/errors';
import { Bead, BeadComment, BeadHistoryEntry } from '@domain/bead/record';
import { BeadId, FolderPath } from '@domain/ids';
import {
  BeadDetails,
  BeadsChange,
  BeadsSnapshot,
  BlockedBead,
  InitOffer,
  MoveUndo,
  TrackerHealth,
  TrackerState,
} from '@domain/tracker-state';
import { z } from 'zod';
import { command, query, stream } from './procedure';

const project = FolderPath;
/** Whose name the tracker writes down; left out: the person at this machine. */
const actor = ActorName.optional();
const limit = z.int().positive().optional();

/** The filters of `bd list` that make sense over a whole list; several values of one filter are alternatives. */
export const BeadFilter = z.strictObject({
  status: z.array(z.string().max(50)).optional(),
  type: z.array(BeadTypeName).optional(),
  priority: z.array(BeadPriority).optional(),
  assignee: ActorName.optional(),
  no_assignee: z.boolean().optional(),
  /** Every one of these. */
  label: z.array(BeadLabel).optional(),
  /** At least one of these. */
  label_any: z.array(BeadLabel).optional(),
  parent: BeadId.optional(),
  id: z.array(BeadId).optional(),
  /** Found in title, description or id, whatever the case. */
  text: z.string().max(1000).optional(),
});
export type BeadFilter = z.infer<typeof BeadFilter>;

const EVERY_DOOR = ['ui', 'cli', 'rest', 'mcp'] as const;
const PEOPLE = ['ui', 'cli', 'rest'] as const;

export const beads = {
  list: query({
    input: z.strictObject({
      project,
      filter: BeadFilter.default({}),
      /** As in bd: without it closed and pinned beads are left out, unless `filter.status` names them. */
      all: z.boolean().default(false),
      sort: z.enum(['priority', 'created', 'updated', 'id', 'title', 'status', 'type']).default('priority'),
      reverse: z.boolean().default(false),
      limit,
    }),
    output: z.object({ beads: z.array(Bead), total: z.int() }),
    errors: BeadError,
    doors: EVERY_DOOR,
  }),
  /** In bd's order. */
  ready: query({
    input: z.strictObject({ project, filter: BeadFilter.default({}), limit }),
    output: z.object({ beads: z.array(Bead), total: z.int() }),
    errors: BeadError,
    doors: EVERY_DOOR,
  }),
  blocked: query({
    input: z.strictObject({ project, filter: BeadFilter.default({}), limit }),
    output: z.object({ beads: z.array(BlockedBead), total: z.int() }),
    errors: BeadError,
    doors: EVERY_DOOR,
  }),
  show: query({
    input: z.strictObject({ project, id: BeadId }),
    output: BeadDetails,
    errors: BeadError,
    doors: EVERY_DOOR,
  }),
  create: command({
    input: z.strictObject({ project, bead: NewBead, actor }),
    output: Bead,
    errors: BeadError,
    doors: PEOPLE,
  }),
  update: command({
    input: z.strictObject({
      project,
      id: BeadId,
      patch: BeadPatch,
      expected: BeadExpectation.default({}),
      actor,
    }),
    output: Bead,
    errors: BeadError,
    doors: PEOPLE,
  }),
  close: command({
    input: z.strictObject({
      project,
      id: BeadId,
      reason: z.string().max(100_000).optional(),
      session: z.string().max(200).optional(),
      force: z.boolean().default(false),
      actor,
    }),
    output: Bead,
    errors: BeadError,
    doors: PEOPLE,
  }),
  reopen: command({
    input: z.strictObject({ project, id: BeadId, actor }),
    output: Bead,
    errors: BeadError,
    doors: PEOPLE,
  }),
  /**
   * To another column: to `closed` it closes with all of bd's guards, from `closed` it reopens first. `undo` is what
   * `undo_move` wants back.
   */
  move: command({
    input: z.strictObject({
      project,
      id: BeadId,
      status: BeadStatusName,
      /** The status the card showed; another one there now is a conflict. */
      from_status: z.string().optional(),
      /** Null takes the assignee off, for a card put back among the ready ones. */
      assignee: ActorName.nullable().optional(),
      reason: z.string().max(100_000).optional(),
      force: z.boolean().default(false),
      actor,
    }),
    output: z.object({ bead: Bead, undo: MoveUndo }),
    errors: BeadError,
    doors: PEOPLE,
  }),
  undo_move: command({
    input: z.strictObject({ project, undo: MoveUndo, actor }),
    output: Bead,
    errors: BeadError,
    doors: ['ui'],
  }),
  add_dependency: command({
    input: z.strictObject({ project, edge: BeadEdge, actor }),
    output: Bead,
    errors: BeadError,
    doors: PEOPLE,
  }),
  remove_dependency: command({
    input: z.strictObject({ project, id: BeadId, depends_on: DependencyTarget, actor }),
    output: Bead,
    errors: BeadError,
    doors: PEOPLE,
  }),
  comment: command({
    input: z.strictObject({ project, id: BeadId, text: z.string().min(1).max(1_000_000), actor }),
    output: BeadComment,
    errors: BeadError,
    doors: PEOPLE,
  }),
  /** One of several racers wins; the others get `claim-lost` with the holder. */
  claim: command({
    input: z.strictObject({ project, id: BeadId, actor }),
    output: z.object({ bead: Bead, marker: z.string() }),
    errors: BeadError,
    doors: PEOPLE,
  }),
  statuses: query({
    input: z.strictObject({ project }),
    output: z.object({ statuses: z.array(BeadStatusInfo) }),
    errors: BeadError,
    doors: PEOPLE,
  }),
  /** Changes the project's own configuration, so the person has to have said yes. */
  configure_status: command({
    input: z.strictObject({
      project,
      name: BeadStatusName,
      category: StatusCategory.default('wip'),
      consent: z.literal(true),
    }),
    output: z.object({ statuses: z.array(BeadStatusInfo) }),
    errors: BeadError,
    doors: ['ui', 'cli'],
  }),
  /** What could be done in a folder without beads, then one of the offers. */
  init: command({
    input: z.strictObject({
      project,
      kind: InitOffer.shape.kind,
      prefix: z
        .string()
        .max(50)
        .regex(/^[A-Za-z][A-Za-z0-9_-]*$/)
        .optional(),
      consent: z.literal(true),
    }),
    output: TrackerState,
    errors: BeadError,
    doors: ['ui', 'cli'],
  }),
  health: query({
    input: z.strictObject({ project }),
    output: z.object({ tracker: TrackerState, is_trusted: z.boolean(), health: TrackerHealth }),
    errors: BeadError,
    doors: PEOPLE,
  }),
  /** Reads everything again; the answer follows through `watch`. For a window that comes back to the front. */
  refresh: command({
    input: z.strictObject({ project }),
    output: z.object({ health: TrackerHealth }),
    errors: BeadError,
    doors: ['ui', 'cli'],
  }),
  history: query({
    input: z.strictObject({ project, id: BeadId }),
    /** `entries` is null where the tracker keeps no history. */
    output: z.object({ entries: z.array(BeadHistoryEntry).nullable() }),
    errors: BeadError,
    doors: PEOPLE,
  }),
  /**
   * The whole board, live. Nothing is watched or polled while nobody follows, so a hidden or idle window stops
   * following and comes back with its cursor.
   */
  watch: stream({
    input: z.strictObject({ project }),
    snapshot: BeadsSnapshot,
    change: BeadsChange,
    errors: BeadError,
    doors: PEOPLE,
  }),
};
