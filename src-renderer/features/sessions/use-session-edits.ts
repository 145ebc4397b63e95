import type { Session } from '@domain/session/record';
import { useProject } from '../../app/state/project';
import type { CallInput, CommandName } from '../../bridge/client';
import { useClient } from '../../bridge/react';
import { showToast } from '../../ui/toast-store';
import { tellRefusal } from './run-refusals';
import { type SessionFailure, sessionSentences } from './session-errors';

type EditName = Extract<
  CommandName,
  `sessions.${'rename' | 'tag' | 'setObjective' | 'setNotes' | 'linkBead' | 'unlinkBead' | 'close' | 'delete' | 'untrash' | 'purge' | 'start' | 'pause' | 'resume' | 'settleAttention' | 'stopWaiting'}`
>;

type Rest<N extends EditName> = Omit<CallInput<N>, 'id' | 'project'>;

/** One session's commands; a refusal is said once, and what was refused stays as it was. */
export function useSessionEdits(session: Pick<Session, 'id'>) {
  const client = useClient();
  const project = useProject()?.path;
  return async <N extends EditName>(name: N, rest: Rest<N>): Promise<boolean> => {
    const input = { ...rest, id: session.id, project } as unknown as CallInput<N>;
    const result = await client.call(name, input);
    const isRun = name === 'sessions.start' || name === 'sessions.resume';
    // Why it does not run is said in its panel, with the way on.
    if (isRun) tellRefusal(session.id, result.ok ? null : result.error);
    else if (!result.ok) sayRefusal(result.error);
    return result.ok;
  };
}

/** Starts a session that was just made, under whatever id it got. */
export function useStart() {
  const client = useClient();
  const project = useProject()?.path;
  return async (session: Pick<Session, 'id'>): Promise<void> => {
    const result = await client.call('sessions.start', { id: session.id, project });
    tellRefusal(session.id, result.ok ? null : result.error);
  };
}

export function sayRefusal(error: SessionFailure): void {
  const { happened, safe, next } = sessionSentences(error);
  showToast({ title: happened, text: `${safe} ${next}`, tone: 'broken', isSticky: true });
}
