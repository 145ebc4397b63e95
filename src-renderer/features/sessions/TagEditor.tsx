import { useState } from 'react';
import { Chip } from '../../ui/Chip';
import styles from './SessionPanel.module.css';

type TagEditorProps = {
  readonly tags: readonly string[];
  readonly isFixed: boolean;
  readonly onAdd: (tag: string) => Promise<boolean>;
  readonly onRemove: (tag: string) => void;
};

export function TagEditor({ tags, isFixed, onAdd, onRemove }: TagEditorProps) {
  const [draft, setDraft] = useState('');
  const add = async () => {
    if (draft.trim() !== '' && (await onAdd(draft.trim()))) setDraft('');
  };
  if (isFixed)
    return (
      <div className={styles['tags']}>
        {tags.length === 0 ? (
          <span className={styles['quiet']}>None.</span>
        ) : (
          tags.map((tag) => <Chip key={tag}>{tag}</Chip>)
        )}
      </div>
    );
  return (
    <div className={styles['tags']}>
      {tags.map((tag) => (
        <Chip key={tag} removeLabel={`Remove tag ${tag}`} onRemove={() => onRemove(tag)}>
          {tag}
        </Chip>
      ))}
      <input
        className={styles['newTag']}
        aria-label="New tag"
        placeholder="Add a tag"
        value={draft}
        maxLength={60}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => void add()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void add();
          if (event.key === 'Backspace' && draft === '' && tags.length > 0) onRemove(tags.at(-1) ?? '');
        }}
      />
    </div>
  );
}
