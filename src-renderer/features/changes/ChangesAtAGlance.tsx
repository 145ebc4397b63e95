import type { ChangedFile } from '@domain/git/changes';
import type { Commit } from '@domain/git/repository';
import type { Session } from '@domain/session/record';
import { FileDiff, GitCommitHorizontal } from 'lucide-react';
import { momentWords } from '../../app/time-words';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';
import styles from './ChangesAtAGlance.module.css';
import { countWords } from './changes.logic';
import { useChanges } from './use-changes';

type ChangesAtAGlanceProps = { readonly session: Pick<Session, 'id'>; readonly onShowAll: () => void };

/** Branch, commits and files of a session, one line each, below its terminal. */
export function ChangesAtAGlance({ session, onShowAll }: ChangesAtAGlanceProps) {
  const { status, failure, changes } = useChanges(session.id, 'start');
  if (failure !== null) return <p className={styles['note']}>{failure.happened}</p>;
  if (status === 'loading' || changes === null) return <Skeleton />;
  const { branch, commits, files, total } = changes;
  const isEmpty = commits.length === 0 && total === 0;
  const counts = [commits.length > 0 && countWords(commits.length, 'commit'), countWords(total, 'file')];
  return (
    <section className={styles['glance']} aria-label="Branch and changes">
      <header className={styles['head']}>
        <span>{branch === null ? 'No branch' : 'On branch'}</span>
        {branch !== null && (
          <span className={styles['branch']} title={branch}>
            {branch}
          </span>
        )}
        {!isEmpty && <span className={styles['counts']}>{counts.filter(Boolean).join(' · ')}</span>}
        {!isEmpty && (
          <Button size="s" variant="quiet" aria-label="Show all changes" onClick={onShowAll}>
            Show all
          </Button>
        )}
      </header>
      {isEmpty ? (
        <p className={styles['note']}>Nothing changed yet. Commits and changed files will stand here.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <ul className={styles['rows']} tabIndex={0} aria-label="Commits and files">
          {commits.map((commit) => (
            <CommitLine key={commit.sha} commit={commit} />
          ))}
          {files.map((file) => (
            <FileLine key={file.path} file={file} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CommitLine({ commit }: { commit: Commit }) {
  const { sha, subject, committed_at } = commit;
  return (
    <li>
      <Icon of={GitCommitHorizontal} size="s" />
      <code>{sha.slice(0, 7)}</code>
      <span className="cut" title={subject}>
        {subject}
      </span>
      <time dateTime={committed_at}>{momentWords(committed_at, Date.now())}</time>
    </li>
  );
}

function FileLine({ file }: { file: ChangedFile }) {
  const { path, additions, deletions } = file;
  return (
    <li>
      <Icon of={FileDiff} size="s" />
      <code className="cut" title={path}>
        {path}
      </code>
      <span className={styles['numbers']}>
        {additions !== null && additions > 0 && (
          <span className={styles['plus']}>+{additions.toLocaleString('en')}</span>
        )}
        {deletions !== null && deletions > 0 && (
          <span className={styles['minus']}>−{deletions.toLocaleString('en')}</span>
        )}
      </span>
    </li>
  );
}
