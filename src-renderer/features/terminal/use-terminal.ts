import type { SessionId } from '@domain/ids';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useKeymap } from '../../app/keymap/use-keymap';
import { useClient } from '../../bridge/react';
import { copyText } from '../../ui/copy-text';
import { fitOnce } from './fit-once';
import { followWhileSeen } from './follow-while-seen';
import { openScreen, type Screen } from './screen';
import { createShownFrames, type ShownState } from './shown-frames';
import { createTyping } from './typed-text';

export type TerminalHandle = {
  readonly place: RefObject<HTMLDivElement | null>;
  /** Null until the program has said whether there is a terminal. */
  readonly shown: ShownState | null;
  readonly screen: RefObject<Screen | null>;
};

/** The terminal of a session in the element `place`. What it shows never passes through React. */
export function useTerminal(
  id: SessionId,
  acts: { readonly onLink: (address: string) => void; readonly onFind: () => void },
): TerminalHandle {
  const client = useClient();
  const { platform } = useKeymap();
  const place = useRef<HTMLDivElement | null>(null);
  const screen = useRef<Screen | null>(null);
  const latest = useRef(acts);
  latest.current = acts;
  const [shown, setShown] = useState<ShownState | null>(null);

  useEffect(() => {
    if (place.current === null) return;
    const viewer = crypto.randomUUID();
    let isRunning = false;
    const type = createTyping((text) => client.call('terminal.write', { session_id: id, text }));
    const opened = openScreen({
      place: place.current,
      platform,
      onTyped: (text) => {
        if (isRunning) type(text);
      },
      onLink: (address) => latest.current.onLink(address),
      onCopy: (text) => void copyText(text, 'Copied'),
      onFind: () => latest.current.onFind(),
    });
    screen.current = opened;
    const adjust = () => {
      const size = opened.fittingSize();
      const { cols, rows } = opened.terminal;
      if (size === null || (size.cols === cols && size.rows === rows)) return;
      // A running program decides: the size comes back after what it wrote before.
      if (isRunning) void client.call('terminal.resize', { session_id: id, size });
      else opened.terminal.resize(size.cols, size.rows);
    };
    const frames = createShownFrames({
      target: opened.terminal,
      acknowledge: (cursor) => void client.call('terminal.acknowledge', { session_id: id, viewer, cursor }),
      onState: (next) => {
        isRunning = next.state === 'running';
        setShown(next);
      },
      onSnapshot: adjust,
    });
    const stopFollowing = followWhileSeen(document, () =>
      client.follow(
        'terminal.attach',
        { session_id: id, viewer },
        { onFrame: frames.show, onEnded: () => setShown({ state: 'none' }) },
      ),
    );
    const stopFitting = fitOnce(place.current, adjust);
    return () => {
      stopFitting();
      stopFollowing();
      screen.current = null;
      opened.close();
    };
  }, [client, id, platform]);

  return { place, shown, screen };
}
