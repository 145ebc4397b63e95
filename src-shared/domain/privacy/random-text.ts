/** Telling noise from words: noise changes between capitals, digits and small letters at every second letter. */
const BUSY = 0.3;

/** Changes of kind per character; `aB` counts, `Ab` does not: a capital before small letters begins a word. */
export function changeRate(run: string): number {
  let changes = 0;
  let before = 0;
  for (let at = 0; at < run.length; at += 1) {
    const kind = kindOf(run.charCodeAt(at));
    if (kind === 0) continue;
    if (before !== 0 && kind !== before && !(before === UPPER && kind === LOWER)) changes += 1;
    before = kind;
  }
  return changes / Math.max(1, run.length);
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : 0;
}

const hashLengths: ReadonlySet<number> = new Set([32, 40, 56, 64, 96, 128]);

/** As long as a checksum and hexadecimal: it names something and opens nothing. */
export function isHashLength(run: string): boolean {
  return (
    hashLengths.has(run.length) && (/^[0-9a-f]+$/.test(run) || /^[0-9A-F]+$/.test(run)) && /[0-9]/.test(run)
  );
}

/** Most of it lies in pieces a person or a build tool would name a folder with. */
export function isPathLike(run: string): boolean {
  let named = 0;
  for (const piece of run.split('/'))
    if (piece.length <= 3 || isHashLength(piece) || changeRate(piece) < BUSY) named += piece.length + 1;
  return named / (run.length + 1) >= 0.7;
}

const subresource = /^sha(?:1|256|384|512)-/;
const hexWithDashes = /^[0-9a-f-]+$/i;

/** Over 50 characters of the base64 alphabet that are no path, no checksum, no long name and no ruler. */
export function isBase64(run: string): boolean {
  if (isHashLength(run) || subresource.test(run)) return false;
  // `node-cache-Linux-npm-<checksum>`: a checksum behind its name.
  if (isHashLength(run.slice(run.lastIndexOf('-') + 1))) return false;
  const letters = run.replace(/[^A-Za-z0-9]/g, '').length;
  if (letters / run.length < 0.75) return false;
  if (run.endsWith('=') || run.includes('+')) return true;
  // Neither alphabet of base64 has both: a folder's name has.
  if (run.includes('/')) return !/[A-Za-z0-9/][_-][A-Za-z0-9/]/.test(run) && !isPathLike(run);
  if (hexWithDashes.test(run) && run.includes('-')) return false;
  const isName = /[_-]/.test(run) || (/[a-z][A-Z]/.test(run) && !/[0-9]/.test(run));
  return !(isName && changeRate(run) < BUSY);
}
