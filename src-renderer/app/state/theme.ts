import type { Settings } from '@domain/settings';
import { useEffect, useSyncExternalStore } from 'react';

type Appearance = Pick<Settings['appearance'], 'theme' | 'density' | 'text_size_percent'>;

/** Read by `theme.js` before the first paint; the two must agree. */
const MEMORY_KEY = 'beads-console.appearance';

const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)');

export function useIsSystemDark(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = darkQuery();
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => darkQuery().matches,
  );
}

export function useApplyAppearance({ theme, density, text_size_percent }: Appearance): void {
  const isSystemDark = useIsSystemDark();
  useEffect(() => {
    const root = document.documentElement;
    root.dataset['theme'] = theme === 'system' ? (isSystemDark ? 'dark' : 'light') : theme;
    root.dataset['density'] = density;
    root.style.fontSize = `${(16 * text_size_percent) / 100}px`;
    window.localStorage.setItem(MEMORY_KEY, JSON.stringify({ theme, density, text_size_percent }));
  }, [theme, density, text_size_percent, isSystemDark]);
}
