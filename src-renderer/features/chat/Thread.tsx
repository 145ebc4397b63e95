import type { Ask } from '@domain/session/doing';
import type { PermissionAnswer, PermissionRequest } from '@domain/session/live';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names';
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
  /** Claude has a terminal of its own, in which it asks too. */
  readonly hasTerminal: boolean;
  /** When each question was asked. */
  readonly asks: readonly Ask[];
  readonly onAnswer: (id: string, answer: PermissionAnswer) => Promise<boolean>;
};

const AT_END_PX = 32;
const ASK_GUESS = 220;
const GUESS: Record<Row['type'], number> = {
  you: 84,
  say: 110,
  thinking: 30,
  tools: 34,
  agent: 60,
  notice: 30,
};

/** Stays at the end unless a person scrolled up; then it stays where it is, and a pill tells what came. */
export function Thread(props: ThreadProps) {
  const { rows, permissions, asks: moments, cwd, hasTerminal, onAnswer } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const asks = permissions.length;
  const keys = useKeys(rows, permissions);
  const latest = useRef(rows);
  latest.current = rows;
  // New functions make the list measure all of its rows again, so these change only when its keys do.
  const estimateSize = useCallback((index: number) => {
    const row = latest.current[index];
    return row === undefined ? ASK_GUESS : GUESS[row.type];
  }, []);
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys]);
  const virtual = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
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

  const hasRows = keys.length > 0;
  useLayoutEffect(() => {
    if (hasRows) virtual.scrollToEnd();
  }, [hasRows, virtual]);

  // Whether the end is followed is the reader's choice, not a matter of where a row that was drawn anew has pushed it.
  const follows = useRef(true);
  const last = useRef({ top: 0, height: 0 });
  // Asked of the page: the list hears of a scroll only after us.
  const placeNow = () => {
    const { scrollTop: top = 0, scrollHeight: height = 0, clientHeight: seen = 0 } = scroller.current ?? {};
    return { top, height, toEnd: height - top - seen };
  };
  const onScroll = () => {
    const { top, height, toEnd } = placeNow();
    const wentUp = top < last.current.top && height >= last.current.height;
    if (wentUp && toEnd > 1) follows.current = false;
    else if (toEnd <= AT_END_PX) follows.current = true;
    last.current = { top, height };
    look();
  };
  useLayoutEffect(() => {
    if (hasRows && follows.current && placeNow().toEnd > 1) virtual.scrollToEnd();
  });

  const [isAway, setAway] = useState(false);
  const look = () => setAway(placeNow().toEnd > AT_END_PX);
  // Rows that were measured move the end without a scroll.
  useEffect(look);
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
        onScroll={onScroll}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: drawn in part and placed by hand */}
        <div role="list" className={styles['list']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            const request = permissions[item.index - rows.length];
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              <div
                role="listitem"
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                aria-setsize={keys.length}
                aria-posinset={item.index + 1}
                className={classNames(
                  styles['item'],
                  item.index === 0 && styles['first'],
                  item.index === keys.length - 1 && styles['last'],
                )}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row !== undefined && <RowView row={row} cwd={cwd} />}
                {row === undefined && request !== undefined && (
                  <Event tone="asks">
                    <PermissionCard
                      request={request}
                      hasTerminal={hasTerminal}
                      since={moments.find(({ id }) => id === request.id)?.since}
                      onAnswer={(answer) => onAnswer(request.id, answer)}
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

/** The same array as long as the keys are the same, whatever streams into the rows. */
function useKeys(rows: readonly Row[], permissions: readonly PermissionRequest[]): readonly string[] {
  const kept = useRef<readonly string[]>([]);
  const count = rows.length + permissions.length;
  const keyAt = (index: number) => rows[index]?.key ?? `ask ${permissions[index - rows.length]?.id}`;
  let isSame = kept.current.length === count;
  for (let index = count - 1; isSame && index >= 0; index -= 1) isSame = kept.current[index] === keyAt(index);
  if (!isSame) kept.current = Array.from({ length: count }, (_, index) => keyAt(index));
  return kept.current;
}
