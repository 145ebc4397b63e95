import type { ResumePlan } from '@domain/work/resume-plan';
import { ChevronRight } from 'lucide-react';
import { momentWords } from '../../../app/time-words';
import { Icon } from '../../../ui/Icon';
import styles from './Resume.module.css';

type LastMessagesProps = { messages: ResumePlan['last_messages']; now: number };

/** Where it stood: folded to the last words, all of them one click away. */
export function LastMessages({ messages, now }: LastMessagesProps) {
  const last = messages.at(-1);
  if (last === undefined) return null;
  return (
    <details className={styles['messages']}>
      <summary>
        <Icon of={ChevronRight} size="s" className={styles['chevron']} />
        <span className={styles['said']}>{last.role === 'user' ? 'You said last' : 'Claude said last'}</span>
        <span className="cut">{last.text}</span>
      </summary>
      <ol>
        {messages.map(({ role, text, at }) => (
          <li key={`${at} ${role}`}>
            <span className={styles['speaker']}>
              {role === 'user' ? 'You' : 'Claude'} <time dateTime={at}>{momentWords(at, now)}</time>
            </span>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}
