import styles from './WelcomeView.module.css';

export function BeadString() {
  return (
    <svg viewBox="0 0 232 44" aria-hidden="true" className={styles['string']}>
      <path d="M0 10C50 40 182 40 232 10" className={styles['thread']} />
      <g strokeWidth="2">
        <circle cx="38.5" cy="24.4" r="6" className={styles['closed']} />
        <circle cx="62.7" cy="28.9" r="6" className={styles['closed']} />
        <circle cx="94.2" cy="31.9" r="8" className={styles['paused']} />
        <circle cx="131" cy="32.2" r="10" className={styles['active']} />
        <circle cx="166.7" cy="29.3" r="8" className={styles['waiting']} />
        <circle cx="193.5" cy="24.4" r="6" className={styles['draft']} />
      </g>
    </svg>
  );
}
