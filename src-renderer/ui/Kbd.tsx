import styles from './Kbd.module.css';

export function Kbd({ keys, isCapped = false }: { keys: string; isCapped?: boolean }) {
  return <kbd className={isCapped ? styles['cap'] : styles['kbd']}>{keys}</kbd>;
}
