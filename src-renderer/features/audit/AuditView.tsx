import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { ViewHeader } from '../../app/frame/ViewHeader';
import { useLayoutValue } from '../../app/state/layout';
import { useProject } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import { useMinute } from '../../app/use-minute';
import { commonSentences } from '../../app/words';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { EmptyState } from '../../ui/EmptyState';
import { FailureNotice } from '../../ui/FailureNotice';
import { Notice } from '../../ui/Notice';
import { Segments } from '../../ui/Segments';
import { Skeleton } from '../../ui/Skeleton';
import styles from './AuditView.module.css';
import { chainWords } from './audit.logic';
import { RunRow } from './RunRow';

const PLACES = [
  { value: 'project', label: 'This project' },
  { value: 'all', label: 'All projects' },
] as const;
type Place = (typeof PLACES)[number]['value'];
const PAGE = 50;
const MOST = 500;

/** Who ran what, when, from which trigger, how it ended and what was taken out; and whether the log is as it was written. */
export function AuditView() {
  const project = useProject()?.path;
  const nowMs = useMinute();
  const [kept, keepPlace] = useLayoutValue<Place>('audit_place', (value) =>
    value === 'all' ? 'all' : 'project',
  );
  const [limit, setLimit] = useState(PAGE);
  const place = project === undefined || kept === 'all' ? {} : { project };
  const runs = useQueryEntry('audit.list', { ...place, limit, offset: 0 }, { keepPrevious: true });
  const chain = useQueryEntry('audit.verify', place, { keepPrevious: true });
  const failure = runs.error ?? chain.error;
  const words = failure === null ? null : commonSentences(failure.failure);
  const again = () => {
    void runs.refetch();
    void chain.refetch();
  };
  const page = runs.data;
  const isEmpty = page !== undefined && page.runs.length === 0 && words === null;

  return (
    <>
      <ViewHeader title="Audit log">
        {project !== undefined && (
          <Segments label="Runs of" value={kept} choices={PLACES} onChange={keepPlace} />
        )}
        <Button icon={ShieldCheck} isLoading={chain.isFetching} loadingLabel="Checking…" onClick={again}>
          Check again
        </Button>
      </ViewHeader>
      <div className={classNames(styles['page'], isEmpty && styles['centre'])}>
        {words !== null && <FailureNotice words={words} />}
        {chain.data !== undefined && page?.total !== 0 && <Chain words={chainWords(chain.data.logs)} />}
        {page === undefined && words === null && <Skeleton lines={8} label="Reading the audit log" />}
        {page !== undefined && page.runs.length === 0 && (
          <EmptyState
            title="Nothing has run yet"
            actions={
              project !== undefined && (
                <>
                  <Button variant="primary" onClick={() => openOverlay('new-session')}>
                    New session…
                  </Button>
                  {kept === 'project' && <Button onClick={() => keepPlace('all')}>Show all projects</Button>}
                </>
              )
            }
          >
            Every run of Claude that the console starts is written down here when it begins and once more when
            it ends.
          </EmptyState>
        )}
        {page !== undefined && page.runs.length > 0 && (
          <>
            <table className={styles['table']} aria-label="Runs">
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">What</th>
                  <th scope="col">Bead</th>
                  <th scope="col">Agent</th>
                  <th scope="col">Begun</th>
                  <th scope="col">Outcome</th>
                  <th scope="col" className={styles['number']}>
                    Took
                  </th>
                  <th scope="col" className={styles['number']}>
                    Tools
                  </th>
                  <th scope="col" className={styles['number']}>
                    Taken out
                  </th>
                </tr>
              </thead>
              <tbody>
                {page.runs.map((run) => (
                  <RunRow key={run.run_id} run={run} nowMs={nowMs} />
                ))}
              </tbody>
            </table>
            <p className={styles['foot']} role="status">
              {page.has_more
                ? `The newest ${page.runs.length} of ${page.total} runs.`
                : `${page.total} in all.`}
              {page.has_more && limit < MOST && (
                <Button size="s" onClick={() => setLimit(Math.min(MOST, limit + PAGE))}>
                  Show more
                </Button>
              )}
            </p>
          </>
        )}
      </div>
    </>
  );
}

function Chain({ words }: { readonly words: ReturnType<typeof chainWords> }) {
  if (words.isWhole) return <p className={styles['chain']}>{words.title}</p>;
  return (
    <div className={styles['chain']}>
      <Notice tone="broken" title={words.title} details={words.faults.join('\n')} isAnnounced>
        {words.faults[0]} What the console shows is read from the log as it is now; the replica in the data
        folder may hold it as it was.
      </Notice>
    </div>
  );
}
