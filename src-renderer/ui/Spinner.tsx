import styles from './Spinner.module.css';

/** A turning arc that shows itself after 150 ms: what is quick does not flicker. */
export function Spinner() {
  return (
    <svg className={styles['spinner']} viewBox="0 0 16 16" aria-hidden="true">
      <circle
        cx="8"
        cy="8"
        r="6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeDasharray="26 12"
      />
    </svg>
  );
}
