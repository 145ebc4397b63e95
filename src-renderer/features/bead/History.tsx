import type { Bead } from '@domain/bead/record';
import { useState } from 'react';
import { useProject } from '../../app/state/project';
import { exactMoment, momentWords } from '../../app/time-words';
import { EntryFailure, useQueryEntry } from '../../bridge/react';
import { Skeleton } from '../../ui/Skeleton';
import styles from './BeadPanel.module.css';
import { beadSentences } from './bead-errors';
import { Failure } from './FieldNotes';

/** Asked only when it is opened: a tracker may take seconds for it. */
export function History({ bead, nowMs }: { bead: Bead; nowMs: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles['history']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      {isOpen && <Entries bead={bead} nowMs={nowMs} />}
    </details>
  );
}

function Entries({ bead, nowMs }: { bead: Bead; nowMs: number }) {
  const project = useProject();
  const { data, error } = useQueryEntry('beads.history', {
    project: project?.path ?? ('' as never),
    id: bead.id,
  });
  if (error instanceof EntryFailure) return <Failure of={beadSentences(error.failure)} />;
  if (data === undefined) return <Skeleton />;
  if (data.entries === null || data.entries.length === 0)
    return <p className={styles['quiet']}>The tracker has no history of it.</p>;
  return (
    <ol className={styles['entries']}>
      {data.entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and are only ever replaced together
        <li key={index}>
          <time dateTime={entry.at} title={exactMoment(entry.at)}>
            {momentWords(entry.at, nowMs)}
          </time>
          <span>
            {entry.actor !== null && <b>{entry.actor} </b>}
            {entry.summary}
          </span>
        </li>
      ))}
    </ol>
  );
}
