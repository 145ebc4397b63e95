import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names';
import styles from './Field.module.css';
import { Icon } from './Icon';

export type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Stands in the place of the hint. */
  readonly error?: string | null;
  /** A way out to click, beside the error. */
  readonly fix?: ReactNode;
  readonly isMono?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
  /** Drawn inside the box, at the right. */
  readonly end?: ReactNode;
};

export function Field(props: FieldProps) {
  const { label, hint, error = null, fix, isMono = false, end, className, ...rest } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== null || hint !== undefined;
  return (
    <div className={classNames(styles['field'], className)}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <div className={classNames(styles['box'], error !== null && styles['wrong'])}>
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          id={id}
          aria-invalid={error !== null || undefined}
          aria-describedby={hasNote ? noteId : undefined}
          className={classNames(styles['input'], isMono && styles['mono'])}
        />
        {end}
      </div>
      {hasNote && (
        <div id={noteId} className={classNames(styles['note'], error !== null && styles['bad'])}>
          {error !== null && <Icon of={CircleAlert} size="s" />}
          <span role={error !== null ? 'alert' : undefined}>{error ?? hint}</span>
          {error !== null && fix}
        </div>
      )}
    </div>
  );
}
