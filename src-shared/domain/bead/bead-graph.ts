import type { Bead, BeadDependency } from './record';

/** What the rules ask again and again, taken out of the records once: 10,000 records have hundreds of shapes. */
export type BeadNode = {
  readonly bead: Bead;
  readonly id: string;
  readonly status: string;
  readonly edges: readonly BeadDependency[];
  /** The target of its `parent-child` edge. */
  readonly parent: string | null;
};

export type BeadGraph = {
  readonly nodes: readonly BeadNode[];
  readonly byId: ReadonlyMap<string, BeadNode>;
  /** By the id the `parent-child` edges name, whether it exists or not. */
  readonly children: ReadonlyMap<string, readonly BeadNode[]>;
};

const NO_EDGES: readonly BeadDependency[] = [];

export function graphOf(beads: readonly Bead[]): BeadGraph {
  const nodes: BeadNode[] = [];
  const byId = new Map<string, BeadNode>();
  const children = new Map<string, BeadNode[]>();
  for (const bead of beads) {
    const edges = bead.dependencies ?? NO_EDGES;
    let parent: string | null = null;
    for (const edge of edges) if (edge.type === 'parent-child') parent ??= edge.depends_on_id;
    const node = { bead, id: bead.id, status: bead.status, edges, parent };
    nodes.push(node);
    byId.set(node.id, node);
    if (parent !== null) adopt(node, children);
  }
  return { nodes, byId, children };
}

function adopt(node: BeadNode, children: Map<string, BeadNode[]>): void {
  for (const edge of node.edges) {
    if (edge.type !== 'parent-child') continue;
    const siblings = children.get(edge.depends_on_id);
    if (siblings === undefined) children.set(edge.depends_on_id, [node]);
    else siblings.push(node);
  }
}
