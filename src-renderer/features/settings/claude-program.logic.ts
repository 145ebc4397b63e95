/** What keeps a typed path from being used; null: nothing. Whether it is there is asked of the program itself. */
export function programProblem(text: string): string | null {
  const path = text.trim();
  if (path === '' || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path)) return null;
  return 'Give the whole path, from the root on.';
}

export function modelProblem(text: string): string | null {
  const name = text.trim();
  if (name === '') return null;
  if (name.length > 100 || /\s/.test(name) || name.startsWith('-'))
    return 'A name without spaces, for example sonnet.';
  return null;
}
