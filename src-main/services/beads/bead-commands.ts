import type {
  BeadEdge,
  BeadExpectation,
  BeadPatch,
  BeadStatusInfo,
  NewBead,
  StatusCategory,
} from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import type { Bead, BeadComment } from '@domain/bead/record';
import type { BeadId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import type { MoveUndo } from '@domain/tracker-state';
import type { BeadTracker } from '../../ports/bead-tracker';
import type { ClaimDesk, Claimed } from './claim-bead';
import { type Move, moveBead, undoMove } from './move-bead';
import type { ProjectBeads } from './project-beads';
import type { ClaimToRelease } from './release-claim';

type Answer<T> = Promise<Result<T, BeadError>>;
/** Left out: the person at this machine. */
type By = { readonly actor?: string | undefined };

export type BeadCommands = {
  create(bead: NewBead, by: By): Answer<Bead>;
  update(change: { id: BeadId; patch: BeadPatch; expected: BeadExpectation }, by: By): Answer<Bead>;
  close(
    close: { id: BeadId; reason: string | null; session: string | null; force: boolean },
    by: By,
  ): Answer<Bead>;
  reopen(id: BeadId, by: By): Answer<Bead>;
  move(move: Omit<Move, 'actor'>, by: By): Answer<{ bead: Bead; undo: MoveUndo }>;
  undoMove(undo: MoveUndo, by: By): Answer<Bead>;
  addDependency(edge: BeadEdge, by: By): Answer<Bead>;
  removeDependency(id: BeadId, dependsOn: string, by: By): Answer<Bead>;
  comment(id: BeadId, text: string, by: By): Answer<BeadComment>;
  /** `marker`: unique to the attempt; left out: a new one. */
  claim(id: BeadId, by: By & { readonly marker?: string }): Answer<Claimed>;
  /** Null: it does not carry this claim any more, and stays as it is. */
  releaseClaim(claim: ClaimToRelease, by: By): Answer<Bead | null>;
  /** While a session works on it. */
  renewClaim(id: BeadId): Answer<null>;
  configureStatus(name: string, category: StatusCategory): Answer<BeadStatusInfo[]>;
};

export type BeadCommandsDeps = {
  readonly beads: ProjectBeads;
  readonly desk: ClaimDesk;
  readonly defaultActor: () => Promise<string>;
};

export function createBeadCommands({ beads, desk, defaultActor }: BeadCommandsDeps): BeadCommands {
  /** Every write first settles what an earlier claim left open, and shows its answer at once. */
  const write = <T>(
    by: By,
    work: (tracker: BeadTracker, actor: string) => Answer<T>,
    beadIn: (value: T) => Bead | null,
    removedEdge?: string,
  ): Answer<T> =>
    beads.write(async (open) => {
      const settled = await desk.settle(open);
      if (!settled.ok) return settled;
      const result = await work(open.tracker, by.actor ?? (await defaultActor()));
      const bead = result.ok ? beadIn(result.value) : null;
      if (bead !== null) beads.note(bead, removedEdge);
      return result;
    });
  const changing = (by: By, work: (tracker: BeadTracker, actor: string) => Answer<Bead>) =>
    write(by, work, (bead) => bead);

  return {
    create: (bead, by) => changing(by, (tracker, actor) => tracker.create(bead, actor)),
    update: (change, by) => changing(by, (tracker, actor) => tracker.update({ ...change, actor })),
    close: (close, by) => changing(by, (tracker, actor) => tracker.close({ ...close, actor })),
    reopen: (id, by) => changing(by, (tracker, actor) => tracker.reopen(id, actor)),
    move: (move, by) =>
      write(
        by,
        (tracker, actor) => moveBead(tracker, { ...move, actor }),
        ({ bead }) => bead,
      ),
    undoMove: (undo, by) => changing(by, (tracker, actor) => undoMove(tracker, undo, actor)),
    addDependency: (edge, by) => changing(by, (tracker, actor) => tracker.addDependency(edge, actor)),
    removeDependency: (id, dependsOn, by) =>
      write(
        by,
        (tracker, actor) => tracker.removeDependency(id, dependsOn, actor),
        (bead) => bead,
        dependsOn,
      ),
    comment: (id, text, by) =>
      write(
        by,
        (tracker, actor) => tracker.comment(id, text, actor),
        () => null,
      ),
    claim: (id, by) =>
      beads.write(async (open) => {
        const settled = await desk.settle(open);
        if (!settled.ok) return settled;
        const claimed = await desk.claim(open, id, by.actor ?? (await defaultActor()), by.marker);
        if (claimed.ok) beads.note(claimed.value.bead);
        return claimed;
      }),
    releaseClaim: (claim, by) =>
      beads.write(async (open) => {
        const settled = await desk.settle(open);
        if (!settled.ok) return settled;
        const released = await desk.release(open, claim, by.actor ?? (await defaultActor()));
        if (released.ok && released.value !== null) beads.note(released.value);
        return released;
      }),
    renewClaim: (id) => beads.write((open) => desk.renew(open, id)),
    configureStatus: (name, category) =>
      beads.write(async ({ tracker }) => {
        const known = await tracker.configureStatus(name, category);
        if (!known.ok) return known;
        beads.statusesChanged(known.value);
        return ok([...known.value]);
      }),
  };
}
