import { useClient } from '../../../bridge/react';
import { showToast } from '../../../ui/toast-store';
import { sessionSentences } from '../session-errors';

export function useKeepOpen(): (sessionId: string) => Promise<void> {
  const client = useClient();
  return async (session_id) => {
    const kept = await client.call('ending.keepOpen', { session_id });
    if (kept.ok || kept.error.code === 'session-not-found') return;
    const { happened, safe, next } = sessionSentences(kept.error);
    showToast({ title: happened, text: `${safe} ${next}`, tone: 'broken', isSticky: true });
  };
}
