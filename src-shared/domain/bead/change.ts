import { z } from 'zod';
import { BeadId } from '../ids';
import { BeadMetadata } from './record';

const TITLE_BYTES = 500;

/** bd counts bytes, not characters. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

export const BeadTitle = z
  .string()
  .min(1)
  .refine((title) => title.trim() !== '', 'blank')
  .refine((title) => utf8Length(title) <= TITLE_BYTES, `more than ${TITLE_BYTES} bytes`);
export const BeadPriority = z.int().min(0).max(4);
export const BeadStatusName = z
  .string()
  .max(50)
  .regex(/^[a-z][a-z0-9_-]*$/);
export const BeadTypeName = z
  .string()
  .max(50)
  .regex(/^[a-z][a-z0-9_-]*$/);
export const BeadLabel = z
  .string()
  .min(1)
  .max(200)
  // A comma separates labels on bd's command line.
  .regex(/^[^\p{Cc},]+$/u);
export const Instant = z.iso.datetime({ offset: true });
export const ActorName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]+$/u);
export const EdgeType = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[a-z][a-z0-9-]*$/);
export const DependencyTarget = z
  .string()
  .max(300)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]*$/);
/** Part of bd's documented extension point; `bd:` and `_` belong to bd. */
export const MetadataKey = z
  .string()
  .max(200)
  .regex(/^[a-zA-Z][a-zA-Z0-9_.]*$/);

const LongText = z.string().max(1_000_000);

export const NewBead = z.strictObject({
  title: BeadTitle,
  issue_type: BeadTypeName.default('task'),
  priority: BeadPriority.default(2),
  status: BeadStatusName.optional(),
  description: LongText.optional(),
  design: LongText.optional(),
  acceptance_criteria: LongText.optional(),
  notes: LongText.optional(),
  assignee: ActorName.optional(),
  labels: z.array(BeadLabel).optional(),
  parent: BeadId.optional(),
  /** Ids the new bead depends on (`blocks` edges). */
  blocked_by: z.array(DependencyTarget).optional(),
  estimated_minutes: z.int().nonnegative().optional(),
  due_at: Instant.optional(),
  defer_until: Instant.optional(),
  external_ref: z.string().max(500).optional(),
  metadata: z.record(MetadataKey, z.unknown()).optional(),
});
export type NewBead = z.infer<typeof NewBead>;
export type NewBeadInput = z.input<typeof NewBead>;

/** Only the named fields change. `null` clears; `labels` replaces; `metadata` merges its top-level keys, `null` removes one. */
export const BeadPatch = z.strictObject({
  title: BeadTitle.optional(),
  description: LongText.nullable().optional(),
  design: LongText.nullable().optional(),
  acceptance_criteria: LongText.nullable().optional(),
  notes: LongText.nullable().optional(),
  status: BeadStatusName.optional(),
  priority: BeadPriority.optional(),
  issue_type: BeadTypeName.optional(),
  assignee: ActorName.nullable().optional(),
  estimated_minutes: z.int().nonnegative().nullable().optional(),
  due_at: Instant.nullable().optional(),
  defer_until: Instant.nullable().optional(),
  external_ref: z.string().max(500).nullable().optional(),
  labels: z.array(BeadLabel).optional(),
  parent: BeadId.nullable().optional(),
  metadata: z.record(MetadataKey, z.unknown()).optional(),
});
export type BeadPatch = z.infer<typeof BeadPatch>;
export type BeadPatchField = keyof BeadPatch;

/** What the editor showed when the user began; `null` or absent means it was empty. */
export const BeadExpectation = z.strictObject({
  title: z.string().optional(),
  description: z.string().nullable().optional(),
  design: z.string().nullable().optional(),
  acceptance_criteria: z.string().nullable().optional(),
  notes: z.string().nullable().optional(),
  status: z.string().optional(),
  priority: z.number().optional(),
  issue_type: z.string().optional(),
  assignee: z.string().nullable().optional(),
  estimated_minutes: z.number().nullable().optional(),
  due_at: z.string().nullable().optional(),
  defer_until: z.string().nullable().optional(),
  external_ref: z.string().nullable().optional(),
  labels: z.array(z.string()).optional(),
  parent: z.string().nullable().optional(),
  metadata: BeadMetadata.optional(),
});
export type BeadExpectation = z.infer<typeof BeadExpectation>;

export const BeadEdge = z.strictObject({
  id: BeadId,
  depends_on: DependencyTarget,
  type: EdgeType.default('blocks'),
});
export type BeadEdge = z.infer<typeof BeadEdge>;

export const StatusCategory = z.enum(['active', 'wip', 'done', 'frozen', 'unspecified']);
export type StatusCategory = z.infer<typeof StatusCategory>;

export const BeadStatusInfo = z.object({
  name: z.string(),
  category: StatusCategory,
  built_in: z.boolean(),
});
export type BeadStatusInfo = z.infer<typeof BeadStatusInfo>;
