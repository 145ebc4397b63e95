import { useId } from 'react';
import styles from './Resume.module.css';

type ResumePromptProps = {
  text: string;
  isDefault: boolean;
  onChange: (text: string) => void;
  onDefault: () => void;
};

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
        rows={Math.min(12, Math.max(4, text.split('\n').length + 1))}
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
