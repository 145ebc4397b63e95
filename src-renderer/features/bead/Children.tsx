import { BeadLinkRow } from './BeadLinkRow';
import linkStyles from './BeadLinks.module.css';
import styles from './BeadPanel.module.css';
import { type Link, progressWords } from './links.logic';

export function Children({ links }: { links: readonly Link[] }) {
  const closed = links.filter(({ bead }) => bead?.status === 'closed').length;
  return (
    <section className={styles['part']} aria-label="Children">
      <div className={styles['heading']}>
        <h3>Children</h3>
        <span className={styles['quiet']}>{progressWords(links)}</span>
      </div>
      <progress
        className={linkStyles['progress']}
        max={links.length}
        value={closed}
        aria-label={progressWords(links)}
      />
      <ul>
        {links.map((link) => (
          <BeadLinkRow key={link.id} link={link} />
        ))}
      </ul>
    </section>
  );
}
