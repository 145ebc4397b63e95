import type { ResumePlan } from '@domain/work/resume-plan';
import { ChevronRight } from 'lucide-react';
import { momentWords } from '../../../app/time-words';
import { Icon } from '../../../ui/Icon';
import { markdownFragment } from '../../../ui/markdown-fragment';
import { Prose } from '../../chat';
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
        <span className="cut">{last.role === 'user' ? last.text : plainOf(last.text)}</span>
      </summary>
      <ol>
        {messages.map(({ role, text, at }) => (
          <li key={`${at} ${role}`}>
            <span className={styles['speaker']}>
              {role === 'user' ? 'You' : 'Claude'} <time dateTime={at}>{momentWords(at, now)}</time>
            </span>
            {role === 'user' ? <p>{text}</p> : <Prose text={text} isSmall below={3} />}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Markdown in a line: its words without its signs. */
const plainOf = (text: string) => (markdownFragment(text, 3).textContent ?? '').replace(/\s+/g, ' ').trim();
