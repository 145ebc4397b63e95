import type { SessionsChange } from '@contract/sessions';
import type { DoingChange } from '@domain/session/doing';
import { applyDoing } from '@domain/session/doing-changes';
import { useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import { useProject } from '../../app/state/project';
import type { StreamSnapshot } from '../../bridge/client';
import { replace, useStream } from '../../bridge/react';
import type { SeenSession } from './session-words.logic';
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
  const doing = now?.doing ?? NO_DOING;
  const seen = useMemo(
    () => (value === null ? null : { ...value, sessions: withDoing(value.sessions, doing, waiting) }),
    [value, doing, waiting],
  );
  return { ...watched, value: seen };
}

/** What is not closed of every project this program has to do with: what calls for a person does so whatever is open. */
export function useUnclosed(): readonly SeenSession[] | null {
  const { value } = useStream('sessions.watch', { unclosed: true }, fold);
  const { value: now } = useStream('sessions.doing', {}, foldDoing);
  const waiting = useWaiting();
  const doing = now?.doing ?? NO_DOING;
  return useMemo(
    () => (value === null ? null : withDoing(value.sessions, doing, waiting)),
    [value, doing, waiting],
  );
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
