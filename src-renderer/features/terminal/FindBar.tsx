import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { IconButton } from '../../ui/IconButton';
import type { Screen } from './screen';
import styles from './TerminalPanel.module.css';

type Hits = { readonly at: number; readonly count: number };

/** Finds in what the terminal holds, also above its screen. */
export function FindBar({ screen, onClose }: { screen: RefObject<Screen | null>; onClose: () => void }) {
  const [text, setText] = useState('');
  const [hits, setHits] = useState<Hits | null>(null);
  useEffect(() => {
    const search = screen.current?.search;
    const listening = search?.onDidChangeResults(({ resultIndex, resultCount }) =>
      setHits({ at: resultIndex + 1, count: resultCount }),
    );
    return () => {
      listening?.dispose();
      search?.clearDecorations();
    };
  }, [screen]);

  const find = (wanted: string, direction: 'next' | 'previous', incremental = false) => {
    const search = screen.current?.search;
    if (wanted === '') {
      search?.clearDecorations();
      setHits(null);
    } else if (direction === 'next') search?.findNext(wanted, { incremental, decorations: markColours() });
    else search?.findPrevious(wanted, { decorations: markColours() });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') find(text, event.shiftKey ? 'previous' : 'next');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles['find']}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
        autoFocus
        type="text"
        aria-label="Find in the terminal"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          find(event.target.value, 'next', true);
        }}
      />
      <output className={styles['hits']}>{hitWords(text, hits)}</output>
      <IconButton icon={ArrowUp} label="Previous hit" size="s" onClick={() => find(text, 'previous')} />
      <IconButton icon={ArrowDown} label="Next hit" size="s" onClick={() => find(text, 'next')} />
      <IconButton icon={X} label="Close find" size="s" onClick={onClose} />
    </search>
  );
}

function hitWords(text: string, hits: Hits | null): string {
  if (text === '' || hits === null) return '';
  if (hits.count === 0) return 'Nothing';
  return hits.at === 0 ? `${hits.count}+` : `${hits.at} of ${hits.count}`;
}

function markColours() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    matchBackground: token('--term-selection'),
    matchOverviewRuler: token('--term-yellow'),
    activeMatchBackground: token('--term-yellow'),
    activeMatchColorOverviewRuler: token('--term-yellow'),
  };
}
