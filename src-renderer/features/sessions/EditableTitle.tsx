import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/IconButton';
import styles from './SessionPanel.module.css';

type EditableTitleProps = {
  readonly title: string;
  /** What is stored: empty while the session is called by its bead or id. */
  readonly stored: string;
  /** In the trash nothing is renamed. */
  readonly isFixed?: boolean;
  readonly onRename: (title: string | null) => void;
};

/** Rename in place: Enter or leaving keeps it, Escape takes it back, an empty one goes back to the bead's. */
export function EditableTitle({ title, stored, isFixed = false, onRename }: EditableTitleProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isEditing = draft !== null;
  const pencil = useRef<HTMLButtonElement>(null);
  const isLeftByKey = useRef(false);
  useEffect(() => {
    if (isEditing) field.current?.select();
    else if (isLeftByKey.current) pencil.current?.focus();
    isLeftByKey.current = false;
  }, [isEditing]);
  const keep = () => {
    if (draft !== null && draft.trim() !== stored) onRename(draft.trim() || null);
    setDraft(null);
  };
  if (!isEditing)
    return (
      <div className={styles['name']}>
        <h2 className={styles['title']} title={title}>
          {title}
        </h2>
        {!isFixed && (
          <IconButton
            ref={pencil}
            icon={Pencil}
            size="s"
            label="Rename session"
            onClick={() => setDraft(stored)}
          />
        )}
      </div>
    );
  return (
    <input
      ref={field}
      className={styles['rename']}
      aria-label="Title of the session"
      value={draft}
      maxLength={500}
      placeholder={title}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.stopPropagation();
        // The pencil gets the focus before the key is over, and would take it as its own.
        event.preventDefault();
        isLeftByKey.current = true;
        if (event.key === 'Enter') keep();
        else setDraft(null);
      }}
    />
  );
}
