import { z } from 'zod';

const Line = z.int().positive().nullable();

/** One line of a diff as it is shown. `hunk`: where the file goes on after lines that are the same. */
export const DiffRow = z.object({
  type: z.enum(['hunk', 'same', 'add', 'delete']),
  text: z.string(),
  /** Its number in the file before and now; null: it is not in it. */
  old: Line,
  new: Line,
  /** The line is longer than `text`. */
  is_cut: z.boolean().optional(),
  /** The file ends here without a line break. */
  is_open: z.boolean().optional(),
});
export type DiffRow = z.infer<typeof DiffRow>;

const LONGEST = 2_000;
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** The hunks of a unified diff, with the numbers of their lines. */
export function readDiffRows(hunks: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let before = 0;
  let now = 0;
  const lines = hunks.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      before = Number(hunk[1]);
      now = Number(hunk[2]);
      rows.push({ type: 'hunk', text: cut(hunk[3] ?? '').text, old: before || null, new: now || null });
      continue;
    }
    const said = cut(line.slice(1));
    if (line.startsWith('+')) rows.push({ type: 'add', ...said, old: null, new: now++ });
    else if (line.startsWith('-')) rows.push({ type: 'delete', ...said, old: before++, new: null });
    else if (line.startsWith('\\'))
      rows.push({ ...(rows.pop() ?? { type: 'same', text: '', old: null, new: null }), is_open: true });
    else rows.push({ type: 'same', ...said, old: before++, new: now++ });
  }
  return rows;
}

function cut(text: string): Pick<DiffRow, 'text' | 'is_cut'> {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  return line.length > LONGEST ? { text: line.slice(0, LONGEST), is_cut: true } : { text: line };
}
