export type Folder = { readonly path: string; readonly name: string; readonly is_git: boolean };

/** What Tab makes of the typed text: the chosen folder, ready for the next name. */
export function completed(folder: Folder): string {
  return folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
}

/** The next place in the list, going round; -1 is "none chosen", the text as it was typed. */
export function moved(index: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  const next = index + step;
  if (next < -1) return count - 1;
  return next >= count ? -1 : next;
}

/** What Tab takes: the chosen folder, or the only one. Null lets Tab go on to the next control. */
export function tabChoice(folders: readonly Folder[], index: number, typed: string): Folder | null {
  const chosen = folders[index];
  if (chosen !== undefined) return chosen;
  const [only] = folders;
  if (only === undefined || folders.length > 1 || typed.trim() === '') return null;
  // The list may still be the one of the text before: then Tab completes nothing.
  const name = typed.slice(typed.lastIndexOf('/') + 1).toLowerCase();
  return only.name.toLowerCase().startsWith(name) && completed(only) !== typed ? only : null;
}
