import type { HistoryResult } from '@domain/history/record';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import styles from './ResultList.module.css';
import { ResultRow } from './ResultRow';
import { useFaces } from './use-faces';

export type ResultListProps = {
  readonly results: readonly HistoryResult[];
  readonly total: number;
  readonly openId: string | null;
  readonly nowMs: number;
  readonly project: string | null;
  readonly onOpen: (result: HistoryResult) => void;
  readonly onMore: () => void;
  readonly list: RefObject<HTMLDivElement | null>;
};

const GUESS = 88;
const AHEAD = 12;

export function ResultList(props: ResultListProps) {
  const { results, total, openId, nowMs, project, onOpen, onMore, list } = props;
  const faceOf = useFaces();
  const latest = useRef(results);
  latest.current = results;
  const getItemKey = useCallback((index: number) => latest.current[index]?.session.id ?? index, []);
  const virtual = useVirtualizer({
    count: results.length,
    getScrollElement: () => list.current,
    estimateSize: () => GUESS,
    getItemKey,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (results.length < total && last >= results.length - AHEAD) onMore();
  }, [last, results.length, total, onMore]);

  const focusRow = (index: number) => {
    if (index < 0 || index >= results.length) return;
    virtual.scrollToIndex(index, { align: 'auto' });
    const find = () => list.current?.querySelector<HTMLElement>(`[data-index="${index}"] button`);
    const row = find();
    if (row != null) row.focus();
    else requestAnimationFrame(() => find()?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const item = (event.target as HTMLElement).closest('[data-index]');
    const at = Number(item?.getAttribute('data-index') ?? -1);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: results.length - 1 }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    focusRow(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons in it
    <div ref={list} className={styles['scroller']} onKeyDown={onKeyDown}>
      <ul className={styles['list']} style={{ height: virtual.getTotalSize() }} aria-label="Sessions found">
        {items.map((item) => {
          const result = results[item.index];
          return result === undefined ? null : (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-setsize={total}
              aria-posinset={item.index + 1}
              className={styles['item']}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <ResultRow
                result={result}
                mark={faceOf(result.session).mark}
                isOpen={result.session.id === openId}
                nowMs={nowMs}
                project={project}
                onOpen={() => onOpen(result)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
