import { Star } from 'lucide-react';
import { useLayoutValue } from '../../app/state/layout';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSection } from '../../ui/Menu';

const MOST = 30;

const readKept = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string') : [];

export type Saved = {
  readonly searches: readonly string[];
  readonly has: (text: string) => boolean;
  readonly toggle: (text: string) => void;
};

/** Kept with the project's layout; the newest first. */
export function useSavedSearches(): Saved {
  const [searches, keep] = useLayoutValue('history_searches', readKept);
  const has = (text: string) => searches.includes(text.trim());
  return {
    searches,
    has,
    toggle(text) {
      const trimmed = text.trim();
      if (has(text)) keep(searches.filter((each) => each !== trimmed));
      else keep([trimmed, ...searches].slice(0, MOST));
    },
  };
}

export function SavedSearches({ saved, onChoose }: { saved: Saved; onChoose: (text: string) => void }) {
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Star} size="s" label="Saved searches" data-action="history.saved" />}
    >
      <MenuSection label={saved.searches.length === 0 ? 'No saved searches yet' : 'Saved searches'}>
        {saved.searches.map((search) => (
          <MenuItem key={search} onSelect={() => onChoose(search)}>
            {search}
          </MenuItem>
        ))}
        {saved.searches.length === 0 && (
          <MenuItem disabledReason="Type a search first" onSelect={() => {}}>
            The star in the search box keeps one
          </MenuItem>
        )}
      </MenuSection>
    </Menu>
  );
}
