import type { SessionsChange } from '@contract/sessions';
import type { DoingChange } from '@domain/session/doing';
import { applyDoing } from '@domain/session/doing-changes';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { useProject } from '../../app/state/project';
import type { StreamSnapshot } from '../../bridge/client';
import { replace, useStream } from '../../bridge/react';
import type { MarkState } from '../../ui/Mark';
import { type BeadWork, beadWork } from './bead-work.logic';
import { isAsking, isBusy, limitReset, markOf, type SeenSession, statusWords } from './session-words.logic';
import { withDoing } from './with-doing.logic';

type Snapshot = StreamSnapshot<'sessions.watch'>;

function fold(value: Snapshot, change: z.infer<typeof SessionsChange>): Snapshot {
  const id = change.type === 'changed' ? change.session.id : change.session_id;
  const others = value.sessions.filter((session) => session.id !== id);
  return { ...value, sessions: change.type === 'changed' ? [change.session, ...others] : others };
}

type AllDoing = StreamSnapshot<'sessions.doing'>;
const foldDoing = ({ doing }: AllDoing, change: DoingChange): AllDoing => ({
  doing: [...applyDoing(doing, change)],
});

const NO_DOING: AllDoing['doing'] = [];
type AllWaiting = StreamSnapshot<'sessions.waiting'>;
const NO_WAITING: AllWaiting['waiting'] = [];

/** Who waits for a place to run, of every project. */
export function useWaiting(): AllWaiting['waiting'] {
  return useStream('sessions.waiting', {}, replace).value?.waiting ?? NO_WAITING;
}

/** The open project's sessions, live, with what each does now; without a project, those of every open store. */
export function useSessions() {
  const project = useProject();
  const watched = useStream('sessions.watch', { project: project?.path }, fold);
  const { value: now } = useStream('sessions.doing', {}, foldDoing);
  const waiting = useWaiting();
  const { value } = watched;
  return {
    ...watched,
    value:
      value === null
        ? null
        : { ...value, sessions: withDoing(value.sessions, now?.doing ?? NO_DOING, waiting) },
  };
}

export function useSession(id: string): SeenSession | null {
  return useSessions().value?.sessions.find((session) => session.id === id) ?? null;
}

/** The wall clock, for words that grow old: each second while something runs, else each half minute. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isRunning ? 1000 : 30_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

export type BeadSession = {
  readonly id: string;
  readonly mark: MarkState;
  readonly isBusy: boolean;
  readonly words: string;
  readonly since: string;
  /** When the usage limit ends that it waits for. */
  readonly until: string | null;
};

/** The newest open session of a bead, as the board shows it. */
export function useBeadSession(beadId: string): BeadSession | null {
  const { value } = useSessions();
  const open = value?.sessions.filter((each) => each.bead_id === beadId && each.status !== 'closed') ?? [];
  // Of several the one that waits for a person is the one to tell of.
  const session = open.find(isAsking) ?? open[0];
  if (session === undefined) return null;
  const until = limitReset(session);
  const words = until === null ? statusWords(session) : 'usage limit';
  return {
    until,
    id: session.id,
    mark: markOf(session),
    isBusy: isBusy(session),
    words: `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`,
    since: session.doing?.asks[0]?.since ?? session.paused_at ?? session.started_at ?? session.created_at,
  };
}

/** The sessions of a bead and what they cost together. */
export function useBeadWork(beadId: string): BeadWork {
  return beadWork(useSessions().value?.sessions ?? [], beadId, Date.now());
}
