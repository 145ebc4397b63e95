import type { IngestStatus } from '@domain/history/record';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { count } from './history-words.logic';

type NoResultsProps = {
  readonly text: string;
  readonly status: IngestStatus | null;
  readonly onText: (text: string) => void;
};

/** Why there is nothing: not read yet, nothing on this computer, or nothing that fits. */
export function NoResults({ text, status, onText }: NoResultsProps) {
  const isReading = status?.state === 'reading' || status?.state === 'looking';
  if (text === '' && isReading)
    return (
      <EmptyState title="Reading the history…">
        Claude’s transcripts are being read, the newest first. Sessions appear here as they are read.
      </EmptyState>
    );
  if (text === '')
    return (
      <EmptyState title="No sessions yet">
        Every Claude session of this computer is listed here, begun in this window or in a terminal. Start
        work on a bead, and it is the first.
      </EmptyState>
    );
  return <NothingFits isReading={isReading} onText={onText} />;
}

function NothingFits({ isReading, onText }: { isReading: boolean; onText: (text: string) => void }) {
  const { data } = useQueryEntry('history.results', { text: '', order: 'newest', limit: 1 });
  const looked =
    data === undefined
      ? ''
      : `Looked through ${count(data.totals.sessions, 'session')}${isReading ? '; others are still being read' : ', all indexed'}. `;
  return (
    <EmptyState
      title="Nothing fits this search"
      actions={<Button onClick={() => onText('')}>Clear the search</Button>}
    >
      {looked}
      Try fewer words, a beginning with a star (mig*), or without a filter.
    </EmptyState>
  );
}
