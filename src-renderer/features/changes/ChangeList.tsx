import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { ChangeRowView, type RowActs } from './ChangeRowView';
import styles from './Changes.module.css';
import type { ChangeRow } from './changes.logic';
import { rowAfter } from './list-keys.logic';

export type ChangeListProps = RowActs & { readonly rows: readonly ChangeRow[] };

const GUESS: Record<ChangeRow['type'], number> = {
  file: 36,
  line: 18,
  comment: 60,
  editor: 140,
  note: 32,
  more: 36,
  'more-files': 44,
};

/**
 * Drawn in part, however long the diff is. One row is the place of the keyboard: the arrows move it, Page Up and Page Down go
 * from file to file, Enter opens a file or comments on a line.
 */
export function ChangeList({ rows, ...acts }: ChangeListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const latest = useRef(rows);
  latest.current = rows;
  const [current, setCurrent] = useState(0);
  const [wanted, setWanted] = useState<number | null>(null);
  const at = Math.min(current, rows.length - 1);
  const estimateSize = useCallback((index: number) => GUESS[latest.current[index]?.type ?? 'line'], []);
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: 20,
    // Neither the place of the keyboard nor a half-written comment is thrown away because somebody scrolls.
    rangeExtractor: (range) => {
      const drawn = new Set(defaultRangeExtractor(range));
      drawn.add(at);
      for (const [index, { type }] of latest.current.entries()) if (type === 'editor') drawn.add(index);
      return [...drawn].filter((index) => index >= 0 && index < range.count).toSorted((a, b) => a - b);
    },
  });

  const items = virtual.getVirtualItems();
  useEffect(() => {
    if (wanted === null) return;
    const row = scroller.current?.querySelector(`[data-index="${wanted}"]`);
    const target = row?.querySelector<HTMLElement>('[data-row-focus]');
    if (target === null || target === undefined) return;
    target.focus({ preventScroll: true });
    setWanted(null);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[at];
    const isFile = row?.type === 'file';
    if (
      (event.key === 'ArrowRight' && isFile && !row.isOpen) ||
      (event.key === 'ArrowLeft' && isFile && row.isOpen)
    ) {
      event.preventDefault();
      acts.onToggle(row.file.path);
      return;
    }
    const next = rowAfter(rows, at, event.key);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    setWanted(next);
    virtual.scrollToIndex(next, { align: 'auto' });
  };

  return (
    <section ref={scroller} className={styles['scroller']} aria-label="Changed files">
      {/* biome-ignore lint/a11y/useSemanticElements: drawn in part and placed by hand */}
      <div
        role="list"
        className={styles['list']}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: see above
            <div
              role="listitem"
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className={styles['item']}
              style={{ transform: `translateY(${item.start}px)` }}
              onFocus={() => setCurrent(item.index)}
            >
              <ChangeRowView row={row} isCurrent={item.index === at} {...acts} />
            </div>
          );
        })}
      </div>
    </section>
  );
}
