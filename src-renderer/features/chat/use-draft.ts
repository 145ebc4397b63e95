import { useCallback, useEffect, useRef, useState } from 'react';
import { keepLayout, useLayoutState } from '../../app/state/layout';
import { keepDraft, readDrafts } from './composer.logic';

const KEY = 'chat_drafts';
const PAUSE_MS = 600;

const drafts = () => readDrafts(useLayoutState.getState().layout[KEY]);

function keep(session: string, text: string): void {
  if ((drafts()[session] ?? '') === text) return;
  keepLayout({ [KEY]: keepDraft(drafts(), session, text) });
}

type SetText = (next: string | ((now: string) => string)) => void;

/** What is being written, by session: it survives another session, another view and a restart. */
export function useDraft(session: string): [string, SetText, () => void] {
  const [text, setText] = useState(() => drafts()[session] ?? '');
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
    const timer = setTimeout(() => keep(session, text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [session, text]);
  useEffect(() => () => keep(session, latest.current), [session]);
  const keepNow = useCallback(() => keep(session, latest.current), [session]);
  return [text, setText, keepNow];
}
