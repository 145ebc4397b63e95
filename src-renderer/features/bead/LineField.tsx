import type { Bead } from '@domain/bead/record';
import { type HTMLInputTypeAttribute, type KeyboardEvent, type ReactNode, useId } from 'react';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import fieldStyles from './BeadFields.module.css';
import styles from './BeadPanel.module.css';
import { Conflict } from './Conflict';
import { ChangedElsewhere, Failure } from './FieldNotes';
import { FIELD_LABELS, type LineFieldName, parseField, textOf } from './fields.logic';
import { useFieldEdit } from './use-field-edit';

type LineFieldProps = {
  readonly bead: Bead;
  readonly field: LineFieldName;
  readonly bar: string | null;
  /** The value as it is shown. */
  readonly children: ReactNode;
  readonly placeholder?: string;
  readonly type?: HTMLInputTypeAttribute;
  readonly suggestions?: readonly { readonly value: string; readonly label: string }[];
  readonly onType?: (text: string) => void;
  readonly className?: string;
};

/** A value that becomes an input: Enter saves, Esc leaves. */
export function LineField(props: LineFieldProps) {
  const { bead, field, bar, children, placeholder, type = 'text', suggestions, onType, className } = props;
  const edit = useFieldEdit<string>(bead, field);
  const id = useId();
  const label = FIELD_LABELS[field];
  if (edit.editing === null) {
    const text = textOf(field, edit.current);
    return (
      <button
        ref={edit.opener}
        type="button"
        className={classNames(fieldStyles['value'], className)}
        aria-disabled={bar !== null || undefined}
        aria-description={bar ?? undefined}
        title={bar ?? undefined}
        onClick={() => {
          if (bar !== null) return;
          onType?.(text);
          edit.begin(text);
        }}
      >
        <span className="visually-hidden">{`${label}: `}</span>
        {children}
        <span className="visually-hidden">. Edit</span>
      </button>
    );
  }
  const { draft } = edit.editing;
  const save = () => {
    const parsed = parseField(field, draft);
    if (parsed.ok) void edit.save(parsed.value);
    else edit.refuse({ happened: parsed.error, safe: 'Nothing was changed.', next: '', details: null });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      edit.leave();
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      save();
    }
  };
  if (edit.conflict !== null) {
    return (
      <Conflict
        field={field}
        conflict={edit.conflict}
        isSaving={edit.isSaving}
        words={(value) => textOf(field, value) || 'None'}
        onMine={() => void edit.keepMine()}
        onTheirs={edit.leave}
        onGoOn={edit.goOn}
      />
    );
  }
  return (
    <div className={fieldStyles['lineEditor']}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it appears because a person asked to write here
        autoFocus
        aria-label={label}
        className={className}
        type={type}
        value={draft}
        placeholder={placeholder}
        list={suggestions === undefined ? undefined : `${id}-list`}
        autoComplete="off"
        spellCheck={field === 'title'}
        onChange={(event) => {
          edit.type(event.target.value);
          onType?.(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      {suggestions !== undefined && (
        <datalist id={`${id}-list`}>
          {suggestions.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </datalist>
      )}
      <div className={styles['acts']}>
        <Button size="s" isLoading={edit.isSaving} loadingLabel="Saving…" onClick={save}>
          Save
        </Button>
        <Button size="s" variant="quiet" onClick={edit.leave}>
          Cancel
        </Button>
      </div>
      <ChangedElsewhere isShown={edit.isChangedElsewhere} />
      <Failure of={edit.failure} />
    </div>
  );
}
