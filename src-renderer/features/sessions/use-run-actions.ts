import type { Session } from '@domain/session/record';
import { MessageSquare, Pause, Play, SquareTerminal } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { useSessionEdits } from './use-session-edits';

/** P and R for the session that is shown; which of them there is depends on what it does now. */
export function useRunActions(session: Session): void {
  const edit = useSessionEdits(session);
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });
  const { status } = session;
  const actions = useMemo<readonly Action[]>(
    () => [
      {
        id: 'sessions.pause',
        name: 'Pause this session',
        chord: 'p',
        icon: Pause,
        section: 'Sessions',
        isAvailable: () => status === 'active',
        run: () => void latest.current('sessions.pause', {}),
      },
      {
        id: 'sessions.resume',
        name: status === 'draft' ? 'Start this session' : 'Resume this session',
        chord: 'r',
        icon: Play,
        section: 'Sessions',
        isAvailable: () => status === 'paused' || status === 'draft',
        run: () => void latest.current(status === 'draft' ? 'sessions.start' : 'sessions.resume', {}),
      },
      {
        id: 'sessions.to-terminal',
        name: 'Move Claude into its own terminal',
        icon: SquareTerminal,
        section: 'Sessions',
        words: 'seat pty',
        isAvailable: () => status === 'active' || status === 'paused',
        run: () => void latest.current('sessions.switchSeat', { seat: 'pty' }),
      },
      {
        id: 'sessions.to-stream',
        name: 'Move Claude out of its terminal',
        icon: MessageSquare,
        section: 'Sessions',
        words: 'seat stream letter by letter',
        isAvailable: () => status === 'active' || status === 'paused',
        run: () => void latest.current('sessions.switchSeat', { seat: 'stream' }),
      },
    ],
    [status],
  );
  useActions(actions);
}
