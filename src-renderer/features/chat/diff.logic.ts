/** One replacement as the tool was asked for it; a written file replaces nothing we know of. */
export type FileEdit = { readonly before: string; readonly after: string; readonly isWholeFile: boolean };

export type Span = { readonly text: string; readonly isMarked: boolean };
export type DiffLine = {
  readonly type: 'same' | 'add' | 'delete' | 'gap';
  readonly spans: readonly Span[];
  /** Known only where the whole file is: a place made up would be a lie. */
  readonly line: number | null;
};

/** What stands where the privacy settings took a text away. */
const WITHHELD = '[string]';
const text = (value: unknown): string => (typeof value === 'string' && value !== WITHHELD ? value : '');

export function editsOf(tool: string, input: Readonly<Record<string, unknown>>): readonly FileEdit[] {
  if (tool === 'Write')
    return input['content'] === WITHHELD
      ? []
      : [{ before: '', after: text(input['content']), isWholeFile: true }];
  const list = Array.isArray(input['edits']) ? (input['edits'] as unknown[]) : [input];
  return list.flatMap((each) => {
    if (typeof each !== 'object' || each === null) return [];
    const { old_string, new_string, new_source } = each as Record<string, unknown>;
    const after = text(new_string) || text(new_source);
    return text(old_string) === '' && after === ''
      ? []
      : [{ before: text(old_string), after, isWholeFile: false }];
  });
}

export function diffLines(edits: readonly FileEdit[]): readonly DiffLine[] {
  return edits.flatMap((edit, index): readonly DiffLine[] => {
    const lines = diffEdit(edit);
    return index === 0 ? lines : [{ type: 'gap', spans: [], line: null }, ...lines];
  });
}

export function diffCounts(edits: readonly FileEdit[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const edit of edits)
    for (const { type } of pairUp(edit)) {
      if (type === 'add') added += 1;
      if (type === 'delete') removed += 1;
    }
  return { added, removed };
}

type Plain = { readonly type: 'same' | 'add' | 'delete'; readonly text: string };

function diffEdit(edit: FileEdit): readonly DiffLine[] {
  const plain = pairUp(edit);
  const partners = partnersOf(plain);
  return plain.map((each, index) => {
    const partner = partners.get(index);
    const spans = partner === undefined ? [{ text: each.text, isMarked: false }] : marked(each.text, partner);
    return { type: each.type, spans, line: edit.isWholeFile ? index + 1 : null };
  });
}

const split = (value: string): string[] => (value === '' ? [] : value.replace(/\n$/, '').split('\n'));

/** The longest common lines, after what begins and ends alike; beyond a size the middle is replaced as a whole. */
function pairUp({ before, after }: FileEdit): readonly Plain[] {
  const a = split(before);
  const b = split(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end += 1;
  const same = (line: string): Plain => ({ type: 'same', text: line });
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

const LARGEST_TABLE = 250_000;

function middle(a: readonly string[], b: readonly string[]): readonly Plain[] {
  const gone = (line: string): Plain => ({ type: 'delete', text: line });
  const come = (line: string): Plain => ({ type: 'add', text: line });
  if (a.length * b.length > LARGEST_TABLE || a.length === 0 || b.length === 0)
    return [...a.map(gone), ...b.map(come)];
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: Plain[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      lines.push({ type: 'same', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push(gone(a[i] ?? ''));
      i += 1;
    } else {
      lines.push(come(b[j] ?? ''));
      j += 1;
    }
  }
  return [...lines, ...a.slice(i).map(gone), ...b.slice(j).map(come)];
}

/** The line that stands in the other's place: the nth deleted one of a block and the nth added one after it. */
function partnersOf(lines: readonly Plain[]): ReadonlyMap<number, string> {
  const partners = new Map<number, string>();
  let gone: number[] = [];
  let come: number[] = [];
  const settle = () => {
    // Blocks of another shape were rewritten; marking words there would only be noise.
    if (gone.length === come.length)
      for (const [place, index] of gone.entries()) {
        const other = come[place] ?? index;
        partners.set(index, lines[other]?.text ?? '');
        partners.set(other, lines[index]?.text ?? '');
      }
    gone = [];
    come = [];
  };
  for (const [index, { type }] of lines.entries()) {
    if (type === 'same') settle();
    else (type === 'delete' ? gone : come).push(index);
  }
  settle();
  return partners;
}

function marked(own: string, other: string): readonly Span[] {
  const a = own.match(/\w+|\s+|[^\w\s]/g) ?? [];
  const b = other.match(/\w+|\s+|[^\w\s]/g) ?? [];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end += 1;
  const part = (from: number, to: number) => a.slice(from, to).join('');
  return [
    { text: part(0, start), isMarked: false },
    { text: part(start, a.length - end), isMarked: start + end > 0 },
    { text: part(a.length - end, a.length), isMarked: false },
  ].filter((span) => span.text !== '');
}
