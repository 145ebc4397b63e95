import { CircleDot, FileDiff, FileText, GitBranch, GitCommitHorizontal, MessageSquare } from 'lucide-react';
import { useId } from 'react';
import { Icon } from '../../../ui/Icon';
import styles from './Resume.module.css';
import type { Fact, Said } from './resume-facts.logic';

const ICONS = {
  bead: CircleDot,
  comment: MessageSquare,
  commit: GitCommitHorizontal,
  branch: GitBranch,
  files: FileDiff,
  context: FileText,
} as const;

export function ChangedSince({ facts, unknown }: { facts: readonly Fact[]; unknown: string | null }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={styles['label']}>
        <h3 id={id}>Changed since</h3>
        <span>{facts.length === 0 ? '' : 'included in the prompt'}</span>
      </div>
      {facts.length === 0 ? (
        <p className={styles['none']}>Nothing has changed since.</p>
      ) : (
        <ul className={styles['facts']}>
          {facts.map((fact) => (
            <OneFact key={fact.id} fact={fact} />
          ))}
        </ul>
      )}
      {unknown !== null && <p className={styles['unknown']}>{unknown}</p>}
    </section>
  );
}

function OneFact({ fact }: { fact: Fact }) {
  const { kind, said, end } = fact;
  return (
    <li>
      <Icon of={ICONS[kind]} size="s" />
      <span className="cut" title={said.map(plain).join('')}>
        {said.map((part) => (typeof part === 'string' ? part : <code key={part.mono}>{part.mono}</code>))}
      </span>
      {end !== null && (
        <span className={styles['end']}>
          {typeof end === 'string' ? (
            end
          ) : (
            <>
              <span className={styles['plus']}>+{end.plus}</span>{' '}
              <span className={styles['minus']}>−{end.minus}</span>
            </>
          )}
        </span>
      )}
    </li>
  );
}

const plain = (part: Said) => (typeof part === 'string' ? part : part.mono);
