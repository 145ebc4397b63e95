import type { NewBeadInput } from '@domain/bead/change';
import type { BeadId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { parseField, splitList } from './fields.logic';

export type NewBeadDraft = {
  readonly title: string;
  readonly type: string;
  readonly priority: string;
  readonly description: string;
  readonly design: string;
  readonly acceptance: string;
  readonly labels: string;
  readonly assignee: string;
  readonly parent: string;
  readonly blockedBy: string;
  readonly estimate: string;
  readonly due: string;
};

export const EMPTY_DRAFT: NewBeadDraft = {
  title: '',
  type: 'task',
  priority: '2',
  description: '',
  design: '',
  acceptance: '',
  labels: '',
  assignee: '',
  parent: '',
  blockedBy: '',
  estimate: '',
  due: '',
};

export type DraftErrors = Readonly<Partial<Record<keyof NewBeadDraft, string>>>;

export function isDraftEmpty(draft: NewBeadDraft): boolean {
  return JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT);
}

/** What is left empty is left out, so that the tracker's own defaults hold. */
export function readDraft(
  draft: NewBeadDraft,
  known: ReadonlySet<string>,
): Result<NewBeadInput, DraftErrors> {
  const errors: Partial<Record<keyof NewBeadDraft, string>> = {};
  const take = (name: keyof NewBeadDraft, field: Parameters<typeof parseField>[0]) => {
    const parsed = parseField(field, draft[name]);
    if (parsed.ok) return parsed.value;
    errors[name] = parsed.error;
    return null;
  };
  const text = (value: string) => (value.trim() === '' ? undefined : value);
  const title = take('title', 'title');
  const labels = take('labels', 'labels');
  const assignee = take('assignee', 'assignee');
  const parent = take('parent', 'parent');
  const minutes = take('estimate', 'estimated_minutes');
  const due = take('due', 'due_at');
  const blockedBy = splitList(draft.blockedBy);
  const missing = blockedBy.find((id) => !known.has(id));
  if (missing !== undefined) errors.blockedBy = `There is no bead ${missing}.`;
  if (parent !== null && !known.has(String(parent))) errors.parent = `There is no bead ${String(parent)}.`;
  if (Object.keys(errors).length > 0) return err(errors);
  return ok({
    title: String(title),
    issue_type: draft.type,
    priority: Number(draft.priority),
    ...optional('description', text(draft.description)),
    ...optional('design', text(draft.design)),
    ...optional('acceptance_criteria', text(draft.acceptance)),
    ...optional('labels', Array.isArray(labels) && labels.length > 0 ? [...labels] : undefined),
    ...optional('assignee', assignee ?? undefined),
    ...optional('parent', (parent ?? undefined) as BeadId | undefined),
    ...optional('blocked_by', blockedBy.length > 0 ? blockedBy : undefined),
    ...optional('estimated_minutes', minutes ?? undefined),
    ...optional('due_at', due ?? undefined),
  } as NewBeadInput);
}

function optional(name: string, value: unknown) {
  return value === undefined ? {} : { [name]: value };
}
