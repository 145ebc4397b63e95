import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { keepLayout, useLayoutState } from '../../app/state/layout';
import { keepDraft, readDrafts } from './composer.logic';

const KEY = 'chat_drafts';
const PAUSE_MS = 600;

/** What stands in the fields that are drawn, by session. Whoever sends may be gone before it is known to be taken. */
const useFields = create<Readonly<Record<string, string>>>(() => ({}));

const drafts = () => readDrafts(useLayoutState.getState().layout[KEY]);
const draftOf = (session: string) => drafts()[session] ?? '';
const textOf = (session: string) => useFields.getState()[session] ?? draftOf(session);

function keep(session: string, text: string): void {
  if (draftOf(session) === text) return;
  keepLayout({ [KEY]: keepDraft(drafts(), session, text) });
}

type SetText = (next: string | ((now: string) => string)) => void;

/** What is being written, by session: it survives another session, another view and a restart. */
export function useDraft(session: string): [string, SetText, () => void] {
  const text = useFields((fields) => fields[session]) ?? draftOf(session);
  const setText = useCallback<SetText>(
    (next) => {
      const value = typeof next === 'function' ? next(textOf(session)) : next;
      if (session in useFields.getState()) useFields.setState({ [session]: value });
      else keep(session, value);
    },
    [session],
  );
  const keepNow = useCallback(() => keep(session, textOf(session)), [session]);
  useEffect(() => {
    useFields.setState({ [session]: textOf(session) });
    return () => {
      keep(session, textOf(session));
      const { [session]: _, ...others } = useFields.getState();
      useFields.setState(others, true);
    };
  }, [session]);
  useEffect(() => {
    const timer = setTimeout(() => keep(session, text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [session, text]);
  return [text, setText, keepNow];
}
