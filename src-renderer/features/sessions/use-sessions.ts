import type { SessionsChange } from '@contract/sessions';
import type { Session } from '@domain/session/record';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { useProject } from '../../app/state/project';
import type { StreamSnapshot } from '../../bridge/client';
import { useStream } from '../../bridge/react';
import type { MarkState } from '../../ui/Mark';
import { markOf, statusWords } from './session-words.logic';

type Snapshot = StreamSnapshot<'sessions.watch'>;

function fold(value: Snapshot, change: z.infer<typeof SessionsChange>): Snapshot {
  const id = change.type === 'changed' ? change.session.id : change.session_id;
  const others = value.sessions.filter((session) => session.id !== id);
  return { ...value, sessions: change.type === 'changed' ? [change.session, ...others] : others };
}

/** The open project's sessions, live; without a project, those of every open store. */
export function useSessions() {
  const project = useProject();
  return useStream('sessions.watch', { project: project?.path }, fold);
}

export function useSession(id: string): Session | null {
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

export type BeadSession = { readonly mark: MarkState; readonly words: string; readonly since: string };

/** The newest open session of a bead, as the board shows it. */
export function useBeadSession(beadId: string): BeadSession | null {
  const { value } = useSessions();
  const session = value?.sessions.find((each) => each.bead_id === beadId && each.status !== 'closed');
  if (session === undefined) return null;
  const words = statusWords(session);
  return {
    mark: markOf(session),
    words: `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`,
    since: session.paused_at ?? session.started_at ?? session.created_at,
  };
}
