import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { BoardCard } from '@domain/bead/board';
import { CornerDownRight, MessageSquare, User } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { openPanel } from '../../app/state/layout';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/Icon';
import { Priority, typeIcon } from '../bead';
import { select } from './board-state';
import styles from './Card.module.css';
import { CardStart } from './CardStart';
import { CardStrip } from './CardStrip';
import { CardWork } from './CardWork';
import { cardName, commentWords, waitsFor } from './card-words.logic';

export type CardProps = {
  readonly card: BoardCard;
  readonly columnTitle: string;
  /** "18m ago": as words, so that a card is drawn again only when they change. */
  readonly age: string;
  /** The same where there is little room: "18m". */
  readonly shortAge: string;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly isMoving: boolean;
};

/** Memoised: one changed bead draws one card again. `data-drawn` counts for the benchmark. */
export const Card = memo(function Card(props: CardProps) {
  const { card, columnTitle, age, shortAge, isSelected, isTabStop, isMoving } = props;
  const { bead } = card;
  const element = useRef<HTMLElement>(null);
  const drawn = useRef(0);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    drawn.current += 1;
    element.current?.setAttribute('data-drawn', String(drawn.current));
  });
  useEffect(() => {
    if (element.current === null) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ bead: bead.id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [bead.id]);
  const waits = waitsFor(card);
  const label = bead.labels?.[0];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the board's own keys (Enter, Space) belong to the list that holds it
    <article
      ref={element}
      id={`card-${bead.id}`}
      aria-current={isSelected || undefined}
      aria-label={cardName(card, columnTitle, age)}
      tabIndex={isTabStop ? 0 : -1}
      data-bead={bead.id}
      className={classNames(styles['card'], isMoving && styles['moving'], isDragged && styles['dragged'])}
      onFocus={() => select(bead.id)}
      onClick={() => openPanel({ id: 'bead', argument: bead.id })}
    >
      <div className={styles['top']}>
        <Icon of={typeIcon(bead.issue_type)} size="s" />
        <span className={classNames(styles['id'], 'cut')}>{bead.id}</span>
        <Priority value={bead.priority} />
      </div>
      <div className={styles['title']} dir="auto">
        {bead.title}
      </div>
      <div className={styles['foot']}>
        {label !== undefined && <span className={classNames(styles['fact'], 'cut')}>{label}</span>}
        {waits !== null && (
          <span className={classNames(styles['fact'], styles['waits'], 'cut')}>{waits}</span>
        )}
        {card.blocks > 0 && (
          <span className={styles['fact']} title={`Blocks ${card.blocks}`}>
            <Icon of={CornerDownRight} size="xs" />
            {card.blocks}
          </span>
        )}
        {card.commentCount > 0 && (
          <span className={styles['fact']} title={commentWords(card.commentCount)}>
            <Icon of={MessageSquare} size="xs" />
            {card.commentCount}
          </span>
        )}
        {card.progress !== null && (
          <span className={styles['fact']}>{`${card.progress.closed} of ${card.progress.total}`}</span>
        )}
        {bead.assignee !== undefined && (
          <span className={classNames(styles['fact'], styles['who'])}>
            <Icon of={User} size="xs" />
            <span className="cut">{bead.assignee}</span>
          </span>
        )}
        {card.epic !== null && <span className={classNames(styles['fact'], 'cut')}>{card.epic.title}</span>}
        <CardWork beadId={bead.id} age={age} shortAge={shortAge} />
      </div>
      {card.isReady && <CardStart beadId={bead.id} />}
      <CardStrip beadId={bead.id} />
    </article>
  );
});
