import styles from './ProjectSwitcher.module.css';

export function Logo() {
  return (
    <span className={styles['logo']}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 13.5C6 6 14 6 17 13.5" fill="none" stroke="currentColor" strokeWidth="1.3" opacity=".7" />
        <circle cx="4" cy="11.6" r="2.1" fill="currentColor" />
        <circle cx="10" cy="8" r="2.9" fill="currentColor" />
        <circle cx="16" cy="11.6" r="2.1" fill="currentColor" />
      </svg>
    </span>
  );
}
