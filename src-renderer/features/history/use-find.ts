import type { FoundPlace } from '@domain/history/transcript';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useActions } from '../../app/keymap/action-store';
import { useQueryEntry } from '../../bridge/react';
import { findActions } from './find-actions';
import { type Thread, threadInput } from './use-transcript';

const TYPED_MS = 200;

export type Find = {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Typed here, as against taken over from the search of the list. */
  readonly isTyped: boolean;
  readonly places: readonly FoundPlace[];
  readonly isCut: boolean;
  readonly isLooking: boolean;
  readonly index: number;
  readonly place: FoundPlace | null;
  readonly step: (by: 1 | -1) => void;
};

/** The hits of a session, one after the other. What was searched for in the list is looked for first. */
export function useFind(
  thread: Thread,
  words: string,
  revision: string,
  position: number,
  jump: (position: number) => void,
): Find {
  const [text, setText] = useState('');
  const settled = useSettled(text.trim());
  const isTyped = settled !== '';
  const { data, isFetching } = useQueryEntry(
    'history.find',
    {
      ...threadInput(thread),
      ...(isTyped ? { text: settled.slice(0, 200) } : { text: words || ' ', as: 'words' as const }),
      limit: 500,
    },
    { isEnabled: revision !== '' && (isTyped || words.trim() !== '') },
  );
  const isAsked = isTyped || words.trim() !== '';
  const places = useMemo(() => (isAsked ? (data?.places ?? []) : []), [isAsked, data]);
  const [chosen, setChosen] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, other hits
  useEffect(() => setChosen(null), [settled, words, thread.agent, thread.branches]);
  const nearest = places.findIndex((place) => place.position >= position);
  const index = places.length === 0 ? -1 : Math.min(chosen ?? Math.max(0, nearest), places.length - 1);

  const latest = useRef({ places, index });
  latest.current = { places, index };
  const step = useMemo(
    () => (by: 1 | -1) => {
      const { places: all, index: at } = latest.current;
      if (all.length === 0) return;
      const next = (at + by + all.length) % all.length;
      setChosen(next);
      jump(all[next]?.position ?? 0);
    },
    [jump],
  );
  // What is typed here is gone to at once.
  const first = isTyped ? (places[0]?.position ?? null) : null;
  useEffect(() => {
    if (first !== null) {
      setChosen(0);
      jump(first);
    }
  }, [first, jump]);
  const stepping = useRef({ places, step });
  stepping.current = { places, step };
  useActions(useMemo(() => findActions(stepping), []));
  return {
    text,
    setText,
    isTyped,
    places,
    isCut: data?.is_cut ?? false,
    isLooking: isFetching,
    index,
    place: places[index] ?? null,
    step,
  };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
