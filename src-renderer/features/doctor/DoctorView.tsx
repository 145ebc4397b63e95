import { RefreshCw } from 'lucide-react';
import { ViewHeader } from '../../app/frame/ViewHeader';
import { useAppInfo } from '../../app/state/app-info';
import { commonSentences } from '../../app/words';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { FailureNotice } from '../../ui/FailureNotice';
import { Skeleton } from '../../ui/Skeleton';
import { CheckList } from './CheckList';
import styles from './DoctorView.module.css';
import { summary } from './verdict.logic';

export function DoctorView() {
  const { version, shell, data_folder, pid } = useAppInfo();
  const { data, error, refetch, isFetching } = useQueryEntry('app.doctor', {});
  const again = () => void refetch();
  const words = error === null ? null : commonSentences(error.failure);
  return (
    <>
      <ViewHeader title="Doctor">
        <Button icon={RefreshCw} isLoading={isFetching} loadingLabel="Checking…" onClick={again}>
          Check again
        </Button>
      </ViewHeader>
      <div className={styles['page']}>
        <div className={styles['column']}>
          {words !== null && <FailureNotice words={words} />}
          {data && (
            <>
              <p role="status" className={styles['summary']}>
                {summary(data)}
              </p>
              <CheckList checks={data.checks} />
            </>
          )}
          {data === undefined && words === null && <Skeleton lines={6} label="Looking at this computer" />}
          <dl className={styles['facts']}>
            <dt>Version</dt>
            <dd>{version}</dd>
            <dt>Window</dt>
            <dd>{shell === 'electron' ? 'Desktop app' : 'Browser'}</dd>
            <dt>Process</dt>
            <dd>{pid}</dd>
            <dt>Data folder</dt>
            <dd>
              <code>{data_folder}</code>
            </dd>
          </dl>
        </div>
      </div>
    </>
  );
}
