import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { TextArea } from '../../ui/TextArea';
import styles from './SessionPanel.module.css';

type EditableTextProps = {
  readonly name: string;
  readonly text: string;
  readonly empty: string;
  readonly disabledReason?: string | null;
  /** Only to be read: there is no way to change it. */
  readonly isFixed?: boolean;
  readonly onKeep: (text: string | null) => Promise<boolean>;
};

/** A paragraph with a way to change it; what was typed stays when saving is refused. */
export function EditableText(props: EditableTextProps) {
  const { name, text, empty, disabledReason = null, isFixed = false, onKeep } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasWriting = useRef(false);
  const isWriting = draft !== null;
  useEffect(() => {
    if (!isWriting && wasWriting.current) opener.current?.focus();
    wasWriting.current = isWriting;
  }, [isWriting]);
  const keep = async () => {
    setSaving(true);
    const isKept = await onKeep(draft?.trim() || null);
    setSaving(false);
    if (isKept) setDraft(null);
  };
  if (draft === null)
    return (
      <section className={styles['part']}>
        <h3>{name}</h3>
        {text === '' ? <p className={styles['quiet']}>{empty}</p> : <p className={styles['text']}>{text}</p>}
        {!isFixed && (
          <Button
            ref={opener}
            variant="quiet"
            size="s"
            isFlush
            disabledReason={disabledReason}
            onClick={() => setDraft(text)}
          >
            {text === '' ? `Add ${name.toLowerCase()}` : `Edit ${name.toLowerCase()}`}
          </Button>
        )}
      </section>
    );
  return (
    <section className={styles['editor']}>
      <TextArea
        label={name}
        rows={4}
        autoFocus
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className={styles['acts']}>
        <Button
          size="s"
          variant="primary"
          isLoading={isSaving}
          loadingLabel="Saving…"
          onClick={() => void keep()}
        >
          Save
        </Button>
        <Button size="s" onClick={() => setDraft(null)}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
