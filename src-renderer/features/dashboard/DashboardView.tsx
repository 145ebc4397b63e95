import { UNASSOCIATED } from '@domain/history/project-map';
import type { ResultOrder } from '@domain/history/record';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { ViewHeader } from '../../app/frame/ViewHeader';
import { ActionItem } from '../../app/keymap/ActionItem';
import { projectWords } from '../../app/project-words';
import { keepLayout, useLayoutValue } from '../../app/state/layout';
import { useProject } from '../../app/state/project';
import { navigate } from '../../app/state/route';
import { costWords, modelWords } from '../../app/usage-words';
import { commonSentences } from '../../app/words';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { FailureNotice } from '../../ui/FailureNotice';
import { Menu } from '../../ui/Menu';
import { Segments } from '../../ui/Segments';
import { Skeleton } from '../../ui/Skeleton';
import { saveText } from '../../ui/save-text';
import { useBeads, useOpenBead } from '../bead';
import { Chart } from './Chart';
import chart from './Chart.module.css';
import styles from './DashboardView.module.css';
import { DayTile } from './DayTile';
import {
  barsWords,
  colouredModels,
  csvOf,
  daysShown,
  lengthOf,
  MOST_DAYS,
  PERIODS,
  type PeriodChoice,
  periodOf,
} from './dashboard.logic';
import { ModelTable } from './ModelTable';
import { NoFigures } from './NoFigures';
import { type Place, ProjectChoice } from './ProjectChoice';
import { partOf, searchFor, searchForDay } from './sessions-behind.logic';
import { AgentTable, BeadTable } from './Tables';
import { Totals } from './Totals';
import { UsageTable } from './UsageTable';
import { useDashboardActions } from './use-dashboard-actions';
import { useFigures } from './use-figures';

export function DashboardView() {
  const project = useProject()?.path;
  const [choice, keepChoice] = useLayoutValue<PeriodChoice>(
    'dashboard_period',
    (kept) => PERIODS.find(({ value }) => value === kept)?.value ?? '30',
  );
  const [place, keepPlace] = useLayoutValue<Place>('dashboard_place', (kept) =>
    typeof kept === 'string' ? kept : 'project',
  );
  const period = periodOf(choice);
  const own = place === 'all' ? null : place === 'project' ? (project ?? null) : place;
  const isOfOther = own !== null && own !== project;
  const { figures, failure, isReading, refetch } = useFigures({
    ...(period === undefined ? {} : { period }),
    ...(own === null ? {} : { project: own }),
  });
  const { costs, counts, isCut } = useMemo(() => daysShown(figures), [figures]);
  const firstDay = figures?.first_day ?? null;
  const beads = useBeads();
  const openBead = useOpenBead();
  const titles = useMemo(
    () => new Map((beads.value?.beads ?? []).map(({ id, title }) => [id as string, title])),
    [beads.value],
  );
  const find = (search: string) => navigate('history', encodeURIComponent(search));
  const openOne = (id: string) =>
    navigate('history', `${encodeURIComponent(searchFor(null, firstDay, own))}/${encodeURIComponent(id)}`);
  const open = (part: string | null) => find(searchFor(part, firstDay, own));
  const openDay = (day: string | null) => find(searchForDay(day, own));
  const openInOrder = (order: ResultOrder) => {
    keepLayout({ history_order: order });
    open(null);
  };
  const words = failure === null ? null : commonSentences(failure);
  const stem = `beads-console-${choice === 'all' ? 'all' : `${choice}-days`}`;
  const save =
    figures === undefined
      ? null
      : (format: 'csv' | 'json') =>
          format === 'csv'
            ? saveText(`${stem}.csv`, 'text/csv', csvOf(figures))
            : saveText(`${stem}.json`, 'application/json', `${JSON.stringify(figures, null, 2)}\n`);
  const notYet = save === null ? 'The figures are not there yet' : null;
  useDashboardActions({ onPeriod: keepChoice, onPlace: keepPlace, save });

  return (
    <>
      <ViewHeader title="Dashboard">
        <ProjectChoice place={place} project={project} onChange={keepPlace} />
        <Segments label="Period" value={choice} choices={PERIODS} onChange={keepChoice} />
        <Menu align="end" trigger={<Button icon={Download}>Save</Button>}>
          <ActionItem id="dashboard.save-csv" disabledReason={notYet}>
            As CSV
          </ActionItem>
          <ActionItem id="dashboard.save-json" disabledReason={notYet}>
            As JSON
          </ActionItem>
        </Menu>
      </ViewHeader>
      <div
        className={classNames(
          styles['page'],
          figures?.total.sessions === 0 && words === null && styles['centre'],
        )}
      >
        {words !== null && (
          <FailureNotice
            words={words}
            actions={
              <Button size="s" onClick={refetch}>
                Try again
              </Button>
            }
          />
        )}
        {figures === undefined && words === null && <Skeleton lines={8} label="Adding up" />}
        {figures !== undefined && figures.total.sessions === 0 && (
          <NoFigures
            isReading={isReading}
            onAllTime={choice === 'all' ? null : () => keepChoice('all')}
            onAllProjects={own === null ? null : () => keepPlace('all')}
          />
        )}
        {figures !== undefined && figures.total.sessions > 0 && (
          <div className={styles['grid']}>
            <Totals
              figures={figures}
              days={lengthOf(figures)}
              onSearch={open}
              onOrder={openInOrder}
              onSession={openOne}
            />
            <DayTile
              title="Cost by day"
              className={classNames(styles['tile'], styles['wide'])}
              figures={figures}
              onDay={openDay}
              summary={barsWords(costs, costWords)}
              legend={
                <span className={styles['legend']}>
                  {isCut && <span>the last {MOST_DAYS} days</span>}
                  {colouredModels(figures).map((model, index) => (
                    <span key={model}>
                      <i className={classNames(styles['swatch'], chart[`c${index + 1}`])} />
                      {modelWords(model) || 'Not named'}
                    </span>
                  ))}
                </span>
              }
            >
              <Chart
                bars={costs}
                label={`Cost by day, ${costWords(figures.total.cost_micro_usd)} in all`}
                least={10_000}
                words={costWords}
                tickWords={(cost) => costWords(cost).replace(/\.00$/, '')}
                onDay={openDay}
              />
            </DayTile>
            <DayTile
              title="Sessions per day"
              className={classNames(styles['tile'], styles['side'])}
              figures={figures}
              onDay={openDay}
              summary={barsWords(counts, String)}
              legend={isCut && <span className={styles['legend']}>the last {MOST_DAYS} days</span>}
            >
              <Chart
                bars={counts}
                label={`Sessions per day, ${figures.total.sessions} in all`}
                least={1}
                words={String}
                onDay={openDay}
              />
            </DayTile>
            <BeadTable
              figures={figures}
              titleOf={(bead) => titles.get(bead) ?? null}
              onBead={isOfOther ? (bead) => open(partOf('bead', bead)) : openBead}
              onSearch={open}
            />
            <ModelTable figures={figures} onSearch={open} />
            <AgentTable figures={figures} onSearch={open} />
            {place === 'all' && (
              <section className={classNames(styles['tile'], styles['full'])} aria-label="Cost by project">
                <header className={styles['head']}>
                  <h2>Cost by project</h2>
                </header>
                <UsageTable
                  label="Projects"
                  first="Project"
                  rows={figures.projects}
                  nameOf={(path) => (path === null ? 'No project' : projectWords(path))}
                  onOpen={(path) => open(partOf('project', path ?? UNASSOCIATED))}
                />
              </section>
            )}
          </div>
        )}
      </div>
    </>
  );
}
