import type { SessionId } from '@domain/ids';
import { useState } from 'react';
import { useClient, useInvalidate } from '../../bridge/react';
import { saveText } from '../../ui/save-text';
import { showToast } from '../../ui/toast-store';
import { sessionSentences } from '../sessions';
import { historySentences } from './history-errors';
import { count } from './history-words.logic';

export type DeleteState = { readonly done: number; readonly isRunning: boolean };

/** To the trash, exported first when that is wanted; an export that fails, or that goes nowhere, deletes nothing. */
export function useDelete() {
  const client = useClient();
  const invalidate = useInvalidate();
  const [state, setState] = useState<DeleteState>({ done: 0, isRunning: false });

  const exportFirst = async (ids: readonly SessionId[]): Promise<boolean> => {
    const file = await client.ask('history.export', { ids: [...ids], format: 'html' });
    if (file.ok) {
      const address = saveText(file.value.name, file.value.media_type, file.value.text);
      const saved = await client.ask('app.save_outcome', { address });
      // A browser says nothing of it; the file is among its downloads.
      if (saved.ok && (saved.value.outcome === 'saved' || saved.value.outcome === 'unknown')) return true;
      showToast({ title: 'The export was not saved', text: 'Nothing was deleted.', isSticky: true });
      return false;
    }
    // What has no transcript any more cannot be exported, and need not be kept for that.
    if (file.error.code === 'transcript-gone') return true;
    tell(historySentences(file.error));
    return false;
  };

  const trash = async (id: SessionId): Promise<'gone' | 'stays' | 'refused'> => {
    const noted = await client.call('history.note', { id });
    if (!noted.ok) {
      tell(historySentences(noted.error));
      // Somebody opened it since it was found: that keeps no other one from going.
      return noted.error.code === 'not-noted' && noted.error.detail === 'running' ? 'stays' : 'refused';
    }
    const gone = await client.call('sessions.delete', { id });
    if (!gone.ok) tell(sessionSentences(gone.error));
    return gone.ok ? 'gone' : 'refused';
  };

  const run = async (ids: readonly SessionId[], isExported: boolean): Promise<boolean> => {
    setState({ done: 0, isRunning: true });
    const gone: SessionId[] = [];
    if (!isExported || (await exportFirst(ids)))
      for (const id of ids) {
        const what = await trash(id);
        if (what === 'refused') break;
        if (what === 'gone') gone.push(id);
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
