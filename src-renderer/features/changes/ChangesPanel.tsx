import type { Session } from '@domain/session/record';
import type { ChangesSince, SessionChanges } from '@domain/work/session-changes';
import { GitBranch, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLayoutValue } from '../../app/state/layout';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { FailureNotice } from '../../ui/FailureNotice';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Segments } from '../../ui/Segments';
import { Skeleton } from '../../ui/Skeleton';
import { ChangeList } from './ChangeList';
import styles from './Changes.module.css';
import { Commits } from './Commits';
import { countWords, rowsOf } from './changes.logic';
import type { LinePlace } from './comments.logic';
import { SendBar } from './SendBar';
import { useChanges, useDiffs } from './use-changes';
import { useComments } from './use-comments';

const SINCE = [
  { value: 'start', label: 'Since start' },
  { value: 'message', label: 'Last message' },
  { value: 'commit', label: 'Last commit' },
] as const;
const readSince = (kept: unknown): ChangesSince => (kept === 'message' || kept === 'commit' ? kept : 'start');

type ChangesPanelProps = { readonly session: Pick<Session, 'id' | 'status' | 'started_at' | 'metadata'> };

/** What the session did to its checkout, to be read and answered line by line. */
export function ChangesPanel({ session }: ChangesPanelProps) {
  const { id } = session;
  const [since, setSince] = useLayoutValue('changes_since', readSince);
  const { status, failure, changes, isRefreshing, refresh, showMore } = useChanges(id, since);
  const { open, diffs, toggle, readOn } = useDiffs(id, since, changes);
  const { comments, add, remove, take, putBack } = useComments(id);
  const [editing, setEditing] = useState<LinePlace | null>(null);
  const rows = useMemo(
    () =>
      changes === null
        ? []
        : rowsOf({ files: changes.files, total: changes.total, open, diffs, comments, editing }),
    [changes, open, diffs, comments, editing],
  );
  const isClosed = session.status === 'closed';
  return (
    <div className={styles['panel']}>
      <header className={styles['head']}>
        <Segments label="Changes since" value={since} choices={SINCE} onChange={setSince} />
        <IconButton
          icon={RefreshCw}
          label="Look again"
          size="s"
          className={isRefreshing ? styles['turning'] : undefined}
          onClick={refresh}
        />
      </header>
      {changes !== null && status === 'read' && (
        <Summary changes={changes} hasBegun={session.started_at !== undefined} />
      )}
      {status === 'loading' && <Skeleton />}
      {failure !== null && (
        <div className={styles['notice']}>
          <FailureNotice
            words={failure}
            tone="quiet"
            actions={
              <Button size="s" onClick={refresh}>
                Look again
              </Button>
            }
          />
        </div>
      )}
      {status === 'read' && changes?.total === 0 && (
        <EmptyState title={session.started_at === undefined ? 'Nothing to review yet' : EMPTY[since]}>
          {session.started_at === undefined
            ? 'This session has not begun. What Claude changes will stand here.'
            : 'What Claude or you change in this checkout will stand here, line by line.'}
        </EmptyState>
      )}
      {status === 'read' && changes !== null && changes.total > 0 && (
        <ChangeList
          rows={rows}
          disabledReason={isClosed ? 'The session is closed: nobody would read a comment.' : null}
          onToggle={toggle}
          onReadOn={readOn}
          onShowMore={showMore}
          onComment={setEditing}
          onAdd={(place, text) => {
            add(place, text);
            setEditing(null);
          }}
          onCancel={() => setEditing(null)}
          onRemove={remove}
        />
      )}
      <SendBar session={session} comments={comments} onTake={take} onPutBack={putBack} />
    </div>
  );
}

const EMPTY: Readonly<Record<ChangesSince, string>> = {
  start: 'Nothing changed since the session began',
  message: 'Nothing changed since your last message',
  commit: 'Everything is committed',
};

const NOT_KNOWN: Readonly<Record<ChangesSince, string>> = {
  start: 'What it was when the session began is not known.',
  message: 'What it was at your last message is not known any more.',
  commit: '',
};

function Summary({ changes, hasBegun }: { changes: SessionChanges; hasBegun: boolean }) {
  const { branch, total, additions, deletions, base, since, is_cut, commits } = changes;
  return (
    <>
      <div className={styles['summary']}>
        <span>{countWords(total, 'file')}</span>
        {total > 0 && (
          <>
            <span className={styles['plus']}>+{additions.toLocaleString('en')}</span>
            <span className={styles['minus']}>−{deletions.toLocaleString('en')}</span>
          </>
        )}
        {branch !== null && (
          <span className={styles['branch']} title={branch}>
            <Icon of={GitBranch} size="xs" />
            <span className="cut">{branch}</span>
          </span>
        )}
      </div>
      <Commits commits={commits} />
      {base === null && total > 0 && (
        <p className={styles['hint']}>
          {hasBegun ? NOT_KNOWN[since] : 'The session has not begun.'} This is what is not committed.
        </p>
      )}
      {base !== null && !base.is_exact && (
        <p className={styles['hint']}>
          Compared with the last commit before the session began: what was not committed then is among it.
        </p>
      )}
      {is_cut && (
        <p className={styles['hint']}>More than {countWords(total, 'file')} changed; these are the first.</p>
      )}
    </>
  );
}
