import { type BeadStatusInfo, StatusCategory } from '@domain/bead/change';
import { isRawRecord } from '@domain/bead/read-bead';
import { recordsIn } from './bd-output';

const BUILT_IN = [
  ['open', 'active'],
  ['in_progress', 'wip'],
  ['blocked', 'wip'],
  ['hooked', 'wip'],
  ['deferred', 'frozen'],
  ['pinned', 'frozen'],
  ['closed', 'done'],
] as const satisfies readonly (readonly [string, StatusCategory])[];

/** 0.4x cannot be asked; these are its own. */
export const BUILT_IN_STATUSES: readonly BeadStatusInfo[] = BUILT_IN.map(([name, category]) => ({
  name,
  category,
  built_in: true,
}));

function categoryOf(value: unknown): StatusCategory {
  const parsed = StatusCategory.safeParse(value);
  return parsed.success ? parsed.data : 'unspecified';
}

/** `bd statuses --json`. */
export function readStatuses(value: unknown): BeadStatusInfo[] | null {
  if (!isRawRecord(value) || !Array.isArray(value['built_in_statuses'])) return null;
  const read = (list: unknown, built_in: boolean) =>
    recordsIn(Array.isArray(list) ? list : []).flatMap((record) =>
      typeof record['name'] === 'string'
        ? [{ name: record['name'], category: categoryOf(record['category']), built_in }]
        : [],
    );
  return [...read(value['built_in_statuses'], true), ...read(value['custom_statuses'], false)];
}

/** The value of `status.custom`: `in_review:wip,qa`. */
export function readCustomStatuses(value: string): BeadStatusInfo[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', category] = part.split(':');
      return { name, category: categoryOf(category), built_in: false };
    });
}

export function writeCustomStatuses(statuses: readonly BeadStatusInfo[], withCategory: boolean): string {
  return statuses
    .filter((status) => !status.built_in)
    .map(({ name, category }) => (withCategory && category !== 'unspecified' ? `${name}:${category}` : name))
    .join(',');
}
