import { create } from 'zustand';
import { parseHash, type Route, toHash } from './route.logic';

/** The address bar is the truth; this is its copy. */
export const useRoute = create<Route>(() => ({ view: '', rest: '' }));

export function followAddress(): () => void {
  const read = () => useRoute.setState(parseHash(window.location.hash), true);
  read();
  window.addEventListener('hashchange', read);
  return () => window.removeEventListener('hashchange', read);
}

export function navigate(view: string, rest = ''): void {
  const hash = toHash({ view, rest });
  if (window.location.hash !== hash) window.location.hash = hash;
  // hashchange comes later; the screen need not wait for it.
  useRoute.setState({ view, rest }, true);
}
