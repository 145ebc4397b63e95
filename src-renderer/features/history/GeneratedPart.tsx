import type { HistorySession } from '@domain/history/record';
import type { SessionSummary } from '@domain/history/session-summary';
import { useState } from 'react';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { FailureNotice } from '../../ui/FailureNotice';
import { generatedWords } from './generated.logic';
import { historySentences } from './history-errors';
import styles from './TranscriptPane.module.css';

export type GeneratedPartProps = {
  readonly session: HistorySession;
  readonly summary: SessionSummary;
  readonly onWritten: () => void;
};

/** What Claude wrote about the session, and the way to ask for it. What is made without a model stands beneath. */
export function GeneratedPart({ session, summary, onWritten }: GeneratedPartProps) {
  const { run, isRunning } = useCommand('history.summarise');
  const [failure, setFailure] = useState<{ readonly code: string } | null>(null);
  const { generated } = summary;
  const words = failure === null ? null : historySentences(failure);
  const ask = async () => {
    setFailure(null);
    const written = await run({ id: session.id });
    if (written.ok) onWritten();
    else setFailure(written.error);
  };
  return (
    <section aria-label="Summary by Claude" aria-busy={isRunning}>
      {generated !== null && (
        <>
          <h3>In short, by Claude</h3>
          <div className={styles['answer']} dir="auto">
            {generated.text}
          </div>
          <p className={styles['quiet']}>{generatedWords(generated, session.updated_at)}</p>
        </>
      )}
      {words !== null && <FailureNotice words={words} />}
      <div className={styles['ask']}>
        <Button
          size="s"
          variant={generated === null ? 'plain' : 'quiet'}
          isLoading={isRunning}
          loadingLabel="Summarising…"
          onClick={() => void ask()}
        >
          {generated === null ? 'Summarise with Claude' : 'Summarise again'}
        </Button>
        {generated === null && (
          <span className={styles['quiet']}>
            A small model of your own Claude, without tools. Its cost is not the session's.
          </span>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {isRunning ? 'Claude is writing a summary' : ''}
      </span>
    </section>
  );
}
