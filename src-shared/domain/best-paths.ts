/**
 * The paths that fit what was typed, best first: in the name of the file before elsewhere, together before scattered,
 * short before long. Nothing typed: what lies nearest to the root.
 */
export function bestPaths(paths: readonly string[], typed: string, limit: number): readonly string[] {
  const wanted = typed.toLowerCase();
  const found: { readonly path: string; readonly score: number }[] = [];
  for (const path of paths) {
    const score = wanted === '' ? -depthOf(path) : matchOf(path.toLowerCase(), wanted);
    if (score !== null) found.push({ path, score });
  }
  return found
    .sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path);
}

const depthOf = (path: string) => path.split('/').length;

function matchOf(path: string, wanted: string): number | null {
  const name = path.lastIndexOf('/') + 1;
  const inName = path.indexOf(wanted, name);
  if (inName === name) return 4;
  if (inName > name) return 3;
  if (path.includes(wanted)) return 2;
  // Scattered letters, in order: the fewer the gaps the better, always below what stands together.
  let at = -1;
  let gaps = 0;
  for (const letter of wanted) {
    const next = path.indexOf(letter, at + 1);
    if (next === -1) return null;
    if (next !== at + 1) gaps += 1;
    at = next;
  }
  return 1 - gaps / (path.length + 1);
}
