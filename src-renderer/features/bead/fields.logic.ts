import { ActorName, BeadLabel, BeadTitle, utf8Length } from '@domain/bead/change';
import { type Bead, parentOf } from '@domain/bead/record';
import { BeadId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { durationWords } from '../../app/time-words';

export type LongFieldName = 'description' | 'design' | 'acceptance_criteria' | 'notes';
export type ChoiceFieldName = 'issue_type' | 'priority' | 'status';
export type LineFieldName =
  | 'title'
  | 'assignee'
  | 'labels'
  | 'estimated_minutes'
  | 'due_at'
  | 'defer_until'
  | 'parent'
  | 'external_ref';
export type FieldName = LongFieldName | ChoiceFieldName | LineFieldName;

export const FIELD_LABELS: Readonly<Record<FieldName, string>> = {
  title: 'Title',
  description: 'Description',
  design: 'Design',
  acceptance_criteria: 'Acceptance criteria',
  notes: 'Notes',
  issue_type: 'Type',
  priority: 'Priority',
  status: 'Status',
  assignee: 'Assignee',
  labels: 'Labels',
  estimated_minutes: 'Estimate',
  due_at: 'Due',
  defer_until: 'Put off until',
  parent: 'Parent',
  external_ref: 'External reference',
};

export type FieldValue = string | number | readonly string[] | null;

export function fieldOf(bead: Bead, field: FieldName): FieldValue {
  if (field === 'parent') return parentOf(bead);
  if (field === 'labels') return bead.labels ?? [];
  return bead[field] ?? null;
}

export function isSameValue(a: FieldValue, b: FieldValue): boolean {
  return JSON.stringify(a ?? '') === JSON.stringify(b ?? '');
}

const two = (value: number) => String(value).padStart(2, '0');

/** As `<input type="datetime-local">` writes it. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What the editor begins with. */
export function textOf(field: FieldName, value: FieldValue): string {
  if (value === null) return '';
  if (field === 'estimated_minutes') return durationWords(Number(value) * 60_000);
  if (field === 'due_at' || field === 'defer_until') return toLocalInput(String(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}

const PART = /^(?:(\d+)\s*d)?\s*(?:(\d+)\s*h)?\s*(?:(\d+)\s*m?)?$/;

/** 90, 90m, 1h 30m, 2d 3h, as durations are shown. */
export function parseMinutes(text: string): number | null {
  const match = PART.exec(text.trim().toLowerCase());
  if (match === null || text.trim() === '') return null;
  const [days, hours, minutes] = [match[1], match[2], match[3]].map((part) => Number(part ?? 0));
  return (days ?? 0) * 24 * 60 + (hours ?? 0) * 60 + (minutes ?? 0);
}

export function splitList(text: string): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return [...new Set(parts)];
}

/** The value a person wrote, or the sentence that says what is wrong with it. */
export function parseField(field: LineFieldName | LongFieldName, text: string): Result<FieldValue, string> {
  const line = text.trim();
  switch (field) {
    case 'title':
      if (BeadTitle.safeParse(line).success) return ok(line);
      return err(
        line === ''
          ? 'A bead has a title.'
          : `A title has 500 bytes at most; this one has ${utf8Length(line)}.`,
      );
    case 'labels': {
      const labels = splitList(text);
      const wrong = labels.find((label) => !BeadLabel.safeParse(label).success);
      return wrong === undefined ? ok(labels) : err(`“${wrong.slice(0, 40)}” cannot be a label.`);
    }
    case 'assignee':
      if (line === '') return ok(null);
      return ActorName.safeParse(line).success
        ? ok(line)
        : err('A name has 200 characters at most, on one line.');
    case 'estimated_minutes': {
      if (line === '') return ok(null);
      const minutes = parseMinutes(line);
      return minutes === null ? err('Write it like 90m or 1h 30m.') : ok(minutes);
    }
    case 'due_at':
    case 'defer_until': {
      if (line === '') return ok(null);
      const at = new Date(line);
      return Number.isNaN(at.getTime()) ? err('This is not a date.') : ok(at.toISOString());
    }
    case 'parent':
      if (line === '') return ok(null);
      return BeadId.safeParse(line).success ? ok(line) : err('This is not the id of a bead, like tide-3qa.');
    case 'external_ref':
      if (line.length > 500) return err('A reference has 500 characters at most.');
      return ok(line === '' ? null : line);
    default:
      return ok(text.trim() === '' ? null : text);
  }
}
