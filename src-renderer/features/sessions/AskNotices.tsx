import { Hand } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { panelOf, useLayout } from '../../app/state/layout';
import { useWindow } from '../../app/state/window';
import { showToast } from '../../ui/toast-store';
import { askTitle } from '../chat';
import { tellRefusal } from './run-refusals';
import { openSession } from './SessionRow';
import { groupsOf, isAsking, type SeenSession, titleOf } from './session-words.logic';
import { useSessions, useWaiting } from './use-sessions';

/** Who waits for an answer: in the window's title, and in a notice unless the question is on the screen already. */
export function AskNotices() {
  const { value } = useSessions();
  const shown = useShownSession();
  const sessions = value?.sessions ?? [];
  const asking = sessions.filter(isAsking);
  useEffect(() => {
    useWindow.setState({ waiting: asking.length });
    return () => useWindow.setState({ waiting: 0 });
  }, [asking.length]);
  useNotices(asking.filter(({ id }) => id !== shown));
  useNextNeeding(sessions, shown);
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
        action: { label: 'Open', run: () => openSession(session) },
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

function useNextNeeding(sessions: readonly SeenSession[], shown: string | null): void {
  const latest = useRef<{ needing: readonly SeenSession[]; shown: string | null }>({ needing: [], shown });
  useEffect(() => {
    const needing = groupsOf(sessions, 0).find(({ id }) => id === 'needs-you')?.sessions ?? [];
    latest.current = { needing, shown };
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
          if (next !== undefined) openSession(next);
        },
      },
    ],
    [],
  );
  useActions(actions);
}
