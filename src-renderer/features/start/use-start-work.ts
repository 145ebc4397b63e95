import type { StartUnderWay, StartWish } from '@domain/work/start-plan';
import { useEffect, useRef, useState } from 'react';
import type { CallError } from '../../bridge/client';
import { replace, useClient, useStream } from '../../bridge/react';
import { showToast } from '../../ui/toast-store';
import { openSession } from '../sessions';
import { startSentences } from './start-errors';

type Failure = CallError<'starting.start'>;

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
    if (result.ok && isShown.current) {
      close();
      openSession(result.value.session);
    }
    if (result.ok) return;
    setAttempt(null);
    setFailure(result.error);
    if (isShown.current) return;
    const { happened, safe, next } = startSentences(result.error);
    showToast({ title: happened, text: `${safe} ${next}`, tone: 'broken', isSticky: true });
  };
  return { start, isStarting: attempt !== null, underWay, failure, forget: () => setFailure(null) };
}
