import { navigate } from '../../app/state/route';
import { costWords, countWords } from '../../app/usage-words';
import { useAfterStart } from '../../app/use-after-start';
import styles from './Today.module.css';
import { useFigures } from './use-figures';

/** What was used since the machine's midnight, in all projects: nobody pays per project. */
export function Today({ isRail }: { isRail: boolean }) {
  const isStarted = useAfterStart();
  const { figures } = useFigures({ period: '1d' }, isStarted);
  if (isRail || figures === undefined || figures.total.total_tokens === 0) return null;
  const { cost_micro_usd, total_tokens } = figures.total;
  return (
    <button type="button" className={styles['today']} onClick={() => navigate('dashboard')}>
      <span>Today</span>
      <span className={styles['figures']}>
        <b>{costWords(cost_micro_usd)}</b> · {countWords(total_tokens)} tokens
      </span>
    </button>
  );
}
