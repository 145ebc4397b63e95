import type { SessionId } from '@domain/ids';
import { useState } from 'react';
import { useClient, useInvalidate } from '../../bridge/react';
import { saveText } from '../../ui/save-text';
import { showToast } from '../../ui/toast-store';
import { sessionSentences } from '../sessions';
import { historySentences } from './history-errors';
import { count } from './history-words.logic';

export type DeleteState = { readonly done: number; readonly isRunning: boolean };

/** To the trash, exported first when that is wanted; an export that fails deletes nothing. */
export function useDelete() {
  const client = useClient();
  const invalidate = useInvalidate();
  const [state, setState] = useState<DeleteState>({ done: 0, isRunning: false });

  const exportFirst = async (ids: readonly SessionId[]): Promise<boolean> => {
    const file = await client.ask('history.export', { ids: [...ids], format: 'html' });
    if (file.ok) {
      saveText(file.value.name, file.value.media_type, file.value.text);
      return true;
    }
    // What has no transcript any more cannot be exported, and need not be kept for that.
    if (file.error.code === 'transcript-gone') return true;
    tell(historySentences(file.error));
    return false;
  };

  const trash = async (id: SessionId): Promise<boolean> => {
    const noted = await client.call('history.note', { id });
    if (!noted.ok) {
      tell(historySentences(noted.error));
      return false;
    }
    const gone = await client.call('sessions.delete', { id });
    if (!gone.ok) tell(sessionSentences(gone.error));
    return gone.ok;
  };

  const run = async (ids: readonly SessionId[], isExported: boolean): Promise<boolean> => {
    setState({ done: 0, isRunning: true });
    const gone: SessionId[] = [];
    if (!isExported || (await exportFirst(ids)))
      for (const id of ids) {
        if (!(await trash(id))) break;
        gone.push(id);
        setState({ done: gone.length, isRunning: true });
      }
    setState({ done: gone.length, isRunning: false });
    if (gone.length > 0) {
      invalidate('history.results');
      showToast({
        title:
          gone.length === 1 ? 'Moved to the trash' : `${count(gone.length, 'session')} moved to the trash`,
        text: 'For 30 days they can be taken back.',
        action: {
          label: 'Undo',
          run: () => {
            void Promise.all(gone.map((id) => client.call('sessions.untrash', { id }))).then(() =>
              invalidate('history.results'),
            );
          },
        },
      });
    }
    return gone.length === ids.length;
  };
  return { state, run };
}

function tell({ happened, safe, next }: { happened: string; safe: string; next: string }): void {
  showToast({ title: happened, text: `${safe} ${next}`, tone: 'broken', isSticky: true });
}
