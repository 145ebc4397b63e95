import type { Check } from '@domain/doctor';
import { Check as CheckMark, TriangleAlert, X } from 'lucide-react';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { classNames } from '../../ui/class-names';
import { Icon, type IconType } from '../../ui/Icon';
import styles from './CheckList.module.css';
import { consequence, isCommand, verdictWord } from './verdict.logic';

const ICONS: Record<Check['verdict'], IconType> = {
  ok: CheckMark,
  warning: TriangleAlert,
  missing: X,
  failed: X,
};

type CheckListProps = { checks: readonly Check[]; onCheckAgain: () => void; isChecking: boolean };

export function CheckList({ checks, onCheckAgain, isChecking }: CheckListProps) {
  return (
    <ul className={styles['list']}>
      {checks.map((check) => (
        <li key={check.id} className={classNames(styles['check'], styles[check.verdict])}>
          <Icon of={ICONS[check.verdict]} className={styles['icon']} />
          <span className="visually-hidden">{verdictWord(check.verdict)}:</span>
          <div className={styles['body']}>
            <div className={styles['line']}>
              <span>{check.name}</span>
              <span className={classNames(styles['found'], 'cut')} title={check.found}>
                {check.found}
              </span>
            </div>
            {consequence(check) !== null && <p className={styles['why']}>{consequence(check)}</p>}
            {check.fix !== null && (
              <Fix fix={check.fix} name={check.name} onCheckAgain={onCheckAgain} isChecking={isChecking} />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

type FixProps = { fix: string; name: string; onCheckAgain: () => void; isChecking: boolean };

function Fix({ fix, name, onCheckAgain, isChecking }: FixProps) {
  return (
    <div className={styles['fix']}>
      {isCommand(fix) ? (
        <code className={styles['command']}>{fix}</code>
      ) : (
        <p className={styles['why']}>{fix}</p>
      )}
      {isCommand(fix) && <CopyButton text={fix} />}
      <Button size="s" variant="quiet" isLoading={isChecking} loadingLabel="Checking…" onClick={onCheckAgain}>
        Check again
        <span className="visually-hidden">for {name}</span>
      </Button>
    </div>
  );
}
