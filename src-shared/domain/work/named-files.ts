const MOST = 20;
const WORD = /[A-Za-z0-9_@.+~/-]+/g;
const LAST = /[A-Za-z0-9_]/;

/** Files of the project that a text names by their path, or by a name that only one of them has; in the text's order. */
export function namedFiles(text: string, paths: readonly string[]): string[] {
  const known = new Set(paths);
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [path]);
    else same.push(path);
  }
  const found = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    const path = withoutEnd(word).replace(/^\.?\/+/, '');
    if (known.has(path)) found.add(path);
    else if (/\.[A-Za-z0-9]{1,8}$/.test(path)) {
      const [only, ...others] = byName.get(path) ?? [];
      if (only !== undefined && others.length === 0) found.add(only);
    }
    if (found.size >= MOST) break;
  }
  return [...found];
}

/** Without the signs behind it. By hand: a text may be one line of thousands of them, which a pattern would try over and over. */
function withoutEnd(word: string): string {
  let end = word.length;
  while (end > 0 && !LAST.test(word[end - 1] ?? '')) end -= 1;
  return word.slice(0, end);
}
