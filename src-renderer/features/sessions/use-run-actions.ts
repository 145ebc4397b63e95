import { CornerUpRight, MessageSquare, Pause, Play, SquareTerminal } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { openOverlay } from '../../app/state/window';
import { askResume } from './resume/resume-wish';
import { canEnd, canHandOff, type SeenSession } from './session-words.logic';
import { useSessionEdits } from './use-session-edits';
import { useSwitchSeat } from './use-switch-seat';

/** P, R and E for the session that is shown; which of them there is depends on what it does now. */
export function useRunActions(session: SeenSession): void {
  const [edit, move] = [useSessionEdits(session), useSwitchSeat(session)];
  const latest = useRef({ edit, move });
  useEffect(() => {
    latest.current = { edit, move };
  });
  const { id, status } = session;
  const [isOpen, isHandable] = [canEnd(session), canHandOff(session)];
  const actions = useMemo<readonly Action[]>(
    () => [
      {
        id: 'sessions.pause',
        name: 'Pause this session',
        chord: 'p',
        icon: Pause,
        section: 'Sessions',
        isAvailable: () => status === 'active',
        run: () => void latest.current.edit('sessions.pause', {}),
      },
      {
        id: 'sessions.resume',
        name: status === 'draft' ? 'Start this session' : 'Resume this session…',
        chord: 'r',
        icon: Play,
        section: 'Sessions',
        isAvailable: () => status === 'paused' || status === 'draft',
        run: () => (status === 'draft' ? void latest.current.edit('sessions.start', {}) : askResume(id)),
      },
      {
        id: 'sessions.end',
        name: 'End this session…',
        chord: 'e',
        section: 'Sessions',
        words: 'close done review log',
        isAvailable: () => isOpen,
        run: () => openOverlay('end-session', id),
      },
      {
        id: 'sessions.hand-off',
        name: 'Hand off this session…',
        chord: 'o',
        icon: CornerUpRight,
        section: 'Sessions',
        words: 'continue fresh chain note',
        isAvailable: () => isHandable,
        run: () => openOverlay('hand-off-session', id),
      },
      {
        id: 'sessions.to-terminal',
        name: 'Move Claude into its own terminal',
        chord: 'shift+t',
        icon: SquareTerminal,
        section: 'Sessions',
        words: 'seat pty',
        isAvailable: () => status === 'active' || status === 'paused',
        run: () => void latest.current.move('pty'),
      },
      {
        id: 'sessions.to-stream',
        name: 'Move Claude out of its terminal',
        chord: 'shift+c',
        icon: MessageSquare,
        section: 'Sessions',
        words: 'seat stream letter by letter',
        isAvailable: () => status === 'active' || status === 'paused',
        run: () => void latest.current.move('stream'),
      },
    ],
    [id, status, isOpen, isHandable],
  );
  useActions(actions);
}
