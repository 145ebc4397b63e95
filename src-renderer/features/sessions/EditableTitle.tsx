import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/IconButton';
import styles from './SessionPanel.module.css';

type EditableTitleProps = {
  readonly title: string;
  /** What is stored: empty while the session is called by its bead or id. */
  readonly stored: string;
  readonly onRename: (title: string | null) => void;
};

/** Rename in place: Enter or leaving keeps it, Escape takes it back, an empty one goes back to the bead's. */
export function EditableTitle({ title, stored, onRename }: EditableTitleProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isEditing = draft !== null;
  useEffect(() => {
    if (isEditing) field.current?.select();
  }, [isEditing]);
  const keep = () => {
    if (draft !== null && draft.trim() !== stored) onRename(draft.trim() || null);
    setDraft(null);
  };
  if (!isEditing)
    return (
      <>
        <h2 className={styles['title']} title={title}>
          {title}
        </h2>
        <IconButton icon={Pencil} size="s" label="Rename session" onClick={() => setDraft(stored)} />
      </>
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
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') setDraft(null);
        if (event.key === 'Enter' || event.key === 'Escape') event.stopPropagation();
      }}
    />
  );
}
