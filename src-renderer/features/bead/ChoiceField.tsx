import type { Bead } from '@domain/bead/record';
import styles from './BeadFields.module.css';
import { Conflict } from './Conflict';
import { Failure } from './FieldNotes';
import { type ChoiceFieldName, FIELD_LABELS } from './fields.logic';
import { useFieldEdit } from './use-field-edit';

type ChoiceFieldProps = {
  readonly bead: Bead;
  readonly field: ChoiceFieldName;
  readonly bar: string | null;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Choices that need a word first (closing) are taken here; true: do not write it. */
  readonly onChoose?: (value: string) => boolean;
};

/** Chosen is written at once. */
export function ChoiceField({ bead, field, bar, choices, onChoose }: ChoiceFieldProps) {
  const edit = useFieldEdit<string>(bead, field);
  const label = FIELD_LABELS[field];
  const value = String(edit.current ?? '');
  const words = (each: unknown) =>
    choices.find((choice) => choice.value === String(each))?.label ?? String(each);
  const choose = (next: string) => {
    if (onChoose?.(next) === true) return;
    void edit.save(field === 'priority' ? Number(next) : next);
  };
  return (
    <>
      <select
        aria-label={label}
        className={styles['select']}
        value={value}
        disabled={bar !== null}
        title={bar ?? undefined}
        aria-busy={edit.isSaving || undefined}
        onChange={(event) => choose(event.target.value)}
      >
        {!choices.some((choice) => choice.value === value) && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {edit.conflict !== null && (
        <Conflict
          field={field}
          conflict={edit.conflict}
          isSaving={edit.isSaving}
          words={words}
          onMine={() => void edit.keepMine()}
          onTheirs={edit.leave}
        />
      )}
      <Failure of={edit.failure} />
    </>
  );
}
