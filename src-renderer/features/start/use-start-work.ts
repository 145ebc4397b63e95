import type { Session } from '@domain/session/record';
import type { StartUnderWay, StartWish } from '@domain/work/start-plan';
import { useEffect, useRef, useState } from 'react';
import { awaitFocus, useWindow } from '../../app/state/window';
import type { CallError } from '../../bridge/client';
import { replace, useClient, useStream } from '../../bridge/react';
import { showToast } from '../../ui/toast-store';
import { openSession } from '../sessions';
import { startSentences } from './start-errors';

type Failure = CallError<'starting.start'>;

/** The dialog makes way for the session, and the next key is for it: what opened the dialog has often moved on by now. */
export function goOnIn(session: Pick<Session, 'id'>, close: () => void): void {
  awaitFocus(session.id);
  close();
  openSession(session);
}
export const givesFocusBack = () => useWindow.getState().awaited === null;

/** One attempt at a time; its steps are told while it goes on. What fails after the dialog has gone is said by a toast. */
export function useStartWork(close: () => void) {
  const client = useClient();
  const [attempt, setAttempt] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { value } = useStream('starting.underWay', {}, replace, { isFollowing: attempt !== null });
  const underWay: StartUnderWay | null =
    attempt === null ? null : (value?.starts.find((one) => one.attempt === attempt) ?? null);

  const start = async (wishOf: (attempt: string) => StartWish): Promise<void> => {
    if (attempt !== null) return;
    const name = crypto.randomUUID();
    setAttempt(name);
    setFailure(null);
    const result = await client.call('starting.start', wishOf(name));
    if (result.ok && isShown.current) goOnIn(result.value.session, close);
    if (result.ok) return;
    setAttempt(null);
    setFailure(result.error);
    if (isShown.current) return;
    const { happened, safe, next } = startSentences(result.error);
    showToast({ title: happened, text: `${safe} ${next}`, tone: 'broken', isSticky: true });
  };
  return { start, isStarting: attempt !== null, underWay, failure, forget: () => setFailure(null) };
}
