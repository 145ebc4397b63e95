import type { HistoryResult } from '@domain/history/record';
import { exactMoment } from '../../app/time-words';
import { classNames } from '../../ui/class-names';
import { Mark, type MarkState } from '../../ui/Mark';
import { historyTitle, rowWords, whenWords } from './history-words.logic';
import styles from './ResultList.module.css';

export type ResultRowProps = {
  readonly result: HistoryResult;
  readonly mark: MarkState;
  readonly isOpen: boolean;
  readonly nowMs: number;
  readonly project: string | null;
  readonly onOpen: () => void;
};

/** Three lines: what it was, what was found in it, what it came to. */
export function ResultRow({ result, mark, isOpen, nowMs, project, onOpen }: ResultRowProps) {
  const { session, hit, hits } = result;
  const words = rowWords(session, hits, project);
  const moment = session.started_at ?? session.updated_at;
  return (
    <button
      type="button"
      className={classNames(styles['row'], isOpen && styles['open'])}
      aria-current={isOpen || undefined}
      onClick={onOpen}
    >
      <span className={styles['first']}>
        <Mark state={mark} />
        <span className={classNames(styles['title'], 'cut')}>{historyTitle(session)}</span>
        <time dateTime={moment} title={exactMoment(moment)}>
          {whenWords(session, nowMs)}
        </time>
      </span>
      <Excerpt result={result} />
      <span className={classNames(styles['meta'], 'cut')}>
        {session.bead_id === null ? 'No bead' : <span className={styles['bead']}>{session.bead_id}</span>}
        {words.map((word) => ` · ${word}`)}
        {session.outcome === 'crash' && <span className={styles['bad']}> · ended by crash</span>}
        {session.capture.state === 'failed' && <span className={styles['bad']}> · could not be read</span>}
        {hit?.role === 'tool' && ' · in a tool’s result'}
      </span>
    </button>
  );
}

function Excerpt({ result: { session, hit } }: { result: HistoryResult }) {
  const pieces = hit?.snippet ?? [];
  if (pieces.length > 0)
    return (
      <span className={styles['excerpt']} dir="auto">
        “
        {pieces.map((piece, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
          piece.is_hit ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
        )}
        ”
      </span>
    );
  const prompt = session.title === null ? restOf(session.initial_prompt) : session.initial_prompt;
  return prompt === null || prompt.trim() === '' ? null : (
    <span className={styles['excerpt']} dir="auto">
      {prompt.slice(0, 260)}
    </span>
  );
}

/** The first line is its title already. */
function restOf(prompt: string | null): string | null {
  const at = prompt?.indexOf('\n') ?? -1;
  return prompt === null || at === -1 ? null : prompt.slice(at + 1);
}
