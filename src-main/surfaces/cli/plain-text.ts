// Control characters, and the marks that reorder or hide text: a title from a repository must not steer a terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** One line that shows as it reads. */
export function plainText(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').replace(UNSAFE, '\ufffd');
}

const MARK = /^\p{M}$/u;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

/** Columns a terminal gives to a text. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += MARK.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return width;
}

/** Cut to a width, with a mark when something is missing. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const char of text) {
    if (widthOf(kept + char) > width - 1) break;
    kept += char;
  }
  return `${kept}…`;
}
