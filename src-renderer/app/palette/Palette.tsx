import { Dialog } from '@base-ui/react/dialog';
import { ChevronRight, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { Kbd } from '../../ui/Kbd';
import type { Feature, PaletteItem } from '../feature';
import { navigate } from '../state/route';
import { readLink } from '../state/route.logic';
import { closeOverlay } from '../state/window';
import styles from './Palette.module.css';
import { findItems, inSections, remember } from './palette.logic';
import { usePaletteItems } from './use-palette-items';

const MEMORY_KEY = 'beads-console.palette';

export function Palette({ features, query }: { features: readonly Feature[]; query: string }) {
  const items = usePaletteItems(features);
  const [typed, setTyped] = useState(query);
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const recent = useMemo(recentIds, []);
  const pasted = pastedPlace(typed, features);
  const found = pasted === null ? findItems(items, typed, recent) : [pasted];
  const index = Math.min(chosen, Math.max(0, found.length - 1));
  const current = found[index];
  const optionId = (place: number) => `${listId}-${place}`;

  const currentId = current && optionId(index);
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const run = (item: PaletteItem) => {
    if (item !== pasted)
      window.localStorage.setItem(MEMORY_KEY, JSON.stringify(remember(recentIds(), item.id)));
    closeOverlay();
    item.run();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setChosen((index + step + found.length) % found.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && current) {
      event.preventDefault();
      run(current);
    }
  };

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['scrim']} />
        <Dialog.Popup className={styles['palette']} initialFocus={input} aria-label="Search or run">
          <div className={styles['box']}>
            <Icon of={Search} />
            <input
              ref={input}
              role="combobox"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={currentId}
              aria-label="Search or run"
              autoComplete="off"
              spellCheck={false}
              placeholder="Search or run…"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setChosen(0);
              }}
              onKeyDown={onKeyDown}
            />
            <Kbd keys="Esc" isCapped />
          </div>
          <div id={listId} role="listbox" aria-label="Results" className={styles['list']}>
            {inSections(found).map((section) => (
              // biome-ignore lint/a11y/useSemanticElements: a listbox groups with role=group, a fieldset would not do
              <div key={section.name} role="group" aria-label={section.name}>
                <div className={styles['heading']} aria-hidden="true">
                  {section.name}
                </div>
                {section.items.map(({ item, index: place }) => (
                  <Option
                    key={item.id}
                    id={optionId(place)}
                    item={item}
                    isChosen={place === index}
                    onPoint={() => setChosen(place)}
                    onRun={() => run(item)}
                  />
                ))}
              </div>
            ))}
          </div>
          {found.length === 0 && (
            <p className={styles['nothing']} role="status">
              Nothing is called “{typed.trim()}”. Try fewer words, or <code>&gt;</code> for commands alone.
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type OptionProps = {
  id: string;
  item: PaletteItem;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
};

function Option({ id, item, isChosen, onPoint, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which names the active option
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={styles['option']}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <span className={styles['mark']}>{item.Icon ? <item.Icon /> : <Icon of={ChevronRight} />}</span>
      <span className="cut">{item.name}</span>
      <span className={styles['end']}>
        {item.kind}
        {item.shortcut && <Kbd keys={item.shortcut} />}
      </span>
    </div>
  );
}

/** A link that was copied here or in another window, also in the other shell. */
function pastedPlace(typed: string, features: readonly Feature[]): PaletteItem | null {
  const route = readLink(typed);
  const view = features.flatMap(({ views = [] }) => views).find(({ id }) => id === route?.view);
  if (route === null || view === undefined) return null;
  return {
    id: 'pasted-place',
    name: `Go to this place in ${view.name}`,
    section: 'Link',
    run: () => navigate(route.view, route.rest),
  };
}

function recentIds(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(MEMORY_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
