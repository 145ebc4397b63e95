import { useState } from 'react';
import styles from './Tool.module.css';

/** As plain text; where the clipboard is refused it says so. */
export function CopyText({ text }: { text: string }) {
  const [words, setWords] = useState('Copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setWords('Copied');
    } catch {
      setWords('Select it by hand');
    }
  };
  return (
    <button
      type="button"
      className={styles['link']}
      onClick={() => void copy()}
      onBlur={() => setWords('Copy')}
    >
      {words}
    </button>
  );
}
