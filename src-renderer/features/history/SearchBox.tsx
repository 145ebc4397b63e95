import { completeQuery, type QueryChoice } from '@domain/history/query-completion';
import type { HistoryValues } from '@domain/history/record';
import { Search, Star, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Kbd } from '../../ui/Kbd';
import styles from './SearchBox.module.css';

const NOTHING: HistoryValues = { projects: [], folders: [], beads: [], agents: [], tags: [], models: [] };

export type SearchBoxProps = {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Arrow down, when no choice is offered: on to what was found. */
  readonly onLeave: () => void;
  readonly values: HistoryValues | undefined;
  readonly isSaved: boolean;
  readonly onSave: () => void;
  readonly field: RefObject<HTMLInputElement | null>;
};

/** Words, phrases and filters; what could stand at the caret is offered below. */
export function SearchBox({ text, onChange, onLeave, values, isSaved, onSave, field }: SearchBoxProps) {
  const list = useId();
  const [caret, setCaret] = useState(text.length);
  const [chosen, setChosen] = useState(0);
  const [putAway, setPutAway] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const offered =
    isFocused && putAway !== text
      ? completeQuery(text, Math.min(caret, text.length), values ?? NOTHING)
      : null;
  const index = offered === null ? 0 : Math.min(chosen, offered.choices.length - 1);

  const take = (choice: QueryChoice) => {
    if (offered === null) return;
    const isKey = choice.text.endsWith(':');
    const before = text.slice(0, offered.from) + choice.text + (isKey ? '' : ' ');
    onChange(before + text.slice(offered.to).trimStart());
    setCaret(before.length);
    setChosen(0);
    queueMicrotask(() => field.current?.setSelectionRange(before.length, before.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const choices = offered?.choices ?? [];
    const current = choices[index];
    if (event.key === 'ArrowDown' && choices.length > 0) setChosen((index + 1) % choices.length);
    else if (event.key === 'ArrowUp' && choices.length > 0)
      setChosen((index - 1 + choices.length) % choices.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && current !== undefined && !event.shiftKey)
      take(current);
    else if (event.key === 'Escape' && choices.length > 0) setPutAway(text);
    else if (event.key === 'Escape' && text !== '') onChange('');
    else if (event.key === 'ArrowDown' || event.key === 'Enter') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles['frame']}>
      <div className={styles['box']}>
        <Icon of={Search} className={styles['icon']} />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search the history"
          aria-expanded={offered !== null}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={offered === null ? undefined : `${list}-${index}`}
          placeholder="Words, “phrases”, since:7d, bead:…"
          autoComplete="off"
          spellCheck={false}
          value={text}
          className={styles['input']}
          onChange={(event) => {
            onChange(event.target.value);
            setCaret(event.target.selectionStart ?? event.target.value.length);
            setChosen(0);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onKeyDown={onKeyDown}
        />
        {text === '' && <Kbd keys="/" />}
        {text.trim() !== '' && (
          <>
            <IconButton
              icon={Star}
              size="s"
              label={isSaved ? 'Forget this search' : 'Save this search'}
              aria-pressed={isSaved}
              className={classNames(isSaved && styles['saved'])}
              onClick={onSave}
            />
            <IconButton
              icon={X}
              size="s"
              label="Clear the search"
              onClick={() => {
                onChange('');
                field.current?.focus();
              }}
            />
          </>
        )}
      </div>
      <div
        id={list}
        role="listbox"
        aria-label="What could stand here"
        hidden={offered === null}
        className={styles['choices']}
      >
        {offered?.choices.map((choice, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which names the active option
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={choice.text}
            id={`${list}-${place}`}
            role="option"
            aria-selected={place === index}
            className={styles['choice']}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(choice)}
          >
            <span className={styles['value']}>{choice.text}</span>
            {choice.hint !== '' && <span className={classNames(styles['hint'], 'cut')}>{choice.hint}</span>}
          </div>
        ))}
      </div>
    </search>
  );
}
