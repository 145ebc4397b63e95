import { isOffered } from '@domain/history/offered';
import type { BackfillResult } from '@domain/history/record';
import { Archive } from 'lucide-react';
import { useEffect, useState } from 'react';
import { navigate } from '../../app/state/route';
import { changeSettings, useSettings } from '../../app/state/settings';
import { replace, useClient, useQueryEntry, useStream } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { DayBars } from './DayBars';
import styles from './HistoryOffer.module.css';
import { estimateWords, goingSoon, historyDays, progressWords, SHOWN_PERIOD } from './history-offer.logic';

/** What Claude has written on this computer, and what reading it would take: asked before it is done. */
export function HistoryOffer() {
  const client = useClient();
  const settings = useSettings();
  const { value: status } = useStream('history.watch', {}, replace);
  const figures = useQueryEntry('history.figures', { period: SHOWN_PERIOD }, { keepPrevious: true });
  const archive = useQueryEntry('history.archive', {});
  const [found, setFound] = useState<BackfillResult | null>(null);
  const isReading = status?.state === 'reading' || status?.state === 'looking';
  const mark = `${status?.state} ${status?.sessions_done}`;
  useEffect(() => {
    if (isReading) return;
    let isGone = false;
    // Looks and reads nothing.
    void client.call('history.backfill', { dry_run: true }).then((answer) => {
      if (!isGone && answer.ok) setFound(answer.value);
    });
    return () => {
      isGone = true;
    };
  }, [client, isReading]);
  const { refetch } = figures;
  useEffect(() => {
    if (mark !== '') void refetch();
  }, [mark, refetch]);

  if (found === null || found.discovered === 0) return null;
  const due = found.discovered - found.skipped;
  const days = figures.data === undefined ? [] : historyDays(figures.data.days, figures.data.today);
  const keeps = archive.data?.claude_keeps_days ?? null;
  const going = keeps === null ? 0 : goingSoon(days, keeps);
  const { ingest, is_asked } = settings.history;
  const isUnasked = ingest && !is_asked && !isOffered(found);
  const keep = () => {
    void changeSettings(
      client,
      settings,
      { history: { ingest: true, is_asked: true } },
      'Transcripts are read as they change',
    );
    void client.call('history.backfill', { dry_run: false });
  };
  const decline = () =>
    void changeSettings(
      client,
      settings,
      { history: { ingest: false, is_asked: true } },
      'Transcripts are read when you ask',
    );
  return (
    <section aria-labelledby="welcome-history">
      <h2 id="welcome-history" className={styles['label']}>
        Your Claude history
      </h2>
      <p className={styles['figure']}>
        {found.discovered.toLocaleString('en')} {found.discovered === 1 ? 'session' : 'sessions'}
      </p>
      <p className={styles['text']}>
        written on this computer.{' '}
        {keeps !== null && <>Claude deletes each one {keeps} days after its last word. </>}
        {going > 0 && <b>{going === 1 ? '1 goes' : `${going} go`} this week.</b>}
      </p>
      {days.some(({ sessions }) => sessions > 0) && <DayBars days={days} goingDays={keeps} />}
      {isReading && status !== null ? (
        <p role="status" className={styles['text']}>
          {progressWords(status)}
        </p>
      ) : due > 0 && isUnasked ? (
        <p className={styles['text']}>
          It is read by itself in a moment: {estimateWords(found.bytes, status?.rate_bytes_per_s ?? 0)}.
        </p>
      ) : due > 0 ? (
        <div className={styles['acts']}>
          <Button icon={Archive} onClick={keep}>
            {due === found.discovered
              ? `Keep all ${due.toLocaleString('en')}`
              : `Read ${due.toLocaleString('en')} more`}
          </Button>
          {ingest && !is_asked && (
            <Button variant="quiet" onClick={decline}>
              Not now
            </Button>
          )}
          <span className={styles['note']}>{estimateWords(found.bytes, status?.rate_bytes_per_s ?? 0)}</span>
        </div>
      ) : (
        <div className={styles['acts']}>
          <Button onClick={() => navigate('history')}>Open the history</Button>
          <span className={styles['note']}>All read, and searchable.</span>
        </div>
      )}
    </section>
  );
}
