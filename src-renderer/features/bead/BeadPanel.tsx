import { graphOf } from '@domain/bead/bead-graph';
import { readinessIn } from '@domain/bead/readiness';
import type { Bead } from '@domain/bead/record';
import type { BeadsSnapshot } from '@domain/tracker-state';
import { useDeferredValue, useMemo, useState } from 'react';
import type { PanelContentProps } from '../../app/feature';
import { useMinute } from '../../app/use-minute';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { EmptyState } from '../../ui/EmptyState';
import { Skeleton } from '../../ui/Skeleton';
import { BeadBar } from './BeadBar';
import { BeadFields } from './BeadFields';
import styles from './BeadPanel.module.css';
import { BeadSessions } from './BeadSessions';
import { Branch } from './Branch';
import { blockWords } from './bead-words.logic';
import { Children } from './Children';
import { Comments } from './Comments';
import { Dependencies } from './Dependencies';
import { FIELD_LABELS, type LongFieldName } from './fields.logic';
import { History } from './History';
import { LongField } from './LongField';
import { linksOf } from './links.logic';
import { useBeads } from './use-beads';
import { writeBar } from './write-bar';

export function BeadPanel({ argument, close }: PanelContentProps) {
  const { value, status } = useBeads();
  const bead = useMemo(() => value?.beads.find((each) => each.id === argument), [value?.beads, argument]);
  if (value !== null && bead !== undefined) return <OneBead bead={bead} snapshot={value} close={close} />;
  if (value === null && status === 'waiting') return <Skeleton />;
  return (
    <EmptyState title="This bead is not here any more" actions={<Button onClick={close}>Close panel</Button>}>
      It was deleted, or its id changed. The board shows what there is.
    </EmptyState>
  );
}

const LONG: readonly LongFieldName[] = ['description', 'design', 'acceptance_criteria', 'notes'];

function useStanding(bead: Bead, snapshot: BeadsSnapshot, nowMs: number) {
  const beads = useDeferredValue(snapshot.beads);
  const { tracker } = snapshot;
  const readiness = useMemo(
    () => (tracker.type === 'open' ? readinessIn(graphOf(beads), tracker.info.rules, nowMs) : null),
    [beads, tracker, nowMs],
  );
  const block = readiness?.blocked.get(bead.id);
  const isReady = readiness?.ready.includes(bead.id) ?? false;
  const waits = readiness === null || block === undefined ? null : blockWords(readiness.blocked, bead.id);
  return { isReady, waits };
}

type OneBeadProps = { bead: Bead; snapshot: BeadsSnapshot; close: () => void };

function OneBead({ bead, snapshot, close }: OneBeadProps) {
  const nowMs = useMinute();
  const bar = writeBar(snapshot);
  const { isReady, waits } = useStanding(bead, snapshot, nowMs);
  const links = useMemo(() => linksOf(snapshot.beads, bead.id), [snapshot.beads, bead.id]);
  const parent = useMemo(
    () => snapshot.beads.find((each) => each.id === links.parent) ?? null,
    [snapshot.beads, links.parent],
  );
  const [added, setAdded] = useState<LongFieldName | null>(null);
  const missing = LONG.filter((field) => (bead[field] ?? '') === '' && field !== added);
  const hasHistory = snapshot.tracker.type === 'open' && snapshot.tracker.info.capabilities.history;
  return (
    <div className={styles['panel']}>
      <BeadBar bead={bead} bar={bar} isReady={isReady} waits={waits} close={close} />
      <div className={styles['body']}>
        {LONG.map((field) => (
          <LongField
            key={field}
            bead={bead}
            field={field}
            bar={bar}
            isNew={field === added}
            onLeave={() => setAdded(null)}
          />
        ))}
        {missing.length > 0 && (
          <div className={classNames(styles['acts'], styles['flush'])}>
            {missing.map((field) => (
              <Button
                key={field}
                size="s"
                variant="quiet"
                disabledReason={bar}
                onClick={() => setAdded(field)}
              >
                {`Add ${FIELD_LABELS[field].toLowerCase()}`}
              </Button>
            ))}
          </div>
        )}
        <section className={styles['part']} aria-label="Fields">
          <h3>Fields</h3>
          <BeadFields bead={bead} snapshot={snapshot} bar={bar} parent={parent} nowMs={nowMs} />
        </section>
        {links.children.length > 0 && <Children links={links.children} />}
        <Dependencies bead={bead} beads={snapshot.beads} links={links} bar={bar} />
        <Comments bead={bead} bar={bar} nowMs={nowMs} />
        <BeadSessions beadId={bead.id} />
        <Branch bead={bead} />
        {hasHistory && <History bead={bead} nowMs={nowMs} />}
      </div>
    </div>
  );
}
