import {
  AFTER_THE_END,
  type TerminalChange,
  type TerminalEnd,
  type TerminalSize,
  type TerminalView,
} from '@domain/terminal';
import type { Pty } from '../../ports/pty';
import type { ScreenCopies } from '../../ports/screen-copy';

/** A copy that is further behind than this holds the program: it is what nobody can do without. */
export const COPY_MOST = 1024 * 1024;
/** It is released in small steps: a large gulp would keep whoever types in another terminal waiting. */
const COPY_STEP = 128 * 1024;

/*
 * One program in its terminal, its copy, and who is told of it.
 *   running -> ended (its last screen is kept, the copy is not)
 * M1  The copy gets everything, whoever looks. The program is held only while the copy or a present viewer is behind, and
 *     for moments while it floods and nobody looks.
 * M2  A screen and the changes told after it fit together: `screen` hands over and tells in one step.
 * M3  After the end the modes are off, in the copy and at every viewer, before the end is told.
 */
export type Terminal = {
  /** Calls back when the copy has come to this point; changes from here on are for whoever asked. */
  view(show: (view: TerminalView) => void): void;
  write(text: string): boolean;
  resize(size: TerminalSize): boolean;
  /** Who looks, and how far they are, has changed. */
  pace(): void;
  isEnded(): boolean;
  close(): void;
};

export type TerminalDeps = {
  readonly pty: Pty;
  readonly size: TerminalSize;
  readonly copies: ScreenCopies;
  readonly tell: (change: TerminalChange) => void;
  readonly isViewerBehind: () => boolean;
  readonly isWatched: () => boolean;
};

export function createTerminal({
  pty,
  copies,
  tell,
  isViewerBehind,
  isWatched,
  ...begin
}: TerminalDeps): Terminal {
  const copy = copies.open(begin.size);
  let size = begin.size;
  let end: TerminalEnd | null = null;
  let lastScreen: Promise<string> | null = null;
  let isHeld = false;
  let isClosed = false;

  const pace = () => {
    if (end !== null || isClosed) return;
    copy.beUnwatched(!isWatched());
    const limit = isHeld ? COPY_MOST - COPY_STEP : COPY_MOST;
    const wants = copy.backlog() > limit || copy.wantsRest() || isViewerBehind();
    if (wants === isHeld) return;
    isHeld = wants;
    if (wants) pty.hold();
    else pty.release();
  };
  copy.onDrunk(pace);
  copy.onAnswer((text) => pty.write(text));
  const stopData = pty.onData((text) => {
    copy.write(text);
    tell({ type: 'output', text });
    pace();
  });
  const stopExit = pty.onExit((exit) => {
    end = exit;
    copy.write(AFTER_THE_END);
    tell({ type: 'output', text: AFTER_THE_END });
    tell({ type: 'ended', end: exit });
    lastScreen = copy.screen();
    void lastScreen.then(() => copy.close());
  });

  return {
    view(show) {
      const state =
        end === null ? ({ state: 'running', size } as const) : ({ state: 'ended', size, end } as const);
      void (lastScreen ?? copy.screen()).then((screen) => {
        if (!isClosed) show({ ...state, screen });
      });
    },
    write(text) {
      if (end === null) pty.write(text);
      return end === null;
    },
    resize(to) {
      if (end !== null) return false;
      if (to.cols === size.cols && to.rows === size.rows) return true;
      size = to;
      pty.resize(to);
      copy.resize(to);
      tell({ type: 'resized', size: to });
      return true;
    },
    pace,
    isEnded: () => end !== null,
    close() {
      isClosed = true;
      stopData();
      stopExit();
      copy.close();
      if (isHeld) pty.release();
    },
  };
}
