import { Check as CheckIcon, CircleX, Minus, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/Button';
import { classNames } from '../../../ui/class-names';
import { Icon } from '../../../ui/Icon';
import { Notice } from '../../../ui/Notice';
import styles from './Resume.module.css';
import type { Check, CheckLine as Line } from './resume-checks.logic';

const ICONS = { good: CheckIcon, odd: TriangleAlert, bad: CircleX, unknown: Minus } as const;

type CheckLineProps = {
  line: Line;
  checks: readonly Check[];
  isChecking: boolean;
  onCheckAgain: () => void;
};

export function CheckLine({ line, checks, isChecking, onCheckAgain }: CheckLineProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (line.tone === 'broken')
    return (
      <Notice
        tone="broken"
        title={line.words}
        details={line.details}
        isAnnounced
        actions={
          <Button size="s" isLoading={isChecking} loadingLabel="Checking…" onClick={onCheckAgain}>
            Check again
          </Button>
        }
      >
        {line.more}
      </Notice>
    );
  return (
    <div className={classNames(styles['checks'], styles[line.tone])}>
      <div className={styles['check']} role="status">
        <Icon of={line.tone === 'good' ? CheckIcon : TriangleAlert} size="s" />
        <span>{line.words}</span>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {checks.length} checks
        </button>
      </div>
      {isOpen && (
        <ul id={id} className={styles['each']}>
          {checks.map(({ name, state, words }) => (
            <li key={name}>
              <Icon of={ICONS[state]} size="s" />
              {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
