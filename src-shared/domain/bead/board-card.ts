import { type BeadGraph, type BeadNode, graphOf } from './bead-graph';
import { type BoardColumn, placing } from './columns';
import { commentCountOf } from './comment-count';
import { epicAbove, type Progress, progressOf } from './epics';
import { type BlockReason, type Readiness, readinessIn } from './readiness';
import type { Bead } from './record';
import { sameValue } from './same-value';
import type { ReadyRules } from './tracker-info';

export type BoardCard = {
  readonly bead: Bead;
  readonly columnId: string;
  readonly isReady: boolean;
  /** What holds it; empty with `inheritedFrom` set when only its parent is held. */
  readonly blockedBy: readonly string[];
  readonly inheritedFrom: string | null;
  /** How many beads it holds up itself; those that only inherit the wait are not counted. */
  readonly blocks: number;
  readonly epic: { readonly id: string; readonly title: string } | null;
  readonly commentCount: number;
  readonly progress: Progress | null;
};

export type CardInput = {
  readonly beads: readonly Bead[];
  readonly rules: ReadyRules;
  readonly columns: readonly BoardColumn[];
  readonly nowMs: number;
};

/** Everything that does not depend on the query: typing in the filter computes none of it again. */
export type CardFacts = {
  readonly input: CardInput;
  /** Until then the same input gives the same facts. */
  readonly validUntilMs: number;
  readonly readiness: Readiness;
  readonly cards: ReadonlyMap<string, BoardCard>;
};

const NOBODY: readonly string[] = [];
const FRESH_MS = 60_000;

export function cardFactsOf(input: CardInput, previous: CardFacts | null): CardFacts {
  if (previous !== null && isStillTrue(previous, input)) return previous;
  const graph = graphOf(input.beads);
  const readiness = readinessIn(graph, input.rules, input.nowMs);
  const { putOff, validUntilMs } = deferrals(graph, input.nowMs);
  const ready = new Set(readiness.ready);
  const place = placing(input.columns, {
    isReady: (id) => ready.has(id),
    isBlocked: (id) => readiness.blocked.has(id),
    isDeferred: ({ id, edges }) =>
      putOff.has(id) || edges.some((edge) => edge.type === 'parent-child' && putOff.has(edge.depends_on_id)),
  });
  const holds = heldUpBy(readiness.blocked);
  const cards = new Map<string, BoardCard>();
  let isSame = previous !== null;
  for (const node of graph.nodes) {
    const column = place(node);
    if (column === null) continue;
    const before = previous?.cards.get(node.id);
    const block = readiness.blocked.get(node.id);
    const isReady = ready.has(node.id);
    const blocks = holds.get(node.id) ?? 0;
    const card = cardOf(node, { columnId: column.id, isReady, block, blocks }, graph, before);
    isSame &&= card === before;
    cards.set(node.id, card);
  }
  const isUnchanged = isSame && previous !== null && previous.cards.size === cards.size;
  return { input, validUntilMs, readiness, cards: isUnchanged ? previous.cards : cards };
}

function heldUpBy(blocked: ReadonlyMap<string, BlockReason>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { blocked_by } of blocked.values())
    for (const id of blocked_by) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function deferrals(graph: BeadGraph, nowMs: number) {
  const putOff = new Set<string>();
  let validUntilMs = nowMs + FRESH_MS;
  for (const { id, bead } of graph.nodes) {
    const { defer_until } = bead;
    const until = defer_until === undefined ? Number.NaN : Date.parse(defer_until);
    if (!(until > nowMs)) continue;
    putOff.add(id);
    validUntilMs = Math.min(validUntilMs, until);
  }
  return { putOff, validUntilMs };
}

function isStillTrue({ input: before, validUntilMs }: CardFacts, now: CardInput): boolean {
  return (
    before.beads === now.beads &&
    now.nowMs >= before.nowMs &&
    now.nowMs < validUntilMs &&
    sameValue(before.rules, now.rules) &&
    sameValue(before.columns, now.columns)
  );
}

type Standing = {
  readonly columnId: string;
  readonly isReady: boolean;
  readonly block: BlockReason | undefined;
  readonly blocks: number;
};

function cardOf(
  node: BeadNode,
  standing: Standing,
  graph: BeadGraph,
  before: BoardCard | undefined,
): BoardCard {
  const { bead } = node;
  const { columnId, isReady, block, blocks } = standing;
  const blockedBy = block?.blocked_by ?? NOBODY;
  const inheritedFrom = block?.inherited_from ?? null;
  const epic = epicAbove(node, graph);
  const progress = progressOf(node, graph);
  const isSame =
    before !== undefined &&
    before.columnId === columnId &&
    before.isReady === isReady &&
    before.blocks === blocks &&
    before.inheritedFrom === inheritedFrom &&
    before.epic?.id === epic?.id &&
    before.epic?.title === epic?.title &&
    before.progress?.total === progress?.total &&
    before.progress?.closed === progress?.closed &&
    sameValue(before.blockedBy, blockedBy) &&
    sameValue(before.bead, bead);
  if (isSame) return before;
  return {
    bead,
    columnId,
    isReady,
    blockedBy,
    inheritedFrom,
    blocks,
    epic: epic === null ? null : { id: epic.id, title: epic.title },
    commentCount: commentCountOf(bead),
    progress,
  };
}
