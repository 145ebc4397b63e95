import type { IngestStatus } from '@domain/history/record';
import { useEffect, useRef } from 'react';
import { navigate } from '../../app/state/route';
import { useSettings } from '../../app/state/settings';
import { costWords } from '../../app/usage-words';
import { useAfterStart } from '../../app/use-after-start';
import { useClient, useStream } from '../../bridge/react';
import { useOpenBead } from '../bead';
import { askTitle } from '../chat';
import { useFigures } from '../dashboard';
import { type SeenSession, titleOf, useOpenSession, useUnclosed } from '../sessions';
import { type Faces, facesOf, happeningsOf, isLong, passedMark } from './notices.logic';
import { useTell } from './use-tell';

/** Everything a person wants to hear of while looking elsewhere. Shows nothing itself. */
export function Notices() {
  const tell = useTell();
  const { budget } = useSettings();
  useSessionNotices(tell);
  useJobNotice(tell);
  return budget.month_usd === null && budget.bead_usd === null ? null : <BudgetNotices />;
}

type Tell = ReturnType<typeof useTell>;

function useSessionNotices(tell: Tell): void {
  const sessions = useUnclosed();
  const openSession = useOpenSession();
  const open = useRef(openSession);
  open.current = openSession;
  const before = useRef<Faces>(new Map());
  useEffect(() => {
    if (sessions === null) return;
    const words = { title: (session: SeenSession) => titleOf(session), ask: askTitle };
    for (const happening of happeningsOf(before.current, sessions, words)) {
      const session = sessions.find(({ id }) => id === happening.sessionId);
      tell(happening, session ? { label: 'Open', run: () => void open.current(session) } : null);
    }
    before.current = facesOf(sessions);
  }, [sessions, tell]);
}

const takeNew = (_before: IngestStatus, next: IngestStatus): IngestStatus => next;

function useJobNotice(tell: Tell): void {
  const isStarted = useAfterStart();
  // Also when nothing is read by itself: what a person asks for takes as long.
  const { value } = useStream('history.watch', {}, takeNew, { isFollowing: isStarted });
  const wasReading = useRef(false);
  useEffect(() => {
    const isReading = value?.state === 'reading';
    const last = value?.last ?? null;
    if (wasReading.current && !isReading && last !== null && isLong(last.duration_ms))
      tell(
        {
          kind: 'job',
          key: `backfill ${last.duration_ms} ${last.bytes}`,
          title: 'The history has been read',
          text: `${last.ingested.toLocaleString('en')} sessions${last.failed > 0 ? `, ${last.failed} with errors` : ''}.`,
          sessionId: null,
        },
        { label: 'History', run: () => navigate('history') },
      );
    wasReading.current = isReading;
  }, [value, tell]);
}

function BudgetNotices() {
  const tell = useTell();
  const client = useClient();
  const openBead = useOpenBead();
  const { budget, notices } = useSettings();
  const isStarted = useAfterStart();
  const { figures: thisMonth } = useFigures({ period: 'month' }, isStarted && budget.month_usd !== null);
  const { figures: ever } = useFigures({}, isStarted && budget.bead_usd !== null);
  const asked = useRef(new Set<string>());
  /** Once for each mark, in whatever window; a mark that nobody is told of is kept for when they want to be. */
  const say = async (key: string, title: string, text: string, open: { label: string; run: () => void }) => {
    if (asked.current.has(key)) return;
    asked.current.add(key);
    const claimed = await client.call('notices.claim', { key });
    if (claimed.ok && claimed.value.is_new) tell({ kind: 'budget', key, title, text, sessionId: null }, open);
    else if (!claimed.ok) asked.current.delete(key);
  };
  useEffect(() => {
    if (notices.budget === 'off') return;
    const spent = thisMonth?.total.cost_micro_usd ?? 0;
    const mark = passedMark(spent, budget.month_usd);
    if (mark !== null)
      void say(
        `month ${thisMonth?.first_day} ${budget.month_usd} ${mark}`,
        mark === 100 ? 'The budget of this month is used up' : '80 % of this month’s budget is used',
        `${costWords(spent)} of $${budget.month_usd}. Nothing is held back.`,
        { label: 'Dashboard', run: () => navigate('dashboard') },
      );
    for (const { key, cost_micro_usd } of ever?.beads ?? []) {
      const beadMark = key === null ? null : passedMark(cost_micro_usd, budget.bead_usd);
      if (key !== null && beadMark !== null)
        void say(
          `bead ${key} ${budget.bead_usd} ${beadMark}`,
          beadMark === 100 ? `${key} has used its budget` : `${key} has used 80 % of its budget`,
          `${costWords(cost_micro_usd)} of $${budget.bead_usd}. Nothing is held back.`,
          { label: 'Open', run: () => openBead(key) },
        );
    }
  });
  return null;
}
