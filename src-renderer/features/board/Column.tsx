import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import type { BoardCard, BoardColumnView } from '@domain/bead/board';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronsRightLeft, Plus } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { agoWords, shortAgo } from '../../app/time-words';
import { useAfterFirstScreen } from '../../app/use-after-first-screen';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { IconButton } from '../../ui/IconButton';
import { Card } from './Card';
import styles from './Column.module.css';
import { countWords, emptyWords } from './column-words.logic';
import { measuredLater } from './measured-later';
import { QuickAdd } from './QuickAdd';

export type ColumnProps = {
  readonly view: BoardColumnView;
  readonly isFiltered: boolean;
  readonly selected: string | null;
  readonly moving: Readonly<Record<string, string>>;
  readonly nowMs: number;
  readonly onDrop: (beadId: string) => void;
  readonly onCollapse: () => void;
  readonly onShowOlder: () => void;
};

type Row =
  | { readonly type: 'card'; readonly card: BoardCard; readonly place: number }
  | { readonly type: 'group'; readonly title: string };

const CARD_PX = 88;
const GROUP_PX = 32;
/** The header and the filters, about. */
const ABOVE_PX = 120;

function rowsOf(view: BoardColumnView): readonly Row[] {
  if (view.groups === null) return view.cards.map((card, at) => ({ type: 'card', card, place: at + 1 }));
  let place = 0;
  return view.groups.flatMap((group): Row[] => [
    { type: 'group', title: group.epic?.title ?? 'Without an epic' },
    ...group.cards.map((card): Row => {
      place += 1;
      return { type: 'card', card, place };
    }),
  ]);
}

export function Column(props: ColumnProps) {
  const { view, isFiltered, selected, moving, nowMs, onDrop, onCollapse, onShowOlder } = props;
  const { column, cards, olderCount } = view;
  const list = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const adder = useRef<HTMLButtonElement>(null);
  const rows = useMemo(() => rowsOf(view), [view]);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const stopTarget = dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data['bead'] === 'string',
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        drop.current(String(source.data['bead']));
      },
    });
    const stopScroll = autoScrollForElements({ element });
    return () => {
      stopTarget();
      stopScroll();
    };
  }, []);

  // Stable, or the list would measure every row again at every frame of a scroll.
  const estimateSize = useCallback(
    (index: number) => (rows[index]?.type === 'group' ? GROUP_PX : CARD_PX),
    [rows],
  );
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row?.type === 'card' ? row.card.bead.id : `group ${row?.title ?? index}`;
    },
    [rows],
  );
  const virtual = useVirtualizer({
    ...measuredLater,
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize,
    getItemKey,
    // Before it is measured: with about its height its cards are drawn with the frame, not in a second pass.
    initialRect: { width: 0, height: window.innerHeight - ABOVE_PX },
    overscan: useAfterFirstScreen() ? 4 : 0,
    useFlushSync: false,
  });

  const selectedRow = useMemo(
    () => rows.findIndex((each) => each.type === 'card' && each.card.bead.id === selected),
    [rows, selected],
  );
  const isHere = selectedRow !== -1;
  const row = useRef(selectedRow);
  useEffect(() => {
    row.current = selectedRow;
  });
  // Only when another card is selected or it comes into this column: a change elsewhere must not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isHere) virtual.scrollToIndex(row.current, { align: 'auto' });
  }, [selected, isHere, virtual]);
  const items = virtual.getVirtualItems();
  const firstDrawn = items.map(({ index }) => rows[index]).find((each) => each?.type === 'card');
  // One stop for Tab in each column.
  const tabStop = isHere ? selected : firstDrawn?.type === 'card' ? firstDrawn.card.bead.id : null;

  return (
    <section className={styles['column']} aria-label={column.title}>
      <header className={styles['header']}>
        <h2>{column.title}</h2>
        <span className={styles['count']}>{cards.length}</span>
        <span className={styles['acts']}>
          {column.gives === 'open' && (
            <IconButton
              ref={adder}
              icon={Plus}
              size="s"
              label={`Add a bead to ${column.title}`}
              onClick={() => setAdding(true)}
            />
          )}
          <IconButton
            icon={ChevronsRightLeft}
            size="s"
            data-fold={column.id}
            label={`Collapse ${column.title}`}
            onClick={onCollapse}
          />
        </span>
      </header>
      {isAdding && (
        <QuickAdd
          onDone={() => {
            setAdding(false);
            adder.current?.focus();
          }}
        />
      )}
      <div
        ref={list}
        className={classNames(styles['list'], isOver && styles['over'])}
        data-column={column.id}
      >
        {rows.length === 0 && <p className={styles['empty']}>{emptyWords(column, isFiltered, olderCount)}</p>}
        <ul
          className={styles['stack']}
          style={{ height: virtual.getTotalSize() }}
          aria-label={`${column.title}, ${countWords(cards.length)}`}
        >
          {items.map((item) => {
            const drawn = rows[item.index];
            if (drawn === undefined) return null;
            return (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={styles['slot']}
                style={{ transform: `translateY(${item.start}px)` }}
                {...(drawn.type === 'card'
                  ? { 'aria-posinset': drawn.place, 'aria-setsize': cards.length }
                  : {})}
              >
                {drawn.type === 'group' ? (
                  <div className={classNames(styles['group'], 'cut')}>{drawn.title}</div>
                ) : (
                  <Card
                    card={drawn.card}
                    columnTitle={column.title}
                    age={agoWords(drawn.card.bead.updated_at, nowMs)}
                    shortAge={shortAgo(drawn.card.bead.updated_at, nowMs)}
                    isSelected={drawn.card.bead.id === selected}
                    isTabStop={drawn.card.bead.id === tabStop}
                    isMoving={moving[drawn.card.bead.id] !== undefined}
                  />
                )}
              </li>
            );
          })}
        </ul>
        {olderCount > 0 && (
          <Button variant="quiet" size="s" onClick={onShowOlder}>
            {`Show ${olderCount} older`}
          </Button>
        )}
      </div>
    </section>
  );
}

export function ColumnRail({ view, onExpand }: { view: BoardColumnView; onExpand: () => void }) {
  const { title } = view.column;
  return (
    <button type="button" className={styles['rail']} data-fold={view.column.id} onClick={onExpand}>
      <b>{title}</b>
      <span className="visually-hidden">, </span>
      <span className={styles['count']}>{view.cards.length}</span>
      <span className="visually-hidden">{view.cards.length === 1 ? ' bead. Expand' : ' beads. Expand'}</span>
    </button>
  );
}
