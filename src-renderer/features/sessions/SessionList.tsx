import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useShortcutOf } from '../../app/keymap/use-keymap';
import { useProject } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import { useMinute } from '../../app/use-minute';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import styles from './SessionList.module.css';
import { SessionRow } from './SessionRow';
import { sessionSentences } from './session-errors';
import { distinctions, groupsOf, needingOf, type SessionGroup } from './session-words.logic';
import { useIsHere, useOpenSession } from './use-open-session';
import { usePlaceKeys } from './use-place-keys';
import { useSessions, useUnclosed } from './use-sessions';

const CLOSED_AT_FIRST = 5;

export function SessionList({ isRail }: { isRail: boolean }) {
  return useProject() === null ? null : <ProjectSessions isRail={isRail} />;
}

function ProjectSessions({ isRail }: { isRail: boolean }) {
  const { status, value, error } = useSessions();
  const [closedShown, setClosedShown] = useState(CLOSED_AT_FIRST);
  const newShortcut = useShortcutOf('sessions.new');
  const now = useMinute();
  const sessions = value?.sessions ?? [];
  const groups = groupsOf(sessions, closedShown);
  usePlaceKeys(groups.flatMap((group) => group.sessions));
  if (value === null && status === 'waiting') return isRail ? null : <Skeleton />;
  const failure = error === null ? null : sessionSentences(error);
  const apart = distinctions(sessions, now);
  const closed = sessions.filter(
    (session) => session.status === 'closed' && session.trashed_at === undefined,
  ).length;
  if (isRail)
    return (
      <section aria-label="Sessions" className={styles['section']}>
        {groups.flatMap((group) =>
          group.sessions.map((each) => (
            <SessionRow key={each.id} session={each} isRail apart={apart.get(each.id)} />
          )),
        )}
      </section>
    );
  return (
    <>
      {failure !== null && (
        <Notice tone="broken" title={failure.happened} details={failure.details}>
          {failure.safe} {failure.next}
        </Notice>
      )}
      <Elsewhere />
      {withOpenGroup(groups).map((group) => (
        <section key={group.id} className={styles['section']} aria-label={group.name}>
          {group.id === 'open' ? (
            <Heading name={group.name} shortcut={newShortcut} />
          ) : (
            <div className={styles['heading']}>
              <h2>{group.name}</h2> {group.id === 'needs-you' ? group.sessions.length : closed}
            </div>
          )}
          {group.sessions.map((session) => (
            <SessionRow key={session.id} session={session} isRail={false} apart={apart.get(session.id)} />
          ))}
          {groups.length === 0 && failure === null && (
            <p className={styles['note']}>None yet. Start work on a bead, or start without one.</p>
          )}
          {group.id === 'closed' && closed > group.sessions.length && (
            <Button
              variant="quiet"
              size="s"
              className={styles['more']}
              onClick={() => setClosedShown((shown) => shown + 20)}
            >
              {`Show ${Math.min(20, closed - group.sessions.length)} more`}
            </Button>
          )}
        </section>
      ))}
    </>
  );
}

/** The window's title counts these too: here is the way to them. */
function Elsewhere() {
  const isHere = useIsHere();
  const open = useOpenSession();
  const needing = needingOf(useUnclosed() ?? []).filter((session) => !isHere(session));
  const [first] = needing;
  if (first === undefined) return null;
  return (
    <Button variant="quiet" size="s" className={styles['more']} onClick={() => void open(first)}>
      {needing.length === 1
        ? '1 needs you in another project'
        : `${needing.length} need you in other projects`}
    </Button>
  );
}

/** Its heading has the button for a new one, so it is there also when nothing is open. */
function withOpenGroup(groups: readonly SessionGroup[]): readonly SessionGroup[] {
  if (groups.some(({ id }) => id === 'open')) return groups;
  const isNeeding = ({ id }: SessionGroup) => id === 'needs-you';
  const none: SessionGroup = { id: 'open', name: 'Sessions', sessions: [] };
  return [...groups.filter(isNeeding), none, ...groups.filter((group) => !isNeeding(group))];
}

function Heading({ name, shortcut }: { name: string; shortcut: string | null }) {
  return (
    <div className={styles['heading']}>
      <h2>{name}</h2>
      <IconButton
        icon={Plus}
        size="s"
        label="New session"
        shortcut={shortcut}
        onClick={() => openOverlay('new-session')}
      />
    </div>
  );
}
