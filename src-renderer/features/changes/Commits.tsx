import type { Commit } from '@domain/git/repository';
import { GitCommitHorizontal } from 'lucide-react';
import { momentWords } from '../../app/time-words';
import { Icon } from '../../ui/Icon';
import styles from './Changes.module.css';
import { countWords } from './changes.logic';

export function Commits({ commits }: { commits: readonly Commit[] }) {
  if (commits.length === 0) return null;
  return (
    <details className={styles['commits']}>
      <summary>
        <Icon of={GitCommitHorizontal} size="xs" />
        {countWords(commits.length, 'commit')} in this session
      </summary>
      <ul>
        {commits.map(({ sha, subject, committed_at }) => (
          <li key={sha}>
            <code>{sha.slice(0, 8)}</code>
            <span className="cut" title={subject}>
              {subject}
            </span>
            <time dateTime={committed_at}>{momentWords(committed_at, Date.now())}</time>
          </li>
        ))}
      </ul>
    </details>
  );
}
