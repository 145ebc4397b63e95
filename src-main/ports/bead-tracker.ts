import type {
  BeadEdge,
  BeadExpectation,
  BeadPatch,
  BeadStatusInfo,
  NewBead,
  StatusCategory,
} from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import type { Bead, BeadComment, BeadHistoryEntry, BeadListing } from '@domain/bead/record';
import type { TrackerInfo } from '@domain/bead/tracker-info';
import type { BeadId } from '@domain/ids';
import type { Result } from '@domain/result';

type Answer<T> = Promise<Result<T, BeadError>>;

export type BeadUpdate = {
  readonly id: BeadId;
  readonly patch: BeadPatch;
  /** Fields left out here are not compared. */
  readonly expected: BeadExpectation;
  readonly actor: string;
};

export type BeadClose = {
  readonly id: BeadId;
  readonly reason: string | null;
  readonly session: string | null;
  /** Close although it is blocked or has open children. */
  readonly force: boolean;
  readonly actor: string;
};

export type BeadClaim = {
  readonly id: BeadId;
  readonly actor: string;
  /** Unique to this attempt; see @domain/bead/claim for where it is kept. */
  readonly marker: string;
};

export type TrackerChange =
  /** Null: it is not known which beads changed, read them all. */
  | { readonly type: 'changed'; readonly ids: readonly BeadId[] | null }
  | { readonly type: 'failed'; readonly error: BeadError };

/*
 * One issue tracker of one project, whatever its generation.
 * B1  `list` gives every bead (closed ones and tombstones too) with its dependencies, and comments or their count.
 * B2  A write changes the named fields of the named bead and nothing else of any bead.
 * B3  `update` refuses with `bead-conflict` when a field it names is neither what was expected nor what is wanted;
 *     where the tracker allows it, comparing and writing are one step.
 * B4  A successful write answers with the bead as the tracker now has it.
 * B5  A bead that is blocked or has open children is closed only by force.
 * B6  An edge that would close a circle is refused with the circle, one to a bead that is not there with its name;
 *     `external:` ends are somebody else's.
 * B7  `claim` takes an open bead that nobody else holds, leaves the marker on it, or says who holds it. Callers hold the project
 *     lock and read back: bd lets one actor win twice.
 * B8  Nothing is watched or polled but between `watch` and its stop.
 */
export type BeadTracker = {
  info(): Answer<TrackerInfo>;
  list(): Answer<BeadListing>;
  /** With comments. */
  show(id: BeadId): Answer<Bead>;
  create(bead: NewBead, actor: string): Answer<Bead>;
  update(update: BeadUpdate): Answer<Bead>;
  close(close: BeadClose): Answer<Bead>;
  reopen(id: BeadId, actor: string): Answer<Bead>;
  addDependency(edge: BeadEdge, actor: string): Answer<Bead>;
  removeDependency(id: BeadId, dependsOn: string, actor: string): Answer<Bead>;
  comment(id: BeadId, text: string, actor: string): Answer<BeadComment>;
  claim(claim: BeadClaim): Answer<Bead>;
  statuses(): Answer<readonly BeadStatusInfo[]>;
  configureStatus(name: string, category: StatusCategory): Answer<readonly BeadStatusInfo[]>;
  /** Returns the way to stop; after it no change is reported. */
  watch(onChange: (change: TrackerChange) => void): () => void;
  /** Where a claim expires unless the holder shows that it lives. */
  renewClaim?(id: BeadId, holder: string): Answer<null>;
  history?(id: BeadId): Answer<readonly BeadHistoryEntry[]>;
};
