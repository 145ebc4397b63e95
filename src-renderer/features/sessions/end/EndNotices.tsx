import { useEffect, useRef } from 'react';
import { panelOf, useLayout } from '../../../app/state/layout';
import { showToast } from '../../../ui/toast-store';
import { titleOf } from '../session-words.logic';
import { useUnclosed } from '../use-sessions';
import { announcedTitle, closesWords } from './announced-words.logic';
import { useAnnounced } from './use-announced';
import { useKeepOpen } from './use-keep-open';

/** Who closes soon, in a notice with its countdown unless its panel says it already. Shows nothing itself. */
export function EndNotices() {
  const announced = useAnnounced();
  const sessions = useUnclosed() ?? [];
  const keepOpen = useKeepOpen();
  const layout = useLayout();
  const panel = layout.is_panel_collapsed ? null : panelOf(layout);
  const shown = panel?.id === 'session' ? panel.argument : null;
  const given = useRef(new Map<string, () => void>());
  useEffect(() => {
    const open = new Map(
      announced
        .filter(({ session_id }) => session_id !== shown)
        .map((each) => [`${each.session_id} ${each.closes_at}`, each]),
    );
    for (const [key, take] of given.current)
      if (!open.has(key)) {
        given.current.delete(key);
        take();
      }
    for (const [key, each] of open) {
      if (given.current.has(key)) continue;
      const session = sessions.find(({ id }) => id === each.session_id);
      const take = showToast({
        title: announcedTitle(each),
        text: session === undefined ? undefined : titleOf(session),
        tone: 'waiting',
        isSticky: true,
        countdown: { until: Date.parse(each.closes_at), words: closesWords },
        action: { label: 'Keep open', run: () => void keepOpen(each.session_id) },
      });
      given.current.set(key, take);
    }
  });
  useEffect(
    () => () => {
      for (const take of given.current.values()) take();
      given.current.clear();
    },
    [],
  );
  return null;
}
