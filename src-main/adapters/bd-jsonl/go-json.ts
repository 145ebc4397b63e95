/** bd's key order (struct order); the same for both generations but for the few keys only one of them has. */
export const FIELD_ORDER: readonly string[] = [
  '_type',
  'id',
  'title',
  'description',
  'design',
  'acceptance_criteria',
  'notes',
  'spec_id',
  'status',
  'priority',
  'issue_type',
  'assignee',
  'owner',
  'estimated_minutes',
  'created_at',
  'created_by',
  'updated_at',
  'started_at',
  'closed_at',
  'close_reason',
  'closed_by_session',
  'due_at',
  'defer_until',
  'external_ref',
  'source_system',
  'metadata',
  'compaction_level',
  'compacted_at',
  'compacted_at_commit',
  'original_size',
  'labels',
  'dependencies',
  'comments',
  'deleted_at',
  'deleted_by',
  'delete_reason',
  'original_type',
  'sender',
  'ephemeral',
  'no_history',
  'wisp_type',
  'pinned',
  'is_template',
  'bonded_from',
  'await_type',
  'await_id',
  'timeout',
  'waiters',
  'source_formula',
  'source_location',
  'mol_type',
  'work_type',
  'dependency_count',
  'dependent_count',
  'comment_count',
];

/** JSON as Go's encoder prints it, so that bd's next export shows no difference. */
export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same as one character per byte, the form `json-edit` works on. */
export function goBytes(value: unknown): string {
  return Buffer.from(goJson(value)).toString('latin1');
}
