import type { Session } from '@domain/session/record';
import { useState } from 'react';
import { useProject } from '../../app/state/project';
import { agoWords } from '../../app/time-words';
import { useInvalidate, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { Skeleton } from '../../ui/Skeleton';
import styles from './SessionPanel.module.css';
import { titleOf } from './session-words.logic';
import { useSessionEdits } from './use-session-edits';
import { useNow, useSessions } from './use-sessions';

/** `argument`: `all` for the trash of every project. */
export function TrashDialog({ argument, close }: { argument: string; close: () => void }) {
  const here = useProject()?.path;
  const project = argument === 'all' ? undefined : here;
  const { value } = useSessions();
  const { data, refetch } = useQueryEntry('sessions.list', { project, trash: 'only', limit: 200 });
  // The live list tells when one of them came back.
  const listed = data?.sessions.map((each) => value?.sessions.find(({ id }) => id === each.id) ?? each);
  const trashed = listed?.filter((session) => session.trashed_at !== undefined);
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Trash"
      description="Closed sessions that were deleted. Each is kept for 30 days."
      footer={<Button onClick={close}>Done</Button>}
    >
      {trashed === undefined && <Skeleton />}
      {trashed?.length === 0 && (
        <EmptyState title="The trash is empty">Deleted sessions can be taken back from here.</EmptyState>
      )}
      <ul className={styles['chain']}>
        {trashed?.map((session) => (
          <TrashRow key={session.id} session={session} onBack={() => void refetch()} />
        ))}
      </ul>
    </Dialog>
  );
}

function TrashRow({ session, onBack }: { session: Session; onBack: () => void }) {
  const edit = useSessionEdits(session);
  const now = useNow(false);
  const [isMoving, setMoving] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const invalidate = useInvalidate();
  const done = (isDone: boolean) => {
    setMoving(false);
    if (!isDone) return;
    onBack();
    invalidate('history.results');
  };
  const untrash = async () => {
    setMoving(true);
    done(await edit('sessions.untrash', {}));
  };
  const purge = async () => {
    setMoving(true);
    done(await edit('sessions.purge', {}));
  };
  return (
    <li className={styles['link']}>
      <span className="cut">{titleOf(session)}</span>
      <span className={styles['quiet']}>{agoWords(session.trashed_at ?? '', now)}</span>
      <span className={styles['acts']}>
        {isAsked ? (
          <>
            <span>No copy is left then.</span>
            <Button size="s" onClick={() => setAsked(false)}>
              Keep it
            </Button>
            <Button
              size="s"
              variant="danger"
              isLoading={isMoving}
              loadingLabel="Removing…"
              onClick={() => void purge()}
            >
              Remove for good
            </Button>
          </>
        ) : (
          <>
            <Button size="s" variant="quiet" onClick={() => setAsked(true)}>
              Remove…
            </Button>
            <Button size="s" isLoading={isMoving} loadingLabel="Taking…" onClick={() => void untrash()}>
              Take back
            </Button>
          </>
        )}
      </span>
    </li>
  );
}
