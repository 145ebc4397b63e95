import type { BeadStatusInfo } from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import { readinessOf } from '@domain/bead/readiness';
import { type Bead, type BeadHistoryEntry, isTombstone } from '@domain/bead/record';
import { RULES_1X } from '@domain/bead/tracker-info';
import type { BeadId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { BeadDetails, BeadsSnapshot, BlockedBead } from '@domain/tracker-state';
import type { Clock } from '../../ports/clock';
import { detailsOf } from './bead-details';
import { withHiddenEdges } from './hidden-edges';
import { cut, type ListFilter, type ListSort, matches, selectBeads, sortBeads } from './list-beads';
import type { ProjectBeads } from './project-beads';

type Answer<T> = Promise<Result<T, BeadError>>;
export type Listed<T> = { beads: T[]; total: number };
export type ListWish = {
  readonly filter: ListFilter;
  readonly all: boolean;
  readonly sort: ListSort;
  readonly reverse: boolean;
  readonly limit?: number | undefined;
};

export type BeadQueries = {
  list(wish: ListWish): Answer<Listed<Bead>>;
  /** In the tracker's own order. */
  ready(filter: ListFilter, limit?: number): Answer<Listed<Bead>>;
  blocked(filter: ListFilter, limit?: number): Answer<Listed<BlockedBead>>;
  /** From the last reading, and marked so, when the tracker does not answer. */
  show(id: BeadId): Answer<BeadDetails>;
  statuses(): Answer<BeadStatusInfo[]>;
  /** Null: this tracker keeps none. */
  history(id: BeadId): Answer<BeadHistoryEntry[] | null>;
};

export function createBeadQueries(beads: ProjectBeads, clock: Clock): BeadQueries {
  const listed = <T>(all: readonly T[], limit: number | undefined): Listed<T> => ({
    beads: cut(all, limit),
    total: all.length,
  });

  return {
    async list({ filter, all, sort, reverse, limit }) {
      const now = await beads.refresh();
      if (!now.ok) return now;
      const unknown = await unknownStatus(beads, now.value, filter.status ?? []);
      if (unknown !== null) return err(unknown);
      return ok(listed(sortBeads(selectBeads(now.value.beads, filter, all), sort, reverse), limit));
    },
    async ready(filter, limit) {
      const now = await beads.refresh();
      if (!now.ok) return now;
      const byId = new Map(now.value.beads.map((bead) => [bead.id as string, bead]));
      const { ready } = readinessOf(now.value.beads, rulesOf(now.value), clock.nowMs());
      const found = ready.flatMap((id) => byId.get(id) ?? []).filter((bead) => matches(bead, filter));
      return ok(listed(found, limit));
    },
    async blocked(filter, limit) {
      const now = await beads.refresh();
      if (!now.ok) return now;
      return ok(listed(sortedBlocked(now.value, filter, clock.nowMs()), limit));
    },
    async show(id) {
      const [shown, now] = await Promise.all([beads.ask(({ tracker }) => tracker.show(id)), beads.current()]);
      const snapshot = now.ok ? now.value : beads.snapshot();
      if (shown.ok) {
        const whole = withHiddenEdges(shown.value, snapshot.beads);
        return ok(detailsOf(whole, snapshot, clock.nowMs(), !now.ok));
      }
      const known = snapshot.beads.find((bead) => bead.id === id);
      if (known === undefined || !isSilence(shown.error)) return shown;
      return ok(detailsOf(known, snapshot, clock.nowMs(), true));
    },
    async statuses() {
      const known = await beads.ask(({ tracker }) => tracker.statuses());
      if (!known.ok) return known;
      beads.statusesChanged(known.value);
      return ok([...known.value]);
    },
    async history(id) {
      return beads.ask(async ({ tracker }) => {
        if (tracker.history === undefined) return ok(null);
        const entries = await tracker.history(id);
        return entries.ok ? ok([...entries.value]) : err(entries.error);
      });
    },
  };
}

/** A status nobody knows finds nothing, which reads like an answer. One without a bead may be new, so the tracker is asked. */
async function unknownStatus(
  beads: ProjectBeads,
  { statuses, beads: all }: BeadsSnapshot,
  wanted: readonly string[],
): Promise<BeadError | null> {
  const strange = (names: readonly string[]) => {
    const known = new Set([...names, 'tombstone', ...all.map((bead) => bead.status)]);
    return wanted.find((name) => !known.has(name));
  };
  if (statuses.length === 0 || strange(statuses.map(({ name }) => name)) === undefined) return null;
  const asked = await beads.ask(({ tracker }) => tracker.statuses());
  if (!asked.ok) return null;
  beads.statusesChanged(asked.value);
  const known = asked.value.map(({ name }) => name);
  const status = strange(known);
  return status === undefined ? null : { code: 'status-unknown', status, known };
}

function rulesOf({ tracker }: BeadsSnapshot) {
  return tracker.type === 'open' ? tracker.info.rules : RULES_1X;
}

/** Those that are held, and those a person stored as blocked: both are blocked to whoever looks for work. */
function sortedBlocked(snapshot: BeadsSnapshot, filter: ListFilter, nowMs: number): BlockedBead[] {
  const { blocked } = readinessOf(snapshot.beads, rulesOf(snapshot), nowMs);
  const held = snapshot.beads.filter(
    (bead) =>
      !isTombstone(bead) &&
      bead.status !== 'closed' &&
      (blocked.has(bead.id) || bead.status === 'blocked') &&
      matches(bead, filter),
  );
  return sortBeads(held, 'priority', false).map((bead) => {
    const reason = blocked.get(bead.id);
    const blocked_by = [...(reason?.blocked_by ?? [])];
    return {
      ...bead,
      blocked_by,
      blocked_by_count: blocked_by.length,
      inherited_from: reason?.inherited_from ?? null,
    };
  });
}

function isSilence(error: BeadError): boolean {
  return ['tracker-timed-out', 'tracker-locked', 'tracker-bad-output', 'tracker-missing'].includes(
    error.code,
  );
}
