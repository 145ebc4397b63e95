/*
 * Output of which the end alone decides what a screen and its scrollback hold: letters, line ends, tabs, colours, erasing
 * in the line, small steps up, down and right. A flood (a log, tests, a build) is nothing else.
 *
 * Why the end is enough. Two terminals of the same modes, in different rows and with different contents, read the same plain
 * text. From the first carriage return on they stand in the same column, so their lines wrap at the same places. No step
 * makes the distance of their rows larger, and at the bottom there is none. From then on they write the same; what differs
 * leaves by scrolling. Counted is the row of one that began at the top and was never moved down by anything but line ends:
 * no other is above it. Where that one scrolls, all do.
 */

// Control characters are what this is about.
// biome-ignore lint/suspicious/noControlCharactersInRegex: as said above
const NOT_PLAIN = /\x1b(?!\[(?:[\d;:]*m|\d{0,4}[ABCK]))|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as said above
const COLOUR = /\x1b\[[\d;:]*m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as said above
const UP_OR_DOWN = /\n|\x1b\[(\d*)A/g;
/** More line ends than needed, for those that are spent on the way back from steps up. */
const SPARE = 1.25;
const MOST_COLOURS = 1000;

export function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text);
}

export type Kept = { readonly rows: number; readonly scrollback: number };

/** A shorter text after which nothing is left of what was there before it, or null: it must be read whole. */
export function endOf(text: string, { rows, scrollback }: Kept): string | null {
  let at = text.length;
  for (let needed = Math.ceil((scrollback + 3 * rows) * SPARE); needed > 0; needed -= 1) {
    if (at <= 0) return null;
    at = text.lastIndexOf('\n', at - 1);
  }
  const begin = at < 0 ? -1 : text.lastIndexOf('\r', at);
  if (begin < 0) return null;
  const end = text.slice(begin);
  const colours = lastColours(text.slice(0, begin));
  return colours !== null && linesScrolled(end, rows) >= scrollback + rows ? colours + end : null;
}

function linesScrolled(text: string, rows: number): number {
  let [row, scrolled] = [0, 0];
  for (const [step, up] of text.matchAll(UP_OR_DOWN)) {
    if (step !== '\n') row = Math.max(0, row - Math.max(1, Number(up)));
    else if (row < rows - 1) row += 1;
    else scrolled += 1;
  }
  return scrolled;
}

/** The colours that hold at the end. Each sets something whatever was before, so of equal ones the last is enough. */
function lastColours(text: string): string | null {
  const reset = Math.max(text.lastIndexOf('\x1b[0m'), text.lastIndexOf('\x1b[m'), 0);
  const last = new Set<string>();
  for (const [colour] of text.slice(reset).matchAll(COLOUR)) {
    last.delete(colour);
    last.add(colour);
  }
  return last.size > MOST_COLOURS ? null : [...last].join('');
}
