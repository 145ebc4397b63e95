import type { Cursor, Frame } from '@domain/feed';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { NoTerminal, TerminalChange, TerminalSize, TerminalView } from '@domain/terminal';
import type { Pty } from '../../ports/pty';
import type { ScreenCopies } from '../../ports/screen-copy';
import type { Timers } from '../../ports/timers';
import { createTerminal, type Terminal } from './terminal';
import { createViewer, type Viewer } from './viewer';

/*
 * The terminals of the sessions, by session.
 * N1  A session has at most one; a new one takes the place of the old, and whoever looks gets its screen.
 * N2  Nothing is sent to who does not look.
 * N3  A terminal that moves to another session keeps its screen; the session it came from has none.
 * N4  Of what has ended only the last screens are kept, and only so many.
 */
export type TerminalsService = {
  /** From its first byte on: call it before the program has spoken. */
  add(id: SessionId, pty: Pty, size: TerminalSize): void;
  /** Claude goes on as another session (`/clear`) in the same terminal. */
  move(from: SessionId, to: SessionId): void;
  attach(
    id: SessionId,
    viewer: string,
    deliver: (frame: Frame<TerminalView, TerminalChange>) => void,
  ): () => void;
  acknowledge(id: SessionId, viewer: string, cursor: Cursor): void;
  write(id: SessionId, text: string): Result<null, NoTerminal>;
  resize(id: SessionId, size: TerminalSize): Result<null, NoTerminal>;
  close(): void;
};

export type TerminalsDeps = {
  readonly copies: ScreenCopies;
  readonly timers: Timers;
  /** Differs for every start of the program. */
  readonly epoch: string;
};

/** Under which session it stands now. */
type Placed = { readonly place: { id: SessionId }; readonly terminal: Terminal };

const MOST_ENDED = 20;
const NONE: NoTerminal = { code: 'no-terminal' };

export function createTerminalsService({ copies, timers, epoch }: TerminalsDeps): TerminalsService {
  const terminals = new Map<SessionId, Placed>();
  const viewers = new Map<SessionId, Map<string, Viewer>>();
  let attached = 0;

  const viewersOf = (id: SessionId): readonly Viewer[] => [...(viewers.get(id)?.values() ?? [])];
  const terminalOf = (id: SessionId): Terminal | undefined => terminals.get(id)?.terminal;
  const drop = (id: SessionId) => {
    terminalOf(id)?.close();
    terminals.delete(id);
  };
  const forgetOldest = () => {
    const ended = [...terminals].filter(([id, { terminal }]) => terminal.isEnded() && !viewers.has(id));
    for (const [id] of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) drop(id);
  };

  return {
    add(id, pty, size) {
      drop(id);
      const place = { id };
      const terminal = createTerminal({
        pty,
        size,
        copies,
        tell: (change) => {
          for (const viewer of viewersOf(place.id)) viewer.change(change);
        },
        isViewerBehind: () => viewersOf(place.id).some((viewer) => viewer.wantsHold()),
        isWatched: () => viewersOf(place.id).length > 0,
      });
      terminals.set(id, { place, terminal });
      forgetOldest();
      for (const viewer of viewersOf(id)) viewer.ask();
    },
    move(from, to) {
      const moved = terminals.get(from);
      if (moved === undefined || from === to) return;
      drop(to);
      terminals.delete(from);
      moved.place.id = to;
      terminals.set(to, moved);
      for (const viewer of [...viewersOf(from), ...viewersOf(to)]) viewer.ask();
    },
    attach(id, name, deliver) {
      attached += 1;
      const viewer = createViewer({
        epoch: `${epoch}-${attached}`,
        timers,
        deliver,
        view: (show) => {
          const terminal = terminalOf(id);
          if (terminal === undefined) show({ state: 'none' });
          else terminal.view(show);
        },
        onPace: () => terminalOf(id)?.pace(),
      });
      const here = viewers.get(id) ?? new Map<string, Viewer>();
      here.get(name)?.close();
      here.set(name, viewer);
      viewers.set(id, here);
      viewer.ask();
      return () => {
        viewer.close();
        if (here.get(name) === viewer) here.delete(name);
        if (here.size === 0 && viewers.get(id) === here) viewers.delete(id);
        terminalOf(id)?.pace();
      };
    },
    acknowledge: (id, name, cursor) => viewers.get(id)?.get(name)?.acknowledge(cursor),
    write: (id, text) => (terminalOf(id)?.write(text) ? ok(null) : err(NONE)),
    resize: (id, size) => (terminalOf(id)?.resize(size) ? ok(null) : err(NONE)),
    close() {
      for (const id of viewers.keys()) for (const viewer of viewersOf(id)) viewer.close();
      for (const { terminal } of terminals.values()) terminal.close();
      viewers.clear();
      terminals.clear();
    },
  };
}
