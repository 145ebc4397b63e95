const MOST = 20;
const WORD = /[A-Za-z0-9_@.+~-]*[A-Za-z0-9_@.+~/-]*[A-Za-z0-9_]/g;

/** Files of the project that a text names by their path, or by a name that only one of them has; in the text's order. */
export function namedFiles(text: string, paths: readonly string[]): string[] {
  const known = new Set(paths);
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  const found = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    const path = word.replace(/^\.?\/+/, '');
    if (known.has(path)) found.add(path);
    else if (/\.[A-Za-z0-9]{1,8}$/.test(path)) {
      const [only, ...others] = byName.get(path) ?? [];
      if (only !== undefined && others.length === 0) found.add(only);
    }
    if (found.size >= MOST) break;
  }
  return [...found];
}
