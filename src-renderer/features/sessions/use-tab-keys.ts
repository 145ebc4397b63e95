import { useEffect, useMemo, useRef } from 'react';
import { isPanelShown } from '../../app/frame/panel-acts';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';

/** Round the tabs that are a row now: in focus mode the chat stands beside them. */
export function useTabKeys<T extends string>(tabs: readonly T[], shown: T, choose: (tab: T) => void): void {
  const latest = useRef({ tabs, shown, choose });
  useEffect(() => {
    latest.current = { tabs, shown, choose };
  });
  const actions = useMemo<readonly Action[]>(() => {
    const step = (by: 1 | -1) => () => {
      const { tabs: row, shown: at, choose: show } = latest.current;
      const next = row[(row.indexOf(at) + by + row.length) % row.length];
      if (next !== undefined) show(next);
    };
    const common = { section: 'Sessions', words: 'chat terminal changes about', isAvailable: isPanelShown };
    return [
      {
        id: 'sessions.tab-previous',
        name: 'Previous tab of this session',
        chord: { electron: 'mod+shift+[', serve: 'alt+[' },
        ...common,
        run: step(-1),
      },
      {
        id: 'sessions.tab-next',
        name: 'Next tab of this session',
        chord: { electron: 'mod+shift+]', serve: 'alt+]' },
        ...common,
        run: step(1),
      },
    ];
  }, []);
  useActions(actions);
}
