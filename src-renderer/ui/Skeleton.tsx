import styles from './Skeleton.module.css';

/** Three bars in the place of the text. Shows itself after 150 ms; the caller gives it the height of the real thing. */
export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className={styles['skeleton']} role="status" aria-label={label} data-loading="">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity but their place
        <span key={index} className={styles['bar']} />
      ))}
    </div>
  );
}
