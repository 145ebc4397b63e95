import { useEffect, useRef } from 'react';
import styles from './Composer.module.css';
import { visibleText } from './plain-text.logic';
import type { Completion } from './use-completion';

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** Above the field, which keeps the focus and names the option that Enter would take. */
export function CompletionList({ completion, id }: { completion: Completion; id: string }) {
  const { kind, choices, index, take } = completion;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView?.({ block: 'nearest' });
  }, [index]);
  if (kind === null) return null;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={kind === 'file' ? 'Files' : 'Commands'}
      className={styles['choices']}
    >
      {choices.map((choice, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which names the active option
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={choice.value}
          id={optionId(id, place)}
          role="option"
          aria-selected={place === index}
          className={styles['choice']}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => take(choice)}
        >
          <span className={styles['value']}>
            {kind === 'command' ? '/' : ''}
            {visibleText(choice.value)}
          </span>
          {choice.note !== '' && <span className="cut">{visibleText(choice.note)}</span>}
        </div>
      ))}
    </div>
  );
}
