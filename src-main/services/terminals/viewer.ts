import type { Cursor, Frame } from '@domain/feed';
import { type TerminalChange, type TerminalView, VIEWER_WINDOW } from '@domain/terminal';
import type { Timers } from '../../ports/timers';

export const FRAME_MS = 16;
/** Drawing costs a window more than reading: what nobody can follow with the eye is drawn less often. */
export const FLOOD_FRAME_MS = 50;
/** More in one frame than a program writes that draws its whole screen anew. */
export const FLOOD_CHARACTERS = 64 * 1024;
/** Whoever acknowledges nothing for so long is no longer waited for. */
export const STALL_MS = 5000;
const FRAME_CHARACTERS = VIEWER_WINDOW / 2;

/*
 * One window that looks at one terminal.
 *   asking (for a screen) -> live <-> behind (has not acknowledged enough) -> lost (for too long)
 *   lost -> asking, with its next acknowledgement
 * V1  It gets a screen, then every change since exactly that screen, in order; a new screen stands for all that it missed.
 * V2  At most one frame per 16 ms, one per 50 ms while it floods, and the first after a pause at once.
 * V3  Never more than a window's worth is on its way. While it is behind it wants the program held.
 * V4  A lost one holds nobody and costs nothing.
 */
export type Viewer = {
  change(change: TerminalChange): void;
  /** Everything so far is void: the screen to come replaces it. */
  ask(): void;
  acknowledge(cursor: Cursor): void;
  wantsHold(): boolean;
  close(): void;
};

export type ViewerDeps = {
  readonly epoch: string;
  readonly timers: Timers;
  readonly deliver: (frame: Frame<TerminalView, TerminalChange>) => void;
  /** Shows, now or later, the screen as it is at this moment. */
  readonly view: (show: (view: TerminalView) => void) => void;
  readonly onPace: () => void;
};

export function createViewer({ epoch, timers, deliver, view, onPace }: ViewerDeps): Viewer {
  let state: 'asking' | 'live' | 'behind' | 'lost' = 'asking';
  let waiting: TerminalChange[] = [];
  let waitingCharacters = 0;
  const onTheWay: { readonly seq: number; readonly characters: number }[] = [];
  let unacknowledged = 0;
  let seq = 0;
  let stopFrame: (() => void) | null = null;
  let stopStall: (() => void) | null = null;

  const send = (characters: number, frame: (cursor: Cursor) => Frame<TerminalView, TerminalChange>) => {
    seq += 1;
    unacknowledged += characters;
    onTheWay.push({ seq, characters });
    deliver(frame({ epoch, seq }));
  };
  const forget = () => {
    waiting = [];
    waitingCharacters = 0;
  };
  const pace = () => {
    if (state === 'asking' || state === 'lost') return;
    const open = unacknowledged + waitingCharacters;
    const was = state;
    if (open > VIEWER_WINDOW) state = 'behind';
    else if (open <= VIEWER_WINDOW / 2) state = 'live';
    if (state === 'behind') stopStall ??= timers.after(STALL_MS, giveUp);
    else if (was === 'behind') {
      stopStall?.();
      stopStall = null;
    }
    if (was !== state) onPace();
  };
  const giveUp = () => {
    stopStall = null;
    state = 'lost';
    forget();
    onPace();
  };

  const flush = () => {
    if (state === 'asking' || state === 'lost' || stopFrame !== null) return;
    if (waiting.length === 0 || unacknowledged > VIEWER_WINDOW) return;
    let sent = 0;
    for (const change of takeFrame()) {
      const characters = change.type === 'output' ? change.text.length : 0;
      sent += characters;
      send(characters, (cursor) => ({ type: 'change', cursor, change }));
    }
    stopFrame = timers.after(sent < FLOOD_CHARACTERS ? FRAME_MS : FLOOD_FRAME_MS, () => {
      stopFrame = null;
      flush();
    });
    pace();
  };
  /** Neighbouring output as one; what is too much for a frame stays. */
  const takeFrame = (): TerminalChange[] => {
    const taken: TerminalChange[] = [];
    const texts: string[] = [];
    let room = FRAME_CHARACTERS;
    const closeText = () => {
      if (texts.length > 0) taken.push({ type: 'output', text: texts.splice(0).join('') });
    };
    for (let change = waiting[0]; change !== undefined && room > 0; change = waiting[0]) {
      waiting.shift();
      if (change.type !== 'output') {
        closeText();
        taken.push(change);
        continue;
      }
      const text = change.text.slice(0, room);
      if (change.text.length > room) waiting.unshift({ type: 'output', text: change.text.slice(room) });
      texts.push(text);
      room -= text.length;
      waitingCharacters -= text.length;
    }
    closeText();
    return taken;
  };

  let asked = 0;
  const ask = () => {
    asked += 1;
    const question = asked;
    state = 'asking';
    forget();
    stopStall?.();
    stopStall = null;
    onPace();
    view((shown) => {
      // A newer question stands for this one.
      if (question === asked) show(shown);
    });
  };
  const show = (shown: TerminalView) => {
    state = 'live';
    onTheWay.length = 0;
    unacknowledged = 0;
    const characters = shown.state === 'none' ? 0 : shown.screen.length;
    send(characters, (cursor) => ({ type: 'snapshot', cursor, value: shown }));
    flush();
    pace();
  };

  return {
    ask,
    change(change) {
      if (state === 'lost') return;
      waiting.push(change);
      if (change.type === 'output') waitingCharacters += change.text.length;
      flush();
      pace();
    },
    acknowledge(cursor) {
      if (cursor.epoch !== epoch) return;
      while ((onTheWay[0]?.seq ?? Number.POSITIVE_INFINITY) <= cursor.seq)
        unacknowledged -= onTheWay.shift()?.characters ?? 0;
      if (state === 'lost') {
        ask();
        return;
      }
      // It moves, however slowly: what is given up is silence.
      if (stopStall !== null) {
        stopStall();
        stopStall = timers.after(STALL_MS, giveUp);
      }
      flush();
      pace();
    },
    wantsHold: () => state === 'behind',
    close() {
      asked += 1;
      state = 'lost';
      forget();
      stopFrame?.();
      stopStall?.();
    },
  };
}
