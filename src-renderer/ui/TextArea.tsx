import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names';
import styles from './Field.module.css';

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  readonly label: string;
  readonly hint?: ReactNode;
};

export function TextArea({ label, hint, className, ...rest }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={classNames(styles['field'], className)}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <div className={styles['box']}>
        <textarea
          {...rest}
          id={id}
          aria-describedby={hint === undefined ? undefined : noteId}
          className={classNames(styles['input'], styles['area'])}
        />
      </div>
      {hint !== undefined && (
        <div id={noteId} className={styles['note']}>
          {hint}
        </div>
      )}
    </div>
  );
}
