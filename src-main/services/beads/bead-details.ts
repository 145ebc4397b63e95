import { readinessOf } from '@domain/bead/readiness';
import { type Bead, isTombstone, parentOf } from '@domain/bead/record';
import { RULES_1X } from '@domain/bead/tracker-info';
import type { BeadDetails, BeadLink, BeadsSnapshot } from '@domain/tracker-state';

export function detailsOf(bead: Bead, snapshot: BeadsSnapshot, nowMs: number, isStale: boolean): BeadDetails {
  const rules = snapshot.tracker.type === 'open' ? snapshot.tracker.info.rules : RULES_1X;
  const others = snapshot.beads.filter((other) => other.id !== bead.id && !isTombstone(other));
  const byId = new Map(others.map((other) => [other.id as string, other]));
  const { ready, blocked } = readinessOf([...others, bead], rules, nowMs);
  const reason = blocked.get(bead.id);
  const pointing = others.flatMap((other) =>
    (other.dependencies ?? [])
      .filter((edge) => edge.depends_on_id === bead.id)
      .map((edge) => linkTo(other.id, edge.type, other)),
  );
  return {
    bead,
    is_ready: ready.includes(bead.id),
    blocked_by: [...(reason?.blocked_by ?? [])],
    inherited_from: reason?.inherited_from ?? null,
    parent: parentOf(bead),
    depends_on: (bead.dependencies ?? [])
      .filter((edge) => edge.type !== 'parent-child')
      .map((edge) => linkTo(edge.depends_on_id, edge.type, byId.get(edge.depends_on_id))),
    dependents: pointing.filter((link) => link.type !== 'parent-child'),
    children: pointing.filter((link) => link.type === 'parent-child').sort(byIdNumerically),
    is_stale: isStale,
  };
}

function linkTo(id: string, type: string, bead: Bead | undefined): BeadLink {
  return {
    id,
    type,
    title: bead?.title ?? null,
    status: bead?.status ?? null,
    issue_type: bead?.issue_type ?? null,
    priority: bead?.priority ?? null,
  };
}

/** `.2` before `.10`. */
const ORDER = new Intl.Collator('en', { numeric: true });
const byIdNumerically = (a: BeadLink, b: BeadLink) => ORDER.compare(a.id, b.id);
