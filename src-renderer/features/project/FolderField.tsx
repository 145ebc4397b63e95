import { FolderGit2, Folder as FolderIcon } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useQueryEntry } from '../../bridge/react';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { completed, type Folder, moved, tabChoice } from './completion.logic';
import styles from './FolderField.module.css';

type FolderFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
  readonly error: string | null;
  readonly inputRef: RefObject<HTMLInputElement | null>;
};

/** A path with completion: arrows choose, Tab or Enter takes the choice, Tab also the only one there is, Enter on the bare text opens it. */
export function FolderField({ value, onChange, onSubmit, error, inputRef }: FolderFieldProps) {
  const listId = useId();
  const [chosen, setChosen] = useState(-1);
  const { data } = useQueryEntry('projects.complete', { typed: value, limit: 8 }, { keepPrevious: true });
  const folders = data?.folders ?? [];
  const index = Math.min(chosen, folders.length - 1);

  const take = (folder: Folder) => {
    onChange(completed(folder));
    setChosen(-1);
    inputRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = folders[index];
    const only = tabChoice(folders, index, value);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step !== null) setChosen(moved(index, step, folders.length));
    else if (event.key === 'Tab' && !event.shiftKey && only) take(only);
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (current) take(current);
      else onSubmit();
    } else return;
    event.preventDefault();
  };
  return (
    <div>
      <Field
        ref={inputRef}
        label="Folder"
        isMono
        value={value}
        error={error}
        placeholder="~/code/tidewater"
        hint="The folder of the project, from / or ~. Arrow keys choose, Tab completes."
        role="combobox"
        aria-expanded={folders.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={index >= 0 ? `${listId}-${index}` : undefined}
        onChange={(event) => {
          onChange(event.target.value);
          setChosen(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['list']}>
        {data !== undefined && folders.length === 0 && value.trim() !== '' && (
          <p className={styles['none']}>No folder inside begins like this.</p>
        )}
        <div id={listId} role="listbox" aria-label="Folders">
          {folders.map((folder, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which names the active option
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={folder.path}
              id={`${listId}-${place}`}
              role="option"
              aria-selected={place === index}
              className={styles['option']}
              onClick={() => take(folder)}
            >
              <Icon of={folder.is_git ? FolderGit2 : FolderIcon} size="s" />
              <span className="cut">{folder.name}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
