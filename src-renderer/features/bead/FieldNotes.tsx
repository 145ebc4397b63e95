import type { ReactNode } from 'react';
import type { Sentences } from '../../app/words';
import { FailureNotice } from '../../ui/FailureNotice';
import styles from './BeadFields.module.css';

export function Failure({ of: failure, actions }: { of: Sentences | null; actions?: ReactNode }) {
  if (failure === null) return null;
  return <FailureNotice words={failure} actions={actions} />;
}

/** Quiet: the editor keeps its text and the focus. */
export function ChangedElsewhere({ isShown }: { isShown: boolean }) {
  return (
    <div role="status" className={styles['elsewhere']}>
      {isShown && 'Somebody else changed this meanwhile. Your text stays; saving shows both.'}
    </div>
  );
}
