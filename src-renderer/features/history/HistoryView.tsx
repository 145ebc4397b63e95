import { readHistoryQuery } from '@domain/history/history-query';
import type { HistoryResult } from '@domain/history/record';
import { useEffect, useMemo, useRef, useState } from 'react';
import { correctAddress, navigate } from '../../app/state/route';
import { EmptyState } from '../../ui/EmptyState';
import { TWO_PANES } from '../../ui/measures';
import styles from './HistoryView.module.css';
import { placeRest, readPlace } from './history-route.logic';
import { ResultsPane } from './ResultsPane';
import { TranscriptPane } from './TranscriptPane';
import { useWidth } from './use-width';

const TYPED_MS = 160;

/** `rest`: what is looked for, and what is open. */
export function HistoryView({ rest }: { rest: string }) {
  const place = useMemo(() => readPlace(rest), [rest]);
  const [text, setText] = useTyped(place.query, (query) =>
    correctAddress('history', placeRest({ ...place, query })),
  );
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useWidth(frame) < TWO_PANES;
  const words = useMemo(() => readHistoryQuery(text, 0).words, [text]);
  const open = ({ session, hit }: HistoryResult) =>
    navigate(
      'history',
      placeRest({ query: text, session: session.id, message: hit?.uuid || null, agent: null }),
    );
  const close = () => navigate('history', placeRest({ ...place, session: null, message: null, agent: null }));
  const isOpen = place.session !== null;
  return (
    <div ref={frame} className={styles['frame']}>
      <ResultsPane
        text={text}
        onText={setText}
        openId={place.session}
        onOpen={open}
        isNarrow={isNarrow}
        isHidden={isNarrow && isOpen}
      />
      {/* The one of the results is out of sight with them. */}
      {isNarrow && isOpen && <h1 className="visually-hidden">History</h1>}
      {place.session !== null ? (
        <TranscriptPane
          key={place.session}
          id={place.session}
          place={place}
          words={words}
          onBack={isNarrow ? close : null}
        />
      ) : (
        !isNarrow && (
          <section className={styles['nothing']} aria-label="Transcript">
            <EmptyState title="Choose a session to read it">
              Its whole transcript opens here, at the place that was found.
            </EmptyState>
          </section>
        )
      )}
    </div>
  );
}

/** What is typed shows at once; the address follows when the typing rests. Another address replaces what is typed. */
function useTyped(known: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(known);
  const last = useRef(known);
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    if (known !== last.current) setText(known);
    last.current = known;
  }, [known]);
  useEffect(() => {
    if (text === last.current) return;
    const timer = setTimeout(() => {
      last.current = text;
      latest.current(text);
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}
