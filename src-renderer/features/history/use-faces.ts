import type { HistorySession } from '@domain/history/record';
import { useMemo } from 'react';
import type { MarkState } from '../../ui/Mark';
import { markOf, statusWords, useUnclosed } from '../sessions';
import { endWords } from './history-words.logic';

export type Face = { readonly mark: MarkState; readonly words: string };

/** How a session looks now: what runs here says more than the history does, and looks the same wherever it is listed. */
export function useFaces(): (session: HistorySession) => Face {
  const unclosed = useUnclosed();
  return useMemo(() => {
    const live = new Map(unclosed?.map((session) => [session.id, session]));
    return (session) => {
      const own = live.get(session.id);
      return own === undefined
        ? { mark: markOf(session), words: endWords(session) }
        : { mark: markOf(own), words: statusWords(own) };
    };
  }, [unclosed]);
}
