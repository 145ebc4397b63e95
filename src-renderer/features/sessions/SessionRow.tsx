import type { Session } from '@domain/session/record';
import { openPanel, panelOf, useLayout } from '../../app/state/layout';
import { classNames } from '../../ui/class-names';
import { Mark } from '../../ui/Mark';
import { Tooltip } from '../../ui/Tooltip';
import styles from './SessionList.module.css';
import {
  attentionWords,
  isAsking,
  isBusy,
  markOf,
  metaWords,
  type SeenSession,
  titleOf,
} from './session-words.logic';
import { useNow } from './use-sessions';

export function openSession(session: Pick<Session, 'id'>): void {
  openPanel({ id: 'session', argument: session.id });
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
  const words = metaWords(session, now);
  const attention = attentionWords(session);
  if (isRail) {
    const label = [title, apart, session.bead_id, ...words, attention].filter(Boolean).join(', ');
    return (
      <Tooltip label={label} side="right">
        <button
          type="button"
          className={styles['rail']}
          aria-label={label}
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
          {words.slice(0, -1).map((word) => `${word} · `)}
          <span className={styles[mark]}>{isAsking(session) ? 'asks' : words.at(-1)}</span>
          {attention !== null && ` · ${attention}`}
        </span>
      </span>
    </button>
  );
}
