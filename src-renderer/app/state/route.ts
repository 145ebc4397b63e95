import { create } from 'zustand';
import { parseHash, type Route, toHash } from './route.logic';

/** The address bar is the truth; this is its copy. */
export const useRoute = create<Route>(() => ({ view: '', rest: '' }));

/** `onOther`: another view was named in the address itself, not by `navigate`. */
export function followAddress(onOther: () => void = () => {}): () => void {
  const read = () => {
    const route = parseHash(window.location.hash);
    const isOther = route.view !== useRoute.getState().view;
    useRoute.setState(route, true);
    if (isOther) onOther();
  };
  useRoute.setState(parseHash(window.location.hash), true);
  window.addEventListener('hashchange', read);
  return () => window.removeEventListener('hashchange', read);
}

/** The same place told better (what is being typed): no step for the back button. */
export function correctAddress(view: string, rest: string): void {
  window.history.replaceState(null, '', toHash({ view, rest }));
  useRoute.setState({ view, rest }, true);
}

export function navigate(view: string, rest = ''): void {
  const hash = toHash({ view, rest });
  if (window.location.hash !== hash) window.location.hash = hash;
  // hashchange comes later; the screen need not wait for it.
  useRoute.setState({ view, rest }, true);
}
