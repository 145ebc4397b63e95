import type { Bead } from '@domain/bead/record';

export type GraphNode = {
  readonly id: string;
  readonly bead: Bead | null;
  /** Rows above the bead hold what it waits for, rows below what waits for it. */
  readonly row: number;
  readonly place: number;
};

export type GraphRow = { readonly nodes: readonly GraphNode[]; readonly moreCount: number };
export type SmallGraph = {
  readonly rows: readonly GraphRow[];
  /** Ids of the waiting one and of what it waits for, both drawn. */
  readonly edges: readonly (readonly [string, string])[];
};

const HOLDING = new Set(['blocks', 'conditional-blocks', 'waits-for']);
const PER_ROW = 3;
const DEPTH = 2;

type Neighbours = (id: string) => readonly string[];

/** Two steps each way around one bead, at most three to a row; a bead stands in one row only. */
export function smallGraph(beads: readonly Bead[], id: string): SmallGraph {
  const byId = new Map(beads.map((bead) => [bead.id as string, bead]));
  const above: Neighbours = (from) =>
    (byId.get(from)?.dependencies ?? [])
      .filter((edge) => HOLDING.has(edge.type))
      .map((edge) => edge.depends_on_id);
  const waiting = new Map<string, string[]>();
  for (const bead of beads) for (const target of above(bead.id)) push(waiting, target, bead.id);
  const below: Neighbours = (from) => waiting.get(from) ?? [];

  const seen = new Set([id]);
  const up = levels(id, above, seen);
  const down = levels(id, below, seen);
  const levelled = [...up.toReversed(), [id], ...down];
  const rows = levelled.map((ids, row): GraphRow => {
    const shown = ids.slice(0, PER_ROW);
    return {
      nodes: shown.map((each, place) => ({ id: each, bead: byId.get(each) ?? null, row, place })),
      moreCount: ids.length - shown.length,
    };
  });
  const drawn = new Set(rows.flatMap((row) => row.nodes.map((node) => node.id)));
  const edges = [...drawn].flatMap((from) =>
    above(from)
      .filter((to) => drawn.has(to))
      .map((to) => [from, to] as const),
  );
  return { rows, edges };
}

function levels(id: string, neighbours: Neighbours, seen: Set<string>): string[][] {
  const found: string[][] = [];
  let last: readonly string[] = [id];
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const next: string[] = [];
    for (const each of last.flatMap((from) => neighbours(from))) {
      if (seen.has(each)) continue;
      seen.add(each);
      next.push(each);
    }
    if (next.length === 0) break;
    found.push(next);
    last = next;
  }
  return found;
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
