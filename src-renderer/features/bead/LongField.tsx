import type { Bead } from '@domain/bead/record';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef } from 'react';
import { useSendKey } from '../../app/keymap/use-keymap';
import { Button } from '../../ui/Button';
import { TextArea } from '../../ui/TextArea';
import fieldStyles from './BeadFields.module.css';
import styles from './BeadPanel.module.css';
import { Conflict } from './Conflict';
import { ChangedElsewhere, Failure } from './FieldNotes';
import { FIELD_LABELS, type LongFieldName, parseField, textOf } from './fields.logic';
import { useFieldEdit } from './use-field-edit';

const Markdown = lazy(async () => ({ default: (await import('./Markdown')).Markdown }));

export function MarkdownText({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className={styles['plain']}>{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  );
}

type LongFieldProps = {
  readonly bead: Bead;
  readonly field: LongFieldName;
  readonly bar: string | null;
  /** Opened by "Add notes": begins with the editor. */
  readonly isNew?: boolean;
  readonly onLeave?: () => void;
};

/** A text in markdown: read, or written with Ctrl+Enter to save. Esc leaves only when nothing would be lost. */
export function LongField({ bead, field, bar, isNew = false, onLeave }: LongFieldProps) {
  const edit = useFieldEdit<string>(bead, field);
  const sendKey = useSendKey();
  const label = FIELD_LABELS[field];
  const text = textOf(field, edit.current);
  const begun = useRef(false);
  useEffect(() => {
    if (isNew && !begun.current) {
      begun.current = true;
      edit.begin('');
    }
  });
  const leave = () => {
    edit.leave();
    onLeave?.();
  };
  if (edit.editing === null) {
    if (text === '') return null;
    return (
      <section className={styles['part']} aria-label={label}>
        <div className={styles['heading']}>
          <h3>{label}</h3>
          <Button
            ref={edit.opener}
            size="s"
            variant="quiet"
            aria-label={`Edit ${label.toLowerCase()}`}
            disabledReason={bar}
            onClick={() => edit.begin(text)}
          >
            Edit
          </Button>
        </div>
        <MarkdownText text={text} />
      </section>
    );
  }
  const { draft, base } = edit.editing;
  const save = async () => {
    const parsed = parseField(field, draft);
    if (parsed.ok && (await edit.save(parsed.value))) onLeave?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      if (draft === textOf(field, base)) leave();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
  };
  return (
    <section className={styles['part']} aria-label={label}>
      {edit.conflict === null ? (
        <div className={fieldStyles['editor']}>
          <TextArea
            label={label}
            rows={Math.min(16, Math.max(5, draft.split('\n').length + 1))}
            autoFocus
            value={draft}
            hint={`Markdown. ${sendKey} saves.`}
            onChange={(event) => edit.type(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <ChangedElsewhere isShown={edit.isChangedElsewhere} />
          <div className={styles['acts']}>
            <Button size="s" isLoading={edit.isSaving} loadingLabel="Saving…" onClick={() => void save()}>
              Save
            </Button>
            <Button size="s" variant="quiet" onClick={leave}>
              Cancel
            </Button>
          </div>
          <Failure of={edit.failure} />
        </div>
      ) : (
        <Conflict
          field={field}
          conflict={edit.conflict}
          isSaving={edit.isSaving}
          words={(value) => textOf(field, value) || 'Empty'}
          onMine={() => void edit.keepMine().then((isKept) => isKept && onLeave?.())}
          onTheirs={leave}
          onGoOn={edit.goOn}
        />
      )}
    </section>
  );
}
