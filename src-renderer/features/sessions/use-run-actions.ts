import { CornerUpRight, MessageSquare, Pause, Play, SquareTerminal } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { ActionMaker } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { openOverlay } from '../../app/state/window';
import { askResume } from './resume/resume-wish';
import { canEnd, canHandOff, type SeenSession } from './session-words.logic';
import { useSessionEdits } from './use-session-edits';
import { useSwitchSeat } from './use-switch-seat';

type RunActs = {
  readonly session: SeenSession;
  readonly edit: ReturnType<typeof useSessionEdits>;
  readonly move: ReturnType<typeof useSwitchSeat>;
};

const RESUME = 'Resume this session…';

const runActionsNamed =
  (resumeName: string): ActionMaker<RunActs> =>
  (latest) => {
    const now = () => latest.current.session;
    const isOneOf = (...statuses: readonly SeenSession['status'][]) => statuses.includes(now().status);
    return [
      {
        id: 'sessions.pause',
        name: 'Pause this session',
        chord: 'p',
        icon: Pause,
        section: 'Sessions',
        isAvailable: () => isOneOf('active'),
        run: () => void latest.current.edit('sessions.pause', {}),
      },
      {
        id: 'sessions.resume',
        name: resumeName,
        chord: 'r',
        icon: Play,
        section: 'Sessions',
        isAvailable: () => isOneOf('paused', 'draft'),
        run: () => (isOneOf('draft') ? void latest.current.edit('sessions.start', {}) : askResume(now().id)),
      },
      {
        id: 'sessions.end',
        name: 'End this session…',
        chord: 'e',
        section: 'Sessions',
        words: 'close done review log',
        isAvailable: () => canEnd(now()),
        run: () => openOverlay('end-session', now().id),
      },
      {
        id: 'sessions.hand-off',
        name: 'Hand off this session…',
        chord: 'o',
        icon: CornerUpRight,
        section: 'Sessions',
        words: 'continue fresh chain note',
        isAvailable: () => canHandOff(now()),
        run: () => openOverlay('hand-off-session', now().id),
      },
      {
        id: 'sessions.to-terminal',
        name: status === 'draft' ? 'Start Claude in its own terminal' : 'Move Claude into its own terminal',
        chord: 'shift+t',
        icon: SquareTerminal,
        section: 'Sessions',
        words: 'seat pty',
        isAvailable: () => isOneOf('draft', 'active', 'paused'),
        run: () => void latest.current.move('pty'),
      },
      {
        id: 'sessions.to-stream',
        name: status === 'draft' ? 'Start Claude without a terminal' : 'Move Claude out of its terminal',
        chord: 'shift+c',
        icon: MessageSquare,
        section: 'Sessions',
        words: 'seat stream letter by letter',
        isAvailable: () => isOneOf('draft', 'active', 'paused'),
        run: () => void latest.current.move('stream'),
      },
    ];
  };

export const runActions = runActionsNamed(RESUME);

/** P, R and E for the session that is shown; which of them there is depends on what it does now. */
export function useRunActions(session: SeenSession): void {
  const [edit, move] = [useSessionEdits(session), useSwitchSeat(session)];
  const latest = useRef({ session, edit, move });
  useEffect(() => {
    latest.current = { session, edit, move };
  });
  const resumeName = session.status === 'draft' ? 'Start this session' : RESUME;
  const actions = useMemo(() => runActionsNamed(resumeName)(latest), [resumeName]);
  useActions(actions);
}
