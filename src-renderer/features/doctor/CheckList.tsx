import type { Check } from '@domain/doctor';
import { Check as CheckMark, TriangleAlert, X } from 'lucide-react';
import { navigate } from '../../app/state/route';
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

export function CheckList({ checks }: { checks: readonly Check[] }) {
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
            {check.fix !== null && <Fix fix={check.fix} />}
            <WayOut check={check} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const WAYS: Partial<Record<Check['id'], { readonly section: string; readonly words: string }>> = {
  claude: { section: 'claude', words: 'Say where Claude is' },
  'data-folder': { section: 'storage', words: 'See what is kept' },
};

/** To the place in the settings where it can be mended with one click. */
function WayOut({ check }: { check: Check }) {
  const way = check.verdict === 'ok' ? undefined : WAYS[check.id];
  if (way === undefined) return null;
  return (
    <Button
      size="s"
      variant="quiet"
      className={styles['way']}
      onClick={() => navigate('settings', way.section)}
    >
      {way.words}
    </Button>
  );
}

function Fix({ fix }: { fix: string }) {
  if (!isCommand(fix)) return <p className={styles['why']}>{fix}</p>;
  return (
    <div className={styles['fix']}>
      <code className={styles['command']}>{fix}</code>
      <CopyButton text={fix} />
    </div>
  );
}
