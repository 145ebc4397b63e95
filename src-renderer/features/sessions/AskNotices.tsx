import { Hand } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { panelOf, useLayout } from '../../app/state/layout';
import { useSettings } from '../../app/state/settings';
import { useWindow } from '../../app/state/window';
import { showToast } from '../../ui/toast-store';
import { askTitle } from '../chat';
import { tellRefusal } from './run-refusals';
import { isAsking, needingOf, type SeenSession, titleOf } from './session-words.logic';
import { useOpenSession } from './use-open-session';
import { useUnclosed, useWaiting } from './use-sessions';

const NONE: readonly SeenSession[] = [];

/**
 * Who needs a person, in whatever project: all of them in the window's title, and questions in a notice unless they are on
 * the screen already.
 */
export function AskNotices() {
  const sessions = useUnclosed() ?? NONE;
  const { notices } = useSettings();
  const shown = useShownSession();
  const needing = needingOf(sessions);
  useEffect(() => {
    useWindow.setState({ waiting: needing.length });
    return () => useWindow.setState({ waiting: 0 });
  }, [needing.length]);
  useNotices(notices.asks === 'off' ? NONE : sessions.filter((each) => isAsking(each) && each.id !== shown));
  useNextNeeding(needing, shown);
  useRefusedInLine();
  return null;
}

/** One whose turn came and that could not start says so where its own start would have. */
function useRefusedInLine(): void {
  const waiting = useWaiting();
  useEffect(() => {
    for (const { session_id, refusal } of waiting) if (refusal !== null) tellRefusal(session_id, refusal);
  }, [waiting]);
}

function useShownSession(): string | null {
  const layout = useLayout();
  const panel = layout.is_panel_collapsed ? null : panelOf(layout);
  return panel?.id === 'session' ? panel.argument : null;
}

/** One for each question; it goes when the question is answered, elsewhere too, and when its chat is opened. */
function useNotices(asking: readonly SeenSession[]): void {
  const openSession = useOpenSession();
  const latest = useRef(openSession);
  latest.current = openSession;
  const given = useRef(new Map<string, () => void>());
  useEffect(() => {
    const open = new Map(
      asking.flatMap(
        (session) => session.doing?.asks.map((ask) => [ask.id, { session, ask }] as const) ?? [],
      ),
    );
    for (const [id, take] of given.current)
      if (!open.has(id)) {
        given.current.delete(id);
        take();
      }
    for (const [id, { session, ask }] of open) {
      if (given.current.has(id)) continue;
      const take = showToast({
        title: askTitle(ask.tool),
        text: titleOf(session),
        tone: 'waiting',
        isSticky: true,
        action: { label: 'Open', run: () => void latest.current(session) },
      });
      given.current.set(id, take);
    }
  });
  useEffect(
    () => () => {
      for (const take of given.current.values()) take();
      given.current.clear();
    },
    [],
  );
}

function useNextNeeding(needing: readonly SeenSession[], shown: string | null): void {
  const openSession = useOpenSession();
  const latest = useRef({ needing, shown, openSession });
  useEffect(() => {
    latest.current = { needing, shown, openSession };
  });
  const actions = useMemo<readonly Action[]>(
    () => [
      {
        id: 'sessions.next-needing',
        name: 'Next session that needs you',
        chord: 'mod+j',
        icon: Hand,
        section: 'Sessions',
        words: 'permission answer waiting question',
        isAvailable: () => latest.current.needing.length > 0,
        run() {
          const { needing, shown: at } = latest.current;
          const next = needing[(needing.findIndex(({ id }) => id === at) + 1) % needing.length];
          if (next !== undefined) void latest.current.openSession(next);
        },
      },
    ],
    [],
  );
  useActions(actions);
}
