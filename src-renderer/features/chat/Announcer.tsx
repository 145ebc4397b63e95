import { useEffect, useRef, useState } from 'react';
import { announcementOf } from './announce.logic';
import type { Row } from './thread.logic';

/** Reads the last rows only: what came while a person looks, not the history. */
const TAIL = 30;

export function Announcer({ rows, cwd, asks }: { rows: readonly Row[]; cwd: string; asks: string | null }) {
  const heard = useRef<Set<string> | null>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    const news = announcementOf(rows.slice(-TAIL), heard.current ?? new Set(), cwd);
    const isFirst = heard.current === null;
    heard.current ??= new Set();
    for (const [key] of news) heard.current.add(key);
    if (!isFirst && news.length > 0) setWords(news.map(([, each]) => each).join('. '));
  }, [rows, cwd]);
  return (
    <>
      <div className="visually-hidden" aria-live="polite">
        {words}
      </div>
      <div className="visually-hidden" aria-live="assertive">
        {asks ?? ''}
      </div>
    </>
  );
}
