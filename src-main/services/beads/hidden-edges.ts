import type { Bead } from '@domain/bead/record';

/**
 * One bead read alone comes from bd without the edges whose other end is not in the project; only the whole list has them.
 * They block nothing, but what nobody sees nobody can remove.
 */
export function withHiddenEdges(bead: Bead, listed: readonly Bead[], removed: string | null = null): Bead {
  const known = listed.find((one) => one.id === bead.id);
  const own = bead.dependencies ?? [];
  const missing = (known?.dependencies ?? []).filter(
    ({ depends_on_id: end, type }) =>
      // A parent that is not here is replaced like any other, and must not come back.
      type !== 'parent-child' && end !== removed && !own.some((edge) => edge.depends_on_id === end),
  );
  if (missing.length === 0) return bead;
  const ids = new Set<string>(listed.map((one) => one.id));
  const hidden = missing.filter((edge) => !ids.has(edge.depends_on_id));
  return hidden.length === 0 ? bead : { ...bead, dependencies: [...own, ...hidden] };
}
