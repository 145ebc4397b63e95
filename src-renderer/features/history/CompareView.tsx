import type { HistorySession } from '@domain/history/record';
import type { SessionId } from '@domain/ids';
import { ArrowLeft } from 'lucide-react';
import { useId, useMemo } from 'react';
import { navigate } from '../../app/state/route';
import { useQueryEntry } from '../../bridge/react';
import { EmptyState } from '../../ui/EmptyState';
import { FailureNotice } from '../../ui/FailureNotice';
import { IconButton } from '../../ui/IconButton';
import { Skeleton } from '../../ui/Skeleton';
import styles from './CompareView.module.css';
import { compareRows } from './compare.logic';
import { historySentences } from './history-errors';
import { placeLink } from './history-route.logic';
import { historyTitle, whenWords } from './history-words.logic';
import { TranscriptTab } from './TranscriptTab';
import { useAskAgain } from './use-ingest';

const MOST = 200;

/** `#/compare/<session>/<session>`: two sessions of a piece of work, figure by figure and word by word. */
export function CompareView({ rest }: { rest: string }) {
  const [left = '', right = ''] = rest.split('/');
  const one = useQueryEntry('history.show', { id: left as SessionId }, { isEnabled: left !== '' });
  const other = useQueryEntry('history.show', { id: right as SessionId }, { isEnabled: right !== '' });
  useAskAgain(one.refetch);
  useAskAgain(other.refetch);
  const bead = one.data?.bead_id ?? other.data?.bead_id ?? null;
  const { data: kin } = useQueryEntry(
    'history.results',
    { text: bead === null ? '' : `bead:${bead}`, order: 'oldest', limit: MOST },
    { isEnabled: bead !== null },
  );
  const choices = kin?.results.map(({ session }) => session) ?? [];
  const failure = one.error?.failure ?? other.error?.failure ?? null;
  const words = failure === null ? null : historySentences(failure);
  if (left === '' || right === '')
    return (
      <EmptyState title="Two sessions side by side">
        Open a bead that had two sessions, and choose Compare.
      </EmptyState>
    );
  return (
    <div className={styles['view']}>
      <header className={styles['head']}>
        <IconButton
          icon={ArrowLeft}
          size="s"
          label="To the history"
          onClick={() => navigate('history', bead === null ? '' : encodeURIComponent(`bead:${bead}`))}
        />
        <h1>Compare{bead === null ? '' : ` the sessions of ${bead}`}</h1>
      </header>
      {words !== null && (
        <div className={styles['notice']}>
          <FailureNotice words={words} />
        </div>
      )}
      {one.data === undefined || other.data === undefined ? (
        words === null && <Skeleton lines={8} label="Opening both" />
      ) : (
        <>
          <Figures one={one.data} other={other.data} />
          <div className={styles['sides']}>
            <Side
              session={one.data}
              name="First session"
              choices={choices}
              onChoose={(id) => navigate('compare', `${id}/${right}`)}
            />
            <Side
              session={other.data}
              name="Second session"
              choices={choices}
              onChoose={(id) => navigate('compare', `${left}/${id}`)}
            />
          </div>
        </>
      )}
    </div>
  );
}

function Figures({ one, other }: { one: HistorySession; other: HistorySession }) {
  const rows = useMemo(() => compareRows(one, other), [one, other]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={styles['figures']} aria-label="Figures of both" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Session</th>
            {rows.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[one, other].map((session, side) => (
            <tr key={session.id}>
              <th scope="row" className="cut">
                {historyTitle(session)}
              </th>
              {rows.map(({ name, values, least }) => (
                <td key={name} className={least === side ? styles['least'] : undefined}>
                  {values[side]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type SideProps = {
  readonly session: HistorySession;
  readonly name: string;
  readonly choices: readonly HistorySession[];
  readonly onChoose: (id: string) => void;
};

function Side({ session, name, choices, onChoose }: SideProps) {
  const id = useId();
  const all = choices.some((each) => each.id === session.id) ? choices : [session, ...choices];
  const nowMs = Date.now();
  const place = { query: '', session: session.id, message: null, agent: null };
  const link = (message: string) => placeLink({ ...place, message });
  return (
    <section className={styles['side']} aria-label={name}>
      <label className={styles['choice']} htmlFor={id}>
        <h2>{name}</h2>
        <select id={id} value={session.id} onChange={(event) => onChoose(event.target.value)}>
          {all.map((each) => (
            <option key={each.id} value={each.id}>
              {`${whenWords(each, nowMs)} · ${historyTitle(each)}`}
            </option>
          ))}
        </select>
      </label>
      <TranscriptTab
        key={session.id}
        session={session}
        place={place}
        words=""
        at={null}
        onTotal={ignore}
        linkOf={link}
        which={name}
      />
    </section>
  );
}

const ignore = () => {};
