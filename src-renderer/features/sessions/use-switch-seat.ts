import type { Session } from '@domain/session/record';
import type { Seat } from '@domain/session/values';
import { useProject } from '../../app/state/project';
import { useClient } from '../../bridge/react';
import { showToast } from '../../ui/toast-store';
import { sayRefusal } from './use-session-edits';

/** Moves Claude into the other seat. A turn that runs is stopped for it only by a word of its own. */
export function useSwitchSeat({ id, status }: Pick<Session, 'id' | 'status'>) {
  const client = useClient();
  const project = useProject()?.path;
  return async (seat: Seat): Promise<void> => {
    const move = (interrupt: boolean) => client.call('sessions.switchSeat', { id, project, seat, interrupt });
    const moved = await move(false);
    // Of a draft nothing else shows it.
    if (moved.ok && status === 'draft')
      showToast({
        title:
          seat === 'pty'
            ? 'This session will start in its own terminal.'
            : 'This session will start without a terminal.',
      });
    if (moved.ok) return;
    if (moved.error.code !== 'turn-running') return sayRefusal(moved.error);
    const stopAndMove = async () => {
      const result = await move(true);
      if (!result.ok) sayRefusal(result.error);
    };
    showToast({
      title: 'Claude is at work.',
      text: 'To move it, its turn has to stop. What it said so far is kept.',
      tone: 'waiting',
      isSticky: true,
      action: { label: 'Stop the turn and switch', run: () => void stopAndMove() },
    });
  };
}
