import type { SerializeAddon } from '@xterm/addon-serialize';
import type { Terminal } from '@xterm/headless';
import type { PtySize } from '../../ports/pty';
import type { ScreenCopies, ScreenCopy } from '../../ports/screen-copy';
import { createOpenSequence } from './open-sequence';
import { endOf, isPlain } from './plain-output';

const SCROLLBACK_LINES = 2000;
const PIECE = 16 * 1024;
/** So much plain output waits unread, whoever looks; of more only the end is kept. */
const WAITING_MOST = 768 * 1024;
/** An end that is longer would have to be looked for again too soon. */
const END_MOST = WAITING_MOST / 2;
/** After so much reading in a row everything else has its turn. */
const TURN_MS = 5;
/** What nobody looks at may flood, and must not cost the terminal beside it its quick answers. */
const UNWATCHED_TURN_MS = 2;
const UNWATCHED_REST_MS = 6;
/** Of what is not even read, so much between two rests. */
const UNWATCHED_STEP = 64 * 1024;

type Step =
  | { readonly type: 'write'; readonly text: string }
  | { readonly type: 'resize'; readonly size: PtySize }
  | { readonly type: 'screen'; readonly tell: (screen: string) => void };

/*
 * Copies made by xterm itself, without a window. It is fetched by the first who needs it.
 * Plain output asks nothing and switches nothing, so it is not read before somebody wants the screen or something else is
 * written; a flood is hardly read at all (`plain-output.ts`).
 */
export function createHeadlessScreens(): ScreenCopies {
  return { open: (size) => openScreen(size) };
}

function openScreen(size: PtySize): ScreenCopy {
  const steps: Step[] = [];
  /** Plain output that comes after all steps. */
  let waiting: string[] = [];
  let waitingCharacters = 0;
  /** Where a part of the screen scrolls by itself: lines leave it and are kept nowhere. Each of the two screens has its own. */
  const hasRegion = { normal: false, alternate: false };
  const sequence = createOpenSequence();
  let terminal: Terminal | null = null;
  let serializer: SerializeAddon | null = null;
  let backlog = 0;
  let isBusy = false;
  let isClosed = false;
  let turnBeganMs = 0;
  let isUnwatched = true;
  let sinceRest = 0;
  let rest: NodeJS.Timeout | null = null;
  let onDrunk = () => {};
  let onAnswer: (text: string) => void = () => {};

  const begin = async () => {
    const [headless, serialize] = await Promise.all([
      import('@xterm/headless'),
      import('@xterm/addon-serialize'),
    ]);
    const { Terminal } = exportsOf(headless);
    const { SerializeAddon } = exportsOf(serialize);
    if (isClosed) return;
    const options = {
      cols: size.cols,
      rows: size.rows,
      scrollback: SCROLLBACK_LINES,
      allowProposedApi: true,
    };
    terminal = new Terminal(options);
    serializer = new SerializeAddon();
    terminal.loadAddon(serializer);
    terminal.onData((text) => onAnswer(text));
    const { buffer, parser } = terminal;
    parser.registerCsiHandler({ final: 'r' }, (params) => {
      hasRegion[buffer.active.type] = params.some((param) => param !== 0);
      return false;
    });
    isBusy = false;
    next();
  };
  const next = () => {
    if (isBusy || isClosed) return;
    if (steps.length === 0) shorten();
    const step = steps.shift();
    if (step === undefined || terminal === null) return;
    if (step.type === 'resize') terminal.resize(step.size.cols, step.size.rows);
    else if (step.type === 'screen') step.tell(serializer?.serialize({ scrollback: SCROLLBACK_LINES }) ?? '');
    else {
      isBusy = true;
      const piece = step.text.slice(0, PIECE);
      if (step.text.length > PIECE) steps.unshift({ type: 'write', text: step.text.slice(PIECE) });
      terminal.write(piece, () => {
        backlog -= piece.length;
        onDrunk();
        const goOn = () => {
          isBusy = false;
          next();
        };
        // From inside this call xterm goes on at once; from outside it waits for a timer first.
        if (performance.now() - turnBeganMs < (isUnwatched ? UNWATCHED_TURN_MS : TURN_MS)) return goOn();
        const nextTurn = () => {
          turnBeganMs = performance.now();
          goOn();
        };
        if (isUnwatched) setTimeout(nextTurn, UNWATCHED_REST_MS);
        else setImmediate(nextTurn);
      });
      return;
    }
    next();
  };
  const readWaiting = () => {
    if (waitingCharacters === 0) return;
    steps.push({ type: 'write', text: waiting.join('') });
    backlog += waitingCharacters;
    waiting = [];
    waitingCharacters = 0;
  };
  /** Only when everything before was read: whether lines are kept is known then. */
  const shorten = () => {
    if (waitingCharacters <= WAITING_MOST || terminal === null) return;
    const isOpen = sequence.text() !== '';
    if (isOpen && waitingCharacters <= 2 * WAITING_MOST) return;
    const isKept = terminal.buffer.active.type === 'normal' && !hasRegion.normal && !isOpen;
    const kept = { rows: terminal.rows, scrollback: SCROLLBACK_LINES };
    const end = isKept ? endOf(waiting.join(''), kept) : null;
    if (end === null || end.length > END_MOST) return readWaiting();
    waiting = [end];
    waitingCharacters = end.length;
    onDrunk();
  };
  const restAfter = (characters: number) => {
    sinceRest += characters;
    if (sinceRest < UNWATCHED_STEP || rest !== null) return;
    rest = setTimeout(() => {
      rest = null;
      sinceRest = 0;
      onDrunk();
    }, UNWATCHED_REST_MS);
  };
  const put = (step: Step) => {
    if (isClosed) return;
    readWaiting();
    steps.push(step);
    next();
  };

  isBusy = true;
  void begin();
  return {
    write(text) {
      const before = sequence.text();
      sequence.push(text);
      // What has not ended is judged when it has.
      const whole = before + text;
      const ended = whole.slice(0, whole.length - sequence.text().length);
      if (isClosed) return;
      // A sequence whose beginning was read already cannot be left out any more.
      const isBegun = before !== '' && waitingCharacters === 0;
      waiting.push(text);
      waitingCharacters += text.length;
      if (isBegun || !isPlain(ended)) readWaiting();
      else if (isUnwatched) restAfter(text.length);
      next();
    },
    resize: (to) => put({ type: 'resize', size: to }),
    screen: () =>
      new Promise((tell) => {
        const open = sequence.text();
        if (isClosed) tell('');
        else put({ type: 'screen', tell: (drawn) => tell(isClosed ? '' : drawn + open) });
      }),
    beUnwatched(is) {
      isUnwatched = is;
    },
    // What waits is shortened as soon as the rest is read.
    backlog: () => backlog + Math.max(0, waitingCharacters - WAITING_MOST),
    wantsRest: () => rest !== null && isUnwatched,
    onDrunk(tell) {
      onDrunk = tell;
    },
    onAnswer(tell) {
      onAnswer = tell;
    },
    close() {
      isClosed = true;
      if (rest !== null) clearTimeout(rest);
      waiting = [];
      for (const step of steps.splice(0)) if (step.type === 'screen') step.tell('');
      terminal?.dispose();
    },
  };
}

/** Not bundled, a CommonJS package comes whole under `default`. */
function exportsOf<T extends object>(module: T): T {
  return 'default' in module ? (module.default as T) : module;
}
