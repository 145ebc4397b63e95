import type { Session } from '@domain/session/record';
import { exactMoment, momentWords } from '../../app/time-words';
import { ChainPart } from './chain/ChainPart';
import { EditableText } from './EditableText';
import styles from './SessionPanel.module.css';
import { TagEditor } from './TagEditor';
import { useSessionEdits } from './use-session-edits';
import { useNow } from './use-sessions';

/** What is known about a session, beside what was said in it. */
export function SessionAbout({ session }: { session: Session }) {
  const edit = useSessionEdits(session);
  const isClosed = session.status === 'closed';
  const isTrashed = session.trashed_at !== undefined;
  return (
    <div className={styles['body']}>
      <EditableText
        name="Objective"
        text={session.objective ?? ''}
        empty="What should be true when it is done."
        isFixed={isTrashed}
        disabledReason={isClosed ? 'A closed session keeps its objective. Notes can still be written.' : null}
        onKeep={(objective) => edit('sessions.setObjective', { objective })}
      />
      <section className={styles['part']}>
        <h3>Tags</h3>
        <TagEditor
          tags={session.tags}
          isFixed={isTrashed}
          onAdd={(tag) => edit('sessions.tag', { mode: 'add', tags: [tag] })}
          onRemove={(tag) => void edit('sessions.tag', { mode: 'remove', tags: [tag] })}
        />
      </section>
      <EditableText
        name="Notes"
        text={session.notes ?? ''}
        empty="For yourself, or for whoever continues."
        isFixed={isTrashed}
        onKeep={(notes) => edit('sessions.setNotes', { notes })}
      />
      <ChainPart session={session} className={styles['part']} />
      <Facts session={session} />
    </div>
  );
}

function Facts({ session }: { session: Session }) {
  const now = useNow(false);
  const moment = (iso: string | undefined) =>
    iso === undefined ? null : (
      <time dateTime={iso} title={exactMoment(iso)}>
        {momentWords(iso, now)}
      </time>
    );
  const list = (values: readonly string[]) => (values.length === 0 ? null : values.join('\n'));
  const facts = [
    ['Created', moment(session.created_at)],
    ['Started', moment(session.started_at)],
    ['Paused', moment(session.paused_at)],
    ['Closed', moment(session.closed_at)],
    ['In the trash since', moment(session.trashed_at)],
    ['Branch', session.branch && <span className={styles['mono']}>{session.branch}</span>],
    [
      'Folder',
      <span key="cwd" className={styles['mono']}>
        {session.cwd}
      </span>,
    ],
    ['Files touched', list(session.files_touched)],
    ['Commits', list(session.commits)],
    [
      'Id',
      <span key="id" className={styles['mono']}>
        {session.id}
      </span>,
    ],
  ] as const;
  return (
    <section className={styles['part']}>
      <h3>Facts</h3>
      <dl className={styles['facts']}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
