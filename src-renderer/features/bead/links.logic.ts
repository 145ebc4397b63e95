import type { Bead } from '@domain/bead/record';

/** One end of an edge; `bead` is null where that end is not in this project. */
export type Link = { readonly id: string; readonly type: string; readonly bead: Bead | null };

export type Links = {
  readonly parent: string | null;
  readonly dependsOn: readonly Link[];
  readonly dependents: readonly Link[];
  readonly children: readonly Link[];
};

const PARENT = 'parent-child';

export function linksOf(beads: readonly Bead[], id: string): Links {
  const byId = new Map(beads.map((bead) => [bead.id as string, bead]));
  const own = byId.get(id)?.dependencies ?? [];
  const incoming: Link[] = [];
  for (const bead of beads) {
    for (const edge of bead.dependencies ?? []) {
      if (edge.depends_on_id === id && bead.status !== 'tombstone')
        incoming.push({ id: bead.id, type: edge.type, bead });
    }
  }
  return {
    parent: own.find((edge) => edge.type === PARENT)?.depends_on_id ?? null,
    dependsOn: own
      .filter((edge) => edge.type !== PARENT)
      .map((edge) => ({
        id: edge.depends_on_id,
        type: edge.type,
        bead: byId.get(edge.depends_on_id) ?? null,
      })),
    dependents: incoming.filter((link) => link.type !== PARENT),
    children: incoming.filter((link) => link.type === PARENT),
  };
}

export function progressWords(children: readonly Link[]): string {
  const closed = children.filter(({ bead }) => bead?.status === 'closed').length;
  return `${closed} of ${children.length} closed`;
}

/** Beads to offer while a person types an id: by id first, then by words of the title. */
export function suggestBeads(
  beads: readonly Bead[],
  typed: string,
  except: ReadonlySet<string>,
  most = 20,
): readonly Bead[] {
  const text = typed.trim().toLowerCase();
  const first: Bead[] = [];
  const second: Bead[] = [];
  for (const bead of beads) {
    if (first.length >= most) break;
    if (except.has(bead.id) || bead.status === 'tombstone') continue;
    if (bead.id.toLowerCase().includes(text)) first.push(bead);
    else if (second.length < most && bead.title.toLowerCase().includes(text)) second.push(bead);
  }
  return [...first, ...second].slice(0, most);
}
