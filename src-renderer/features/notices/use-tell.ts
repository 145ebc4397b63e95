import { useCallback, useRef } from 'react';
import { useAppInfo } from '../../app/state/app-info';
import { panelOf, useLayoutState } from '../../app/state/layout';
import { useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { showToast } from '../../ui/toast-store';
import { type Happening, waysOf } from './notices.logic';

const TONES = {
  asks: 'waiting',
  finished: 'good',
  crashed: 'broken',
  limit: 'waiting',
  budget: 'waiting',
  job: 'plain',
} as const;

/** Tells a happening once, where the settings say. `open` leads to the place it is about. */
export function useTell(): (happening: Happening, open: { label: string; run: () => void } | null) => void {
  const { notices } = useSettings();
  const client = useClient();
  const { shell } = useAppInfo();
  const settings = useRef(notices);
  settings.current = notices;
  const told = useRef(new Set<string>());
  return useCallback(
    (happening, open) => {
      if (told.current.has(happening.key)) return;
      told.current.add(happening.key);
      const isLookedAt = document.visibilityState === 'visible' && document.hasFocus();
      const ways = waysOf(happening, settings.current, {
        isLookedAt,
        isShown: happening.sessionId !== null && shownSession() === happening.sessionId,
        at: new Date(),
      });
      const { kind, title, text } = happening;
      if (ways.inWindow)
        showToast({
          title,
          text,
          tone: TONES[kind],
          ...(open === null ? {} : { action: open }),
          isSticky: kind === 'crashed' || kind === 'budget',
        });
      const toFront = () => {
        // A page cannot bring back a window that was minimised; the program around it can.
        if (shell === 'electron') void client.call('app.focus', {});
        window.focus();
      };
      if (ways.bySystem) tellBySystem(happening, toFront, open?.run);
    },
    [client, shell],
  );
}

function tellBySystem(
  { key, title, text }: Happening,
  toFront: () => void,
  open: (() => void) | undefined,
): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const notice = new Notification(title, { body: text, tag: key, silent: true });
  notice.onclick = () => {
    toFront();
    open?.();
    notice.close();
  };
}

function shownSession(): string | null {
  const { layout } = useLayoutState.getState();
  const panel = layout.is_panel_collapsed ? null : panelOf(layout);
  return panel?.id === 'session' ? panel.argument : null;
}
