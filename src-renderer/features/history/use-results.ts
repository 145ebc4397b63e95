import type { HistoryResult, HistoryTotals, ResultOrder } from '@domain/history/record';
import { usePages } from '../../bridge/react';
import { useAskAgain } from './use-ingest';

const PAGE = 50;

export type Results = {
  readonly results: readonly HistoryResult[];
  readonly totals: HistoryTotals | null;
  readonly failure: { readonly code: string } | null;
  readonly isWaiting: boolean;
  /** What is shown belongs to what was asked before. */
  readonly isOld: boolean;
  readonly more: () => void;
  readonly refetch: () => void;
};

/** What was found, page by page, and again whenever more of the history has been read. */
export function useResults(text: string, order: ResultOrder): Results {
  const query = usePages('history.results', { text, order, limit: PAGE }, (page, pages) => {
    const offset = pages.reduce((sum, { results }) => sum + results.length, 0);
    return page.results.length === 0 || offset >= page.totals.sessions ? null : { offset };
  });
  const { refetch, fetchNextPage, hasNextPage, isFetching } = query;
  useAskAgain(refetch);
  return {
    results: query.data?.pages.flatMap(({ results }) => results) ?? [],
    totals: query.data?.pages[0]?.totals ?? null,
    failure: query.error?.failure ?? null,
    isWaiting: query.isPending,
    isOld: query.isPlaceholderData,
    more: () => void (hasNextPage && !isFetching && fetchNextPage()),
    refetch: () => void refetch(),
  };
}
