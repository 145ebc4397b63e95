import { askableText, readHistoryQuery } from '@domain/history/history-query';
import { UNASSOCIATED } from '@domain/history/project-map';
import type { HistoryResult, HistoryTotals, ResultOrder } from '@domain/history/record';
import { ArrowDownUp, Ellipsis } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { ActionItem } from '../../app/keymap/ActionItem';
import { useLayoutValue } from '../../app/state/layout';
import { useProject } from '../../app/state/project';
import { durationWords } from '../../app/time-words';
import { costWords, countWords } from '../../app/usage-words';
import { useMinute } from '../../app/use-minute';
import { useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { FailureNotice } from '../../ui/FailureNotice';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { Skeleton } from '../../ui/Skeleton';
import { FilterBar } from './FilterBar';
import styles from './HistoryView.module.css';
import { historySentences } from './history-errors';
import { count } from './history-words.logic';
import { NoResults } from './NoResults';
import { ReadingLine } from './ReadingLine';
import { ResultList } from './ResultList';
import { SavedSearches, useSavedSearches } from './SavedSearches';
import { SearchBox } from './SearchBox';
import { useIngest } from './use-ingest';
import { useResults } from './use-results';
import { useResultsActions } from './use-results-actions';

const ORDERS: readonly { readonly value: ResultOrder; readonly name: string }[] = [
  { value: 'newest', name: 'Newest first' },
  { value: 'oldest', name: 'Oldest first' },
  { value: 'hits', name: 'Most hits' },
  { value: 'cost', name: 'Highest cost' },
  { value: 'time', name: 'Longest' },
  { value: 'tokens', name: 'Most tokens' },
];

const STALE_MS = 30_000;

export type ResultsPaneProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly openId: string | null;
  readonly onOpen: (result: HistoryResult) => void;
  readonly isNarrow: boolean;
  readonly isHidden: boolean;
};

export function ResultsPane(props: ResultsPaneProps) {
  const { text, onText, openId, onOpen, isNarrow, isHidden } = props;
  const project = useProject()?.path ?? null;
  const nowMs = useMinute();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [order, keepOrder] = useLayoutValue<ResultOrder>(
    'history_order',
    (kept) => ORDERS.find(({ value }) => value === kept)?.value ?? 'newest',
  );
  // What is wrong or still being typed is told beside the box; the rest is looked for meanwhile.
  const asked = useMemo(() => askableText(text, readHistoryQuery(text, Date.now())), [text]);
  const found = useResults(asked, order);
  const { status, isReading } = useIngest();
  const values = useValues(isReading);
  const saved = useSavedSearches();
  const total = found.totals?.sessions ?? 0;
  useResultsActions({ field, text: asked, total });
  const orderName = ORDERS.find(({ value }) => value === order)?.name ?? '';
  const words = found.failure === null ? null : historySentences(found.failure);
  const isEmpty = found.totals?.sessions === 0 && !found.isOld;
  return (
    <section
      className={classNames(styles['results'], isNarrow && styles['alone'], isHidden && styles['hidden'])}
      aria-label="Search results"
    >
      <header className={styles['head']}>
        <h1>History</h1>
        <span className={styles['aside']}>
          {headWords(
            found.totals,
            asked,
            values?.projects.filter((each) => each !== UNASSOCIATED).length ?? 0,
          )}
        </span>
        <SavedSearches saved={saved} onChoose={onText} />
        <ListMenu total={total} />
      </header>
      <SearchBox
        text={text}
        onChange={onText}
        values={values}
        field={field}
        isSaved={saved.has(text)}
        onSave={() => saved.toggle(text)}
        onLeave={() => list.current?.querySelector<HTMLElement>('button')?.focus()}
      />
      <FilterBar text={text} onChange={onText} values={values} />
      {found.totals !== null && found.totals.sessions > 0 && <Cards totals={found.totals} />}
      <div className={styles['line']}>
        <span role="status" aria-live="polite">
          {found.totals === null || found.totals.sessions === 0 ? '' : foundWords(found.totals)}
        </span>
        {!isEmpty && (
          <Menu
            align="end"
            trigger={
              <Button
                size="s"
                variant="quiet"
                icon={ArrowDownUp}
                data-action="history.order"
                aria-label={`Order: ${orderName}`}
              >
                {orderName}
              </Button>
            }
          >
            {ORDERS.map(({ value, name }) => (
              <MenuItem key={value} isChosen={value === order} onSelect={() => keepOrder(value)}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {words !== null && (
        <div className={styles['notice']}>
          <FailureNotice
            words={words}
            actions={
              <Button size="s" onClick={found.refetch}>
                Try again
              </Button>
            }
          />
        </div>
      )}
      {found.isWaiting && words === null && (
        <div className={styles['waiting']}>
          <Skeleton lines={9} label="Looking" />
        </div>
      )}
      {isEmpty && <NoResults text={asked} status={status} onText={onText} />}
      {found.results.length > 0 && (
        <ResultList
          list={list}
          results={found.results}
          total={found.totals?.sessions ?? found.results.length}
          openId={openId}
          nowMs={nowMs}
          project={project}
          onOpen={onOpen}
          onMore={found.more}
        />
      )}
      {status !== null && <ReadingLine status={status} />}
    </section>
  );
}

/** What can be done with all that was found, and with the history as a whole. */
function ListMenu({ total }: { total: number }) {
  const nothing = total === 0 ? 'Nothing was found' : null;
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} size="s" label="More for the history" />}>
      <ActionItem id="history.export-found" disabledReason={nothing}>
        Export {count(total, 'session')}…
      </ActionItem>
      <ActionItem id="history.trash-found" isDanger disabledReason={nothing}>
        Move what was found to the trash…
      </ActionItem>
      <ActionItem id="history.trash-all">Open the trash</ActionItem>
      <MenuSeparator />
      <ActionItem id="history.read">Read the history…</ActionItem>
      <ActionItem id="history.folders">Folders of the history…</ActionItem>
    </Menu>
  );
}

/** What filters can be set to, and again once more of the history has been read. */
function useValues(isReading: boolean) {
  const { data, refetch } = useQueryEntry('history.values', {}, { staleMs: STALE_MS });
  useEffect(() => {
    if (!isReading) void refetch();
  }, [isReading, refetch]);
  return data;
}

function headWords(totals: HistoryTotals | null, asked: string, projects: number): string {
  if (totals === null || asked !== '') return '';
  return `${count(totals.sessions, 'session')}, ${count(projects, 'project')}`;
}

function foundWords({ hits, sessions, is_capped }: HistoryTotals): string {
  if (hits === 0) return count(sessions, 'session');
  return `${is_capped ? 'The newest ' : ''}${count(hits, 'hit')} in ${count(sessions, 'session')}`;
}

function Cards({ totals }: { totals: HistoryTotals }) {
  const cards = [
    ['Sessions', totals.sessions.toLocaleString('en')],
    ['Active', durationWords(totals.active_ms)],
    ['Tokens', countWords(totals.total_tokens)],
    [totals.unpriced_tokens > 0 ? 'Cost, known prices' : 'Cost', costWords(totals.cost_micro_usd)],
  ] as const;
  return (
    <dl className={styles['cards']}>
      {cards.map(([name, value]) => (
        <div key={name} className={styles['card']}>
          <dt className="cut">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
