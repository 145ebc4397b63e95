import { type BoardColumn, isColumnMatch } from '@domain/bead/columns';

/** A column while it is edited: `takes` as a person writes it. */
export type ColumnDraft = {
  readonly column: BoardColumn;
  readonly title: string;
  readonly takes: string;
  readonly gives: string;
  readonly isHidden: boolean;
};

export type ColumnProblem = { readonly id: string; readonly field: 'title' | 'takes'; readonly why: string };

/** What no status is called: `@ready` and its like are for the file, these are for a person. */
const PLAIN: readonly (readonly [string, string])[] = [
  ['@ready', 'ready beads'],
  ['@blocked', 'blocked beads'],
  ['@deferred', 'deferred beads'],
  ['*', 'everything else'],
];

export const wordsOf = (match: string): string => PLAIN.find(([name]) => name === match)?.[1] ?? match;
const matchOf = (words: string): string =>
  PLAIN.find(([, plain]) => plain === words.toLowerCase().replace(/\s+/g, ' '))?.[0] ?? words;

export function draftsOf(columns: readonly BoardColumn[]): readonly ColumnDraft[] {
  return columns.map((column) => ({
    column,
    title: column.title,
    takes: column.takes.map(wordsOf).join(', '),
    gives: column.gives ?? '',
    isHidden: column.is_hidden,
  }));
}

export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const target = Math.max(0, Math.min(list.length - 1, to));
  const item = list[from];
  if (item === undefined || target === from) return list;
  return list.toSpliced(from, 1).toSpliced(target, 0, item);
}

export function addColumn(drafts: readonly ColumnDraft[]): readonly ColumnDraft[] {
  const taken = new Set(drafts.map(({ column }) => column.id));
  let number = 1;
  while (taken.has(`column-${number}`)) number += 1;
  const column: BoardColumn = {
    id: `column-${number}`,
    title: 'New column',
    takes: ['*'],
    gives: null,
    is_hidden: false,
    recent_days: null,
  };
  return [...drafts, { column, title: '', takes: '', gives: '', isHidden: false }];
}

const namesIn = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((name) => matchOf(name.trim()))
      .filter((name) => name !== ''),
  ),
];

/** The columns as they would be stored, or what is wrong with them, each at its place. */
export function readDrafts(drafts: readonly ColumnDraft[]): {
  readonly columns: readonly BoardColumn[];
  readonly problems: readonly ColumnProblem[];
} {
  const problems: ColumnProblem[] = [];
  const seen = new Map<string, string>();
  const columns = drafts.map(({ column, title, takes, gives, isHidden }): BoardColumn => {
    const names = namesIn(takes);
    const say = (field: ColumnProblem['field'], why: string) => problems.push({ id: column.id, field, why });
    if (title.trim() === '' || title.trim().length > 60)
      say('title', 'A column has a name of 60 characters at most.');
    if (names.length === 0) say('takes', 'A column shows at least one status.');
    for (const name of names) {
      const other = seen.get(name);
      if (!isColumnMatch(name))
        say('takes', `“${name.slice(0, 40)}” is not a status. Small letters, numbers, _ and -.`);
      else if (other !== undefined) say('takes', `“${wordsOf(name)}” stands in ${other} already.`);
      else seen.set(name, title.trim() || column.id);
    }
    return {
      ...column,
      title: title.trim(),
      takes: names,
      gives: gives === '' ? null : gives,
      is_hidden: isHidden,
    };
  });
  if (columns.every((column) => column.is_hidden)) {
    const [first] = columns;
    if (first !== undefined)
      problems.push({ id: first.id, field: 'title', why: 'One column at least has to be shown.' });
  }
  return { columns, problems };
}
