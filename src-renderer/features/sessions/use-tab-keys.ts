import { useEffect, useMemo, useRef } from 'react';
import { isPanelShown } from '../../app/frame/panel-acts';
import type { ActionMaker } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';

type TabActs = { readonly step: (by: 1 | -1) => void };

export const tabActions: ActionMaker<TabActs> = (latest) => {
  const common = { section: 'Sessions', words: 'chat terminal changes about', isAvailable: isPanelShown };
  return [
    {
      id: 'sessions.tab-previous',
      name: 'Previous tab of this session',
      chord: { electron: 'mod+shift+[', serve: 'alt+[' },
      ...common,
      run: () => latest.current.step(-1),
    },
    {
      id: 'sessions.tab-next',
      name: 'Next tab of this session',
      chord: { electron: 'mod+shift+]', serve: 'alt+]' },
      ...common,
      run: () => latest.current.step(1),
    },
  ];
};

/** Round the tabs that are a row now: in focus mode the chat stands beside them. */
export function useTabKeys<T extends string>(tabs: readonly T[], shown: T, choose: (tab: T) => void): void {
  const step = (by: 1 | -1) => {
    const next = tabs[(tabs.indexOf(shown) + by + tabs.length) % tabs.length];
    if (next !== undefined) choose(next);
  };
  const latest = useRef<TabActs>({ step });
  useEffect(() => {
    latest.current = { step };
  });
  const actions = useMemo(() => tabActions(latest), []);
  useActions(actions);
}
