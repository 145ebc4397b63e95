import type { Bead, BeadDependency } from '@domain/bead/record';

/** A plain open task; what a test is about is said in `more`. */
export function bead(id: string, more: Partial<Bead> = {}): Bead {
  return {
    id: id as Bead['id'],
    title: `Title of ${id}`,
    status: 'open',
    priority: 2,
    issue_type: 'task',
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-15T00:00:00Z',
    ...more,
  };
}

export const edge = (issue_id: string, depends_on_id: string, type = 'blocks'): BeadDependency => ({
  issue_id,
  depends_on_id,
  type,
});
