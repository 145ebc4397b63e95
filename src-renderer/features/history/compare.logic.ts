import type { HistorySession } from '@domain/history/record';
import { durationWords } from '../../app/time-words';
import { countWords, modelWords } from '../../app/usage-words';
import { costOf, endWords, tokensOf } from './history-words.logic';

export type CompareRow = {
  readonly name: string;
  readonly values: readonly [string, string];
  /** Which of the two needed less; null: alike, or nothing that can be less. */
  readonly least: 0 | 1 | null;
};

/** The same figures of two sessions; of what was spent the smaller one is told apart. */
export function compareRows(one: HistorySession, other: HistorySession): readonly CompareRow[] {
  const spent = (
    name: string,
    of: (session: HistorySession) => number,
    words: (n: number) => string,
  ): CompareRow => {
    const [a, b] = [of(one), of(other)];
    return { name, values: [words(a), words(b)], least: a === b ? null : a < b ? 0 : 1 };
  };
  const fact = (name: string, of: (session: HistorySession) => string): CompareRow => ({
    name,
    values: [of(one), of(other)],
    least: null,
  });
  const cost = (session: HistorySession) => session.stats.cost_micro_usd ?? Number.POSITIVE_INFINITY;
  return [
    fact('Ended', endWords),
    fact('Model', ({ models }) => models.map(modelWords).join(', ') || 'unknown'),
    spent('Active time', ({ stats }) => stats.active_ms, durationWords),
    { ...spent('Cost', cost, String), values: [costOf(one) ?? '–', costOf(other) ?? '–'] },
    spent('Tokens', tokensOf, countWords),
    spent('Prompts', ({ stats }) => stats.user_messages, String),
    spent('Answers', ({ stats }) => stats.assistant_messages, String),
    spent('Tool calls', ({ stats }) => stats.tool_use_count, String),
    spent('Failed', ({ stats }) => stats.tool_error_count, String),
    fact('Files', ({ files }) => String(files)),
    fact('Commits', ({ commits }) => String(commits)),
  ];
}
