import type { HistorySession } from '@domain/history/record';
import type { SessionSummary, SummaryEnd } from '@domain/history/session-summary';
import { useEffect, useState } from 'react';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { Prose } from '../chat';
import { GeneratedPart } from './GeneratedPart';
import { historySentences } from './history-errors';
import { count } from './history-words.logic';
import styles from './TranscriptPane.module.css';

const ENDS: Readonly<Record<SummaryEnd, string>> = {
  empty: 'Nothing was said.',
  unanswered: 'The last prompt has no answer yet.',
  answered: '',
  interrupted: 'The last turn was interrupted.',
  failed: 'The last turn ended with an error.',
  unknown: 'Its transcript is gone, and there is no copy of ours: the last answer is not known any more.',
};
const FEW = 12;

/** What was asked, what came of it, what was written: from its record and its transcript. What Claude wrote about it, if asked, comes first. */
export function SummaryPart({ session }: { session: HistorySession }) {
  const { data, error, refetch } = useQueryEntry('history.summary', { id: session.id });
  const { updated_at, outcome } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written or decided since is looked at again
  useEffect(() => void refetch(), [updated_at, outcome, refetch]);
  if (data !== undefined)
    return (
      <>
        <GeneratedPart session={session} summary={data} onWritten={() => void refetch()} />
        <Told summary={data} />
      </>
    );
  if (error === null) return <Skeleton lines={6} label="Summing up" />;
  const { happened, safe, next, details } = historySentences(error.failure);
  return (
    <Notice
      tone="broken"
      title={happened}
      details={details}
      isAnnounced
      actions={
        <Button size="s" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {safe} {next}
    </Notice>
  );
}

function Told({ summary }: { summary: SessionSummary }) {
  const { note, asked, answered, end, files, file_count, commits, commit_count } = summary;
  return (
    <>
      {note !== null && (
        <>
          <h3>What was written about it</h3>
          <div className={styles['answer']} dir="auto">
            {note}
          </div>
        </>
      )}
      <h3>What was asked first</h3>
      {asked === null ? (
        <p className={styles['quiet']}>Nothing that was written down.</p>
      ) : (
        <div className={styles['prompt']} dir="auto">
          {asked}
        </div>
      )}
      {(answered !== null || end !== 'empty') && <h3>What Claude said last</h3>}
      {answered !== null && <Prose text={answered} below={3} />}
      {end !== 'empty' && ENDS[end] !== '' && <p className={styles['quiet']}>{ENDS[end]}</p>}
      {commit_count > 0 && (
        <Listed
          title={count(commit_count, 'commit')}
          items={commits.map(({ sha, subject }) => [sha.slice(0, 10), subject ?? ''])}
          total={commit_count}
        />
      )}
      {file_count > 0 && (
        <Listed
          title={`${count(file_count, 'file')} written`}
          items={files.map((path) => [path, ''])}
          total={file_count}
        />
      )}
    </>
  );
}

type ListedProps = {
  readonly title: string;
  readonly items: readonly (readonly [mono: string, words: string])[];
  readonly total: number;
};

function Listed({ title, items, total }: ListedProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, FEW);
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles['listed']}>
        {shown.map(([mono, words]) => (
          <li key={mono}>
            <code>{mono}</code> {words}
          </li>
        ))}
        {isWhole && total > items.length && <li>and {count(total - items.length, 'more', 'more')}</li>}
      </ul>
      {!isWhole && items.length > FEW && (
        <Button size="s" variant="quiet" onClick={() => setIsWhole(true)}>
          Show all {total.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}
