import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button';
import fieldStyles from './BeadFields.module.css';
import styles from './BeadPanel.module.css';
import { FIELD_LABELS, type FieldName, type FieldValue } from './fields.logic';
import type { FieldConflict } from './use-field-edit';

type ConflictProps = {
  readonly field: FieldName;
  readonly conflict: FieldConflict;
  readonly isSaving: boolean;
  readonly words: (value: FieldValue) => string;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  readonly onGoOn?: () => void;
};

/** Both versions side by side; nothing is lost until one is chosen. */
export function Conflict({ field, conflict, isSaving, words, onMine, onTheirs, onGoOn }: ConflictProps) {
  const element = useRef<HTMLFieldSetElement>(null);
  useEffect(() => element.current?.focus(), []);
  const name = FIELD_LABELS[field].toLowerCase();
  return (
    <fieldset ref={element} tabIndex={-1} className={fieldStyles['conflict']}>
      <legend>{`Two versions of the ${name}`}</legend>
      <p role="status">
        Somebody else changed it while you were writing. Theirs is kept, yours is not written yet.
      </p>
      <div className={fieldStyles['versions']}>
        <div>
          <h4>Yours</h4>
          <div className={fieldStyles['version']} dir="auto">
            {words(conflict.mine)}
          </div>
        </div>
        <div>
          <h4>Theirs</h4>
          <div className={fieldStyles['version']} dir="auto">
            {words(conflict.theirs)}
          </div>
        </div>
      </div>
      <div className={styles['acts']}>
        <Button size="s" isLoading={isSaving} loadingLabel="Saving…" onClick={onMine}>
          Keep mine
        </Button>
        <Button size="s" onClick={onTheirs}>
          Take theirs
        </Button>
        {onGoOn !== undefined && (
          <Button size="s" variant="quiet" onClick={onGoOn}>
            Go on writing
          </Button>
        )}
      </div>
    </fieldset>
  );
}
