import type { SerializeAddon } from '@xterm/addon-serialize';
import type { Terminal } from '@xterm/headless';
import type { PtySize } from '../../ports/pty';
import type { ScreenCopies, ScreenCopy } from '../../ports/screen-copy';
import { createOpenSequence } from './open-sequence';

const SCROLLBACK_LINES = 2000;
const PIECE = 16 * 1024;
/** After so much reading in a row everything else has its turn. */
const TURN_MS = 5;
/** What nobody looks at may flood, and must not cost the terminal beside it its quick answers. */
const UNWATCHED_TURN_MS = 2;
const UNWATCHED_REST_MS = 6;

type Step =
  | { readonly type: 'write'; readonly text: string }
  | { readonly type: 'resize'; readonly size: PtySize }
  | { readonly type: 'screen'; readonly tell: (screen: string) => void };

/** Copies made by xterm itself, without a window. It is fetched by the first who needs it. */
export function createHeadlessScreens(): ScreenCopies {
  return { open: (size) => openScreen(size) };
}

function openScreen(size: PtySize): ScreenCopy {
  const steps: Step[] = [];
  const sequence = createOpenSequence();
  let terminal: Terminal | null = null;
  let serializer: SerializeAddon | null = null;
  let backlog = 0;
  let isBusy = false;
  let isClosed = false;
  let turnBeganMs = 0;
  let isUnwatched = true;
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
    isBusy = false;
    next();
  };
  const next = () => {
    if (isBusy || isClosed) return;
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
  const put = (step: Step) => {
    if (isClosed) return;
    steps.push(step);
    next();
  };

  isBusy = true;
  void begin();
  return {
    write(text) {
      backlog += text.length;
      sequence.push(text);
      put({ type: 'write', text });
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
    backlog: () => backlog,
    onDrunk(tell) {
      onDrunk = tell;
    },
    onAnswer(tell) {
      onAnswer = tell;
    },
    close() {
      isClosed = true;
      for (const step of steps.splice(0)) if (step.type === 'screen') step.tell('');
      terminal?.dispose();
    },
  };
}

/** Not bundled, a CommonJS package comes whole under `default`. */
function exportsOf<T extends object>(module: T): T {
  return 'default' in module ? (module.default as T) : module;
}
