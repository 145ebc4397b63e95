import { suggestBranchName } from '@domain/bead/branch-name';
import type { Bead } from '@domain/bead/record';
import { CopyButton } from '../../ui/CopyButton';
import styles from './BeadPanel.module.css';

export function Branch({ bead }: { bead: Bead }) {
  const name = suggestBranchName(bead);
  return (
    <section className={styles['part']} aria-label="Branch">
      <h3>Branch name to use</h3>
      <div className={styles['branch']}>
        <code>{name}</code>
        <CopyButton text={name} />
      </div>
    </section>
  );
}
