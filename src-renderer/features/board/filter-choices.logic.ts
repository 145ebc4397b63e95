import type { Board } from '@domain/bead/board';
import type { BoardQuery } from '@domain/bead/query';
import type { Bead } from '@domain/bead/record';

export type FilterField = 'types' | 'priorities' | 'labels' | 'assignees' | 'epics';

export type FilterChoice = {
  readonly field: FilterField;
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly count: number }[];
};

const MOST = 200;

/** What can be filtered by, with how many beads each value has; the most frequent first. */
export function choicesOf(beads: readonly Bead[], board: Board): readonly FilterChoice[] {
  const counts: Record<FilterField, Map<string, number>> = {
    types: new Map(),
    priorities: new Map(),
    labels: new Map(),
    assignees: new Map(),
    epics: new Map(),
  };
  const titles = new Map<string, string>();
  const count = (field: FilterField, value: string) =>
    counts[field].set(value, (counts[field].get(value) ?? 0) + 1);
  for (const bead of beads) {
    const card = board.cards.get(bead.id);
    if (card === undefined) continue;
    count('types', bead.issue_type);
    count('priorities', String(bead.priority));
    for (const label of bead.labels ?? []) count('labels', label);
    count('assignees', bead.assignee ?? '');
    if (card.epic !== null) {
      titles.set(card.epic.id, card.epic.title);
      count('epics', card.epic.id);
    }
  }
  const choice = (field: FilterField, name: string, labelOf: (value: string) => string): FilterChoice => ({
    field,
    name,
    options: [...counts[field]]
      .map(([value, total]) => ({ value, label: labelOf(value), count: total }))
      .sort((a, b) =>
        field === 'priorities'
          ? a.value.localeCompare(b.value)
          : b.count - a.count || a.label.localeCompare(b.label),
      )
      .slice(0, MOST),
  });
  return FIELDS.map(({ field, name }) =>
    choice(field, name, (value) => LABEL_OF[field](value, (id) => titles.get(id))),
  );
}

type TitleOf = (id: string) => string | undefined;

const LABEL_OF: Readonly<Record<FilterField, (value: string, titleOf: TitleOf) => string>> = {
  types: (value) => value,
  priorities: (value) => `P${value}`,
  labels: (value) => value,
  assignees: (value) => (value === '' ? 'Nobody' : value),
  epics: (value, titleOf) => titleOf(value) ?? value,
};

export const FIELDS: readonly { readonly field: FilterField; readonly name: string }[] = [
  { field: 'types', name: 'Type' },
  { field: 'priorities', name: 'Priority' },
  { field: 'labels', name: 'Label' },
  { field: 'assignees', name: 'Assignee' },
  { field: 'epics', name: 'Epic' },
];

/** The same places before anything is counted; what is chosen already has its name, so that nothing moves afterwards. */
export function uncounted(query: BoardQuery, board: Board): readonly FilterChoice[] {
  return FIELDS.map(({ field, name }) => ({
    field,
    name,
    options: (query[field] as readonly (string | number)[]).map((value) => ({
      value: String(value),
      label: LABEL_OF[field](String(value), (id) => board.cards.get(id)?.bead.title),
      count: 0,
    })),
  }));
}

export function isChosen(query: BoardQuery, field: FilterField, value: string): boolean {
  return (query[field] as readonly (string | number)[]).some((each) => String(each) === value);
}

export function toggled(query: BoardQuery, field: FilterField, value: string): BoardQuery {
  const list = query[field] as readonly (string | number)[];
  const typed = field === 'priorities' ? Number(value) : value;
  const next = isChosen(query, field, value)
    ? list.filter((each) => String(each) !== value)
    : [...list, typed];
  return { ...query, [field]: next };
}
