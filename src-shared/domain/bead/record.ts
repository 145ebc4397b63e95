import { z } from 'zod';
import { BeadId } from '../ids';

/** An edge lives on the dependent: `issue_id` depends on `depends_on_id`, which may be foreign or `external:…`. */
export const BeadDependency = z.looseObject({
  issue_id: z.string(),
  depends_on_id: z.string().min(1),
  type: z.string().min(1),
  created_at: z.string().optional(),
  created_by: z.string().optional(),
  /** A JSON text inside a JSON string: 1.x writes `"{}"`. */
  metadata: z.string().optional(),
});
export type BeadDependency = z.infer<typeof BeadDependency>;

/** The id is a number in 0.4x and br, a UUID in 1.x. */
export const BeadComment = z.looseObject({
  id: z.union([z.string(), z.number()]),
  issue_id: z.string().optional(),
  author: z.string(),
  text: z.string(),
  created_at: z.string(),
});
export type BeadComment = z.infer<typeof BeadComment>;

export const BeadMetadata = z.record(z.string(), z.unknown());
export type BeadMetadata = z.infer<typeof BeadMetadata>;

/**
 * bd's record with bd's names. Fields we do not know are kept as they are. Reading goes through `readBead`
 * (./read-bead), which mends what this schema would refuse.
 */
export const Bead = z.looseObject({
  id: BeadId,
  title: z.string(),
  description: z.string().optional(),
  design: z.string().optional(),
  acceptance_criteria: z.string().optional(),
  notes: z.string().optional(),
  status: z.string().min(1),
  priority: z.number(),
  issue_type: z.string().min(1),
  assignee: z.string().optional(),
  owner: z.string().optional(),
  estimated_minutes: z.number().optional(),
  created_at: z.string(),
  created_by: z.string().optional(),
  updated_at: z.string(),
  started_at: z.string().optional(),
  closed_at: z.string().optional(),
  close_reason: z.string().optional(),
  closed_by_session: z.string().optional(),
  due_at: z.string().optional(),
  defer_until: z.string().optional(),
  external_ref: z.string().optional(),
  metadata: BeadMetadata.optional(),
  labels: z.array(z.string()).optional(),
  dependencies: z.array(BeadDependency).optional(),
  comments: z.array(BeadComment).optional(),
  ephemeral: z.boolean().optional(),
  pinned: z.boolean().optional(),
  is_template: z.boolean().optional(),
  dependency_count: z.number().optional(),
  dependent_count: z.number().optional(),
  comment_count: z.number().optional(),
});
export type Bead = z.infer<typeof Bead>;

/** A line of the tracker's file that is not a bead we can show; it is counted and said, never dropped. */
export const OddLine = z.object({
  line: z.int().positive(),
  why: z.enum(['malformed', 'not-an-object', 'no-id', 'duplicate-id', 'other-record', 'merge-marker']),
});
export type OddLine = z.infer<typeof OddLine>;

export const BeadListing = z.object({
  beads: z.array(Bead),
  odd_lines: z.array(OddLine),
});
export type BeadListing = z.infer<typeof BeadListing>;

export const BeadHistoryEntry = z.looseObject({
  at: z.string(),
  actor: z.string().nullable(),
  summary: z.string(),
});
export type BeadHistoryEntry = z.infer<typeof BeadHistoryEntry>;

/** A deleted bead of the 0.4x era; it stays in the file and is never shown. */
export function isTombstone(bead: Bead): boolean {
  return bead.status === 'tombstone';
}

/** The parent a `parent-child` edge names; a dotted id alone makes no child. */
export function parentOf(bead: Pick<Bead, 'dependencies'>): string | null {
  return bead.dependencies?.find((edge) => edge.type === 'parent-child')?.depends_on_id ?? null;
}
