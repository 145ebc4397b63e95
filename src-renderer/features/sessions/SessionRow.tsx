import type { Session } from '@domain/session/record';
import { closePanel, openPanel, panelOf, useLayout } from '../../app/state/layout';
import { navigate } from '../../app/state/route';
import { classNames } from '../../ui/class-names';
import { Mark } from '../../ui/Mark';
import { Tooltip } from '../../ui/Tooltip';
import styles from './SessionList.module.css';
import {
  isBusy,
  markOf,
  rowWord,
  type SeenSession,
  statusWords,
  timeWords,
  titleOf,
} from './session-words.logic';
import { useNow } from './use-sessions';

export function openSession(session: Pick<Session, 'id'>): void {
  openPanel({ id: 'session', argument: session.id });
}

/** Its transcript, with the whole room: beside it the panel would tell the same. */
export function readInHistory(id: Session['id']): void {
  closePanel();
  navigate('history', `/${id}`);
}

function useIsCurrent(session: Session): boolean {
  const layout = useLayout();
  const panel = panelOf(layout);
  return !layout.is_panel_collapsed && panel?.id === 'session' && panel.argument === session.id;
}

type SessionRowProps = {
  session: SeenSession;
  isRail: boolean;
  /** What tells it apart from others with its title. */
  apart?: string | undefined;
};

export function SessionRow({ session, isRail, apart }: SessionRowProps) {
  const now = useNow(session.status === 'active');
  const isCurrent = useIsCurrent(session);
  const mark = markOf(session);
  const title = titleOf(session);
  const time = timeWords(session, now);
  const word = rowWord(session, now);
  if (isRail) {
    const label = [title, apart, session.bead_id, time, statusWords(session)].filter(Boolean).join(', ');
    return (
      <Tooltip label={label} side="right">
        <button
          type="button"
          className={styles['rail']}
          aria-label={label}
          aria-current={isCurrent || undefined}
          onClick={() => openSession(session)}
        >
          <Mark state={mark} label={null} isBreathing={isBusy(session)} />
        </button>
      </Tooltip>
    );
  }
  return (
    <button
      type="button"
      className={classNames(styles['row'], session.status === 'closed' && styles['closed'])}
      aria-current={isCurrent || undefined}
      onClick={() => openSession(session)}
    >
      <Mark state={mark} label={null} isBreathing={isBusy(session)} />
      <span>
        <span className={styles['title']}>
          <span className="cut">{title}</span>
          {apart !== undefined && <span className={styles['apart']}>{apart}</span>}
        </span>
        <span className={classNames(styles['meta'], 'cut')}>
          {session.bead_id !== undefined && <span className={styles['bead']}>{session.bead_id} · </span>}
          {/* Where it asks, the question needs the room. */}
          {time !== null && session.attention === undefined && `${time} · `}
          <span className={styles[mark]}>{word}</span>
          {word !== statusWords(session) && <span className="visually-hidden">, {statusWords(session)}</span>}
        </span>
      </span>
    </button>
  );
}
