import type { Session } from './record';

/** The folder that Claude works in. */
export const checkoutOf = ({ worktree, cwd }: Pick<Session, 'worktree' | 'cwd'>): string => worktree ?? cwd;

/** From this folder on, with slashes; what lies outside keeps its whole path. */
export function within(root: string, path: string): string {
  const separator = path[root.length];
  const inside = path.slice(root.length + 1);
  if (!path.startsWith(root) || inside === '' || (separator !== '/' && separator !== '\\')) return path;
  return separator === '/' ? inside : inside.replaceAll('\\', '/');
}
