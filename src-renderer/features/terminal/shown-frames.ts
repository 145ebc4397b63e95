import type { Cursor, Frame } from '@domain/feed';
import {
  ACKNOWLEDGE_AFTER,
  type TerminalChange,
  type TerminalEnd,
  type TerminalSize,
  type TerminalView,
} from '@domain/terminal';

/** The part of xterm that frames need. */
export type FrameTarget = {
  reset(): void;
  resize(cols: number, rows: number): void;
  write(text: string, done: () => void): void;
};

export type ShownState =
  | { readonly state: 'none' | 'running' }
  | { readonly state: 'ended'; readonly end: TerminalEnd };

export type ShownFrames = { show(frame: Frame<TerminalView, TerminalChange>): void };

/*
 * Frames into a terminal, in order: what xterm has not read yet stays before what comes after it.
 * W1  A snapshot begins with an empty terminal of its size, and voids what was written and not read.
 * W2  A size changes after the output that came before it.
 * W3  What is on the screen is acknowledged, once per so many characters.
 */
export function createShownFrames(deps: {
  readonly target: FrameTarget;
  readonly acknowledge: (cursor: Cursor) => void;
  readonly onState: (state: ShownState) => void;
  /** The terminal has the size and the screen of the snapshot. */
  readonly onSnapshot: () => void;
}): ShownFrames {
  const { target, acknowledge, onState, onSnapshot } = deps;
  let shown = 0;
  let round = 0;

  const write = (text: string, cursor: Cursor, then: () => void = () => {}) => {
    const mine = round;
    target.write(text, () => {
      if (mine !== round) return;
      shown += text.length;
      if (shown >= ACKNOWLEDGE_AFTER) {
        shown = 0;
        acknowledge(cursor);
      }
      then();
    });
  };
  const resize = ({ cols, rows }: TerminalSize) => target.resize(cols, rows);

  return {
    show(frame) {
      const { cursor } = frame;
      if (frame.type === 'snapshot') {
        const view = frame.value;
        round += 1;
        shown = 0;
        // Behind what is still being read: that goes into a terminal which is emptied then.
        write('', cursor, () => {
          target.reset();
          if (view.state !== 'none') resize(view.size);
        });
        if (view.state !== 'none') write(view.screen, cursor, onSnapshot);
        onState(view.state === 'ended' ? { state: 'ended', end: view.end } : { state: view.state });
        return;
      }
      const { change } = frame;
      if (change.type === 'output') write(change.text, cursor);
      else if (change.type === 'resized') write('', cursor, () => resize(change.size));
      else write('', cursor, () => onState({ state: 'ended', end: change.end }));
    },
  };
}
