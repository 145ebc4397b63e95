import type { PermissionAnswer, PermissionRequest } from '@domain/session/live';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { pillWords } from './composer.logic';
import { Event } from './Event';
import { PermissionCard } from './PermissionCard';
import { RowView } from './RowView';
import styles from './Thread.module.css';
import type { Row } from './thread.logic';

export type ThreadProps = {
  readonly rows: readonly Row[];
  readonly permissions: readonly PermissionRequest[];
  readonly cwd: string;
  readonly onAnswer: (id: string, answer: PermissionAnswer) => Promise<boolean>;
};

type Shown =
  | { readonly type: 'row'; readonly key: string; readonly row: Row }
  | { readonly type: 'ask'; readonly key: string; readonly request: PermissionRequest };

const AT_END_PX = 32;
const GUESS: Record<Row['type'], number> = {
  you: 84,
  say: 110,
  thinking: 30,
  tools: 34,
  agent: 60,
  notice: 30,
};

/** Stays at the end unless a person scrolled up; then it stays where it is, and a pill tells what came. */
export function Thread({ rows, permissions, cwd, onAnswer }: ThreadProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo<readonly Shown[]>(
    () => [
      ...rows.map((row): Shown => ({ type: 'row', key: row.key, row })),
      ...permissions.map((request): Shown => ({ type: 'ask', key: `ask ${request.id}`, request })),
    ],
    [rows, permissions],
  );
  const asks = shown.length - rows.length;
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const each = shown[index];
      return each === undefined || each.type === 'ask' ? 220 : GUESS[each.row.type];
    },
    getItemKey: (index) => shown[index]?.key ?? index,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END_PX,
    // A half-written reason for a refusal is not thrown away because somebody scrolls.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const last = drawn.at(-1) ?? -1;
      for (let index = Math.max(last + 1, rows.length); index < rows.length + asks; index += 1)
        drawn.push(index);
      return drawn;
    },
  });

  const hasRows = shown.length > 0;
  useLayoutEffect(() => {
    if (hasRows) virtual.scrollToEnd();
  }, [hasRows, virtual]);

  const [isAway, setAway] = useState(false);
  const [seen, setSeen] = useState(rows.length);
  useEffect(() => {
    if (!isAway) setSeen(rows.length);
  }, [isAway, rows.length]);
  const pill = isAway ? pillWords(Math.max(0, rows.length - seen), asks) : null;

  return (
    <div className={styles['frame']}>
      <section
        ref={scroller}
        className={styles['scroller']}
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
        tabIndex={0}
        onScroll={() => setAway(!virtual.isAtEnd(AT_END_PX))}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: drawn in part and placed by hand */}
        <div role="list" className={styles['list']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const each = shown[item.index];
            if (each === undefined) return null;
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              <div
                role="listitem"
                key={each.key}
                ref={virtual.measureElement}
                data-index={item.index}
                aria-setsize={shown.length}
                aria-posinset={item.index + 1}
                className={styles['item']}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {each.type === 'row' ? (
                  <RowView row={each.row} cwd={cwd} />
                ) : (
                  <Event tone="asks">
                    <PermissionCard
                      request={each.request}
                      onAnswer={(answer) => onAnswer(each.request.id, answer)}
                    />
                  </Event>
                )}
              </div>
            );
          })}
        </div>
      </section>
      {isAway && (
        <button type="button" className={styles['pill']} onClick={() => virtual.scrollToEnd()}>
          <Icon of={ArrowDown} size="xs" />
          {pill ?? 'To the end'}
        </button>
      )}
    </div>
  );
}
