import type { ChangedFile } from '@domain/git/changes';
import type { DiffRow } from '@domain/git/diff-rows';
import type { DiffWindow } from '@domain/work/session-changes';
import type { LineComment, LinePlace } from './comments.logic';

export type FileDiff =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly words: string }
  | ({ readonly status: 'read' } & Pick<DiffWindow, 'kind' | 'rows' | 'total' | 'is_cut'>);

/** What stands in the list, one below the other. */
export type ChangeRow =
  | { readonly type: 'file'; readonly key: string; readonly file: ChangedFile; readonly isOpen: boolean }
  | { readonly type: 'line'; readonly key: string; readonly path: string; readonly line: DiffRow }
  | { readonly type: 'comment'; readonly key: string; readonly comment: LineComment }
  | { readonly type: 'editor'; readonly key: string; readonly place: LinePlace }
  | { readonly type: 'note'; readonly key: string; readonly text: string }
  | { readonly type: 'more'; readonly key: string; readonly path: string; readonly left: number }
  | { readonly type: 'more-files'; readonly key: string; readonly left: number };

export type ChangesShown = {
  readonly files: readonly ChangedFile[];
  readonly total: number;
  readonly open: ReadonlySet<string>;
  readonly diffs: ReadonlyMap<string, FileDiff>;
  readonly comments: readonly LineComment[];
  readonly editing: LinePlace | null;
};

export function rowsOf({ files, total, open, diffs, comments, editing }: ChangesShown): readonly ChangeRow[] {
  const rows: ChangeRow[] = [];
  for (const file of files) {
    const { path } = file;
    const isOpen = open.has(path);
    rows.push({ type: 'file', key: `file ${path}`, file, isOpen });
    if (isOpen) rows.push(...rowsOfFile(file, diffs.get(path) ?? { status: 'loading' }, comments, editing));
  }
  if (total > files.length) rows.push({ type: 'more-files', key: 'more files', left: total - files.length });
  return rows;
}

function rowsOfFile(
  file: ChangedFile,
  diff: FileDiff,
  comments: readonly LineComment[],
  editing: LinePlace | null,
): readonly ChangeRow[] {
  const { path } = file;
  const note = (text: string): ChangeRow => ({ type: 'note', key: `note ${path}`, text });
  if (file.what === 'submodule')
    return [note('A submodule: it points to another commit of its own repository.')];
  if (diff.status === 'loading') return [note('Reading…')];
  if (diff.status === 'failed') return [note(diff.words)];
  if (diff.kind !== 'text') return [note(KIND_WORDS[diff.kind](file))];
  const own = comments.filter((comment) => comment.path === path);
  const isBeginning = ({ type, old, new: now }: DiffRow) =>
    type === 'hunk' && (old ?? 1) <= 1 && (now ?? 1) <= 1;
  const rows: ChangeRow[] = diff.rows.flatMap((line, index): ChangeRow[] => {
    const key = `${path} ${index}`;
    if (isBeginning(line)) return [];
    const place = placeOf(path, line);
    if (place === null) return [{ type: 'line', key, path, line }];
    return [
      { type: 'line', key, path, line },
      ...own
        .filter((comment) => isSamePlace(comment, place))
        .map((comment): ChangeRow => ({ type: 'comment', key: `comment ${comment.id}`, comment })),
      ...(editing !== null && isSamePlace(editing, place)
        ? [{ type: 'editor' as const, key: `editor ${key}`, place }]
        : []),
    ];
  });
  const left = diff.total - diff.rows.length;
  if (file.kind === 'renamed' && file.old_path !== undefined)
    rows.unshift({ type: 'note', key: `from ${path}`, text: `Renamed from ${file.old_path}.` });
  if (left > 0) rows.push({ type: 'more', key: `more ${path}`, path, left });
  else if (diff.is_cut) rows.push(note('The diff goes on: only its first 512 KB are read here.'));
  return rows;
}

const KIND_WORDS = {
  binary: ({ kind }: ChangedFile) =>
    kind === 'deleted' ? 'A binary file, deleted.' : 'A binary file: there are no lines to show.',
  none: ({ kind, old_path }: ChangedFile) =>
    kind === 'renamed' && old_path !== undefined
      ? `Renamed from ${old_path}, its lines are the same.`
      : 'No line of it is different.',
  big: () => 'A new file of more than 8 MB: it is not read here.',
} as const;

/** Null: nothing to speak about. */
export function placeOf(path: string, line: DiffRow): LinePlace | null {
  if (line.type === 'hunk') return null;
  const side = line.type === 'delete' ? ('old' as const) : ('new' as const);
  const number = side === 'old' ? line.old : line.new;
  return number === null ? null : { path, side, line: number, code: line.text };
}

export function isSamePlace(a: LinePlace, b: LinePlace): boolean {
  return a.path === b.path && a.side === b.side && a.line === b.line;
}

const NAMES: Readonly<Record<ChangedFile['kind'], string>> = {
  added: 'new',
  changed: 'changed',
  deleted: 'deleted',
  renamed: 'renamed',
  'type-changed': 'another kind of file',
  conflicted: 'in conflict',
  untracked: 'new, not in git yet',
};

/** "renamed from a.ts", "new, not in git yet", "deleted, a link". */
export function kindWords(file: ChangedFile): string {
  const from = file.kind === 'renamed' && file.old_path !== undefined ? ` from ${file.old_path}` : '';
  const what = file.what === undefined ? '' : `, a ${file.what}`;
  return `${NAMES[file.kind]}${from}${what}`;
}

const MOST_LINES_AT_ONCE = 400;

/** What is small is read at once; the rest waits to be opened. */
export function openAtFirst(files: readonly ChangedFile[]): readonly string[] {
  let lines = 0;
  const open: string[] = [];
  for (const { path, additions, deletions } of files) {
    lines += (additions ?? 0) + (deletions ?? 0);
    if (lines > MOST_LINES_AT_ONCE || open.length >= 20) break;
    open.push(path);
  }
  return open;
}

export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
