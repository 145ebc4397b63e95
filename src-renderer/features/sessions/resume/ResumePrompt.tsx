import { useId } from 'react';
import styles from './Resume.module.css';

type ResumePromptProps = {
  text: string;
  isDefault: boolean;
  onChange: (text: string) => void;
  onDefault: () => void;
};

const LETTERS_IN_A_ROW = 76;

/** As high as what stands in it, in a dialog of this width. */
function rowsOf(text: string): number {
  const rows = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_IN_A_ROW)), 0);
  return Math.min(12, Math.max(4, rows));
}

export function ResumePrompt({ text, isDefault, onChange, onDefault }: ResumePromptProps) {
  const id = useId();
  return (
    <div>
      <div className={styles['label']}>
        <label htmlFor={id}>Claude will read</label>
        {!isDefault && (
          <button type="button" className={styles['link']} onClick={onDefault}>
            Back to the default
          </button>
        )}
      </div>
      <textarea
        id={id}
        className={styles['prompt']}
        rows={rowsOf(text)}
        value={text}
        maxLength={100_000}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className={styles['hint']}>
        {text.trim() === '' ? 'Nothing is said: Claude waits for your first prompt.' : ''}
      </p>
    </div>
  );
}
