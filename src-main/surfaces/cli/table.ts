import type { Colour, Paint } from './paint';
import { cutTo, plainText, widthOf } from './plain-text';

export type Column<Row> = {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly colour?: (row: Row) => Colour | null;
  readonly alignRight?: boolean;
  readonly maxWidth?: number;
};

export type TableOptions<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly paint: Paint;
  /** Of the terminal; the last column is cut to fit. Null: as long as it is (a pipe). */
  readonly width: number | null;
};

/** For people's eyes; scripts take `--json`. Every cell is shown as plain text. */
export function formatTable<Row>(rows: readonly Row[], options: TableOptions<Row>): string {
  const { columns, paint, width } = options;
  const cells = rows.map((row) =>
    columns.map(({ value, maxWidth }) => {
      const text = plainText(value(row));
      return maxWidth === undefined ? text : cutTo(text, maxWidth);
    }),
  );
  const widths = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((line) => widthOf(line[at] ?? ''))),
  );
  const last = columns.length - 1;
  const before = widths.slice(0, last).reduce((sum, own) => sum + own + GAP.length, 0);
  const room = width === null ? Number.POSITIVE_INFINITY : Math.max(MIN_LAST, width - before);

  const line = (texts: readonly string[], colourOf: (at: number) => Colour | null) =>
    texts
      .map((text, at) => {
        const shown = at === last ? cutTo(text, room) : text;
        const colour = colourOf(at);
        const painted = colour === null ? shown : paint(colour, shown);
        const padding = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(shown)));
        if (columns[at]?.alignRight) return padding + painted;
        return at === last ? painted : painted + padding;
      })
      .join(GAP)
      .trimEnd();

  const head = line(
    columns.map(({ title }) => title),
    () => 'dim',
  );
  const body = rows.map((row, at) =>
    line(cells[at] ?? [], (column) => columns[column]?.colour?.(row) ?? null),
  );
  return [head, ...body].join('\n');
}

const GAP = '  ';
const MIN_LAST = 10;
