/*
 * A chord is one stroke or several in a row: `mod+k`, `shift+f`, `g b`, `?`. `mod` is Cmd on macOS, Ctrl elsewhere.
 * K1  A stroke without mod, ctrl, alt or meta never fires while a field or an open menu has the keys, nor does one
 *     that edits text there (undo, copy).
 * K2  A sequence that goes nowhere is forgotten, and its last stroke may begin a new one.
 * K3  When a chord is both complete and the start of a longer one, the complete one fires.
 * K4  In a place with keys of its own its actions alone hear letters, and nowhere else.
 */
export type Platform = 'mac' | 'other';

export type Stroke = {
  readonly mod: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly meta: boolean;
  readonly key: string;
};

/** The part of a keyboard event we look at. */
export type KeyPress = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
};

const MODIFIERS = new Set(['mod', 'ctrl', 'alt', 'shift', 'meta']);
const MODIFIER_KEYS = new Set(['control', 'alt', 'shift', 'meta', 'altgraph', 'capslock']);

export function parseChord(text: string): readonly Stroke[] | null {
  const strokes = text.trim().toLowerCase().split(/\s+/).map(parseStroke);
  return strokes.every((stroke) => stroke !== null) ? strokes : null;
}

function parseStroke(text: string): Stroke | null {
  const parts = text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
  const key = text === '+' ? '+' : parts.at(-1);
  const modifiers = text === '+' ? [] : parts.slice(0, -1);
  if (key === undefined || key === '' || MODIFIERS.has(key)) return null;
  if (!modifiers.every((name) => MODIFIERS.has(name))) return null;
  const has = (name: string) => modifiers.includes(name);
  return { mod: has('mod'), ctrl: has('ctrl'), alt: has('alt'), shift: has('shift'), meta: has('meta'), key };
}

export function matches(stroke: Stroke, press: KeyPress, platform: Platform): boolean {
  const wantsCtrl = stroke.ctrl || (stroke.mod && platform === 'other');
  const wantsMeta = stroke.meta || (stroke.mod && platform === 'mac');
  if (press.ctrlKey !== wantsCtrl || press.metaKey !== wantsMeta || press.altKey !== stroke.alt) return false;
  const key = keyName(press.key);
  // A sign such as `?` is typed with Shift on some keyboards and without on others.
  if (!stroke.shift && isSign(stroke.key)) return key === stroke.key;
  if (press.shiftKey !== stroke.shift) return false;
  // With Shift or Alt the key's own letter may be hidden behind another sign; the place on the keyboard is not.
  return key === stroke.key || keyOfCode(press.code) === stroke.key;
}

export function isModifierAlone(press: KeyPress): boolean {
  return MODIFIER_KEYS.has(press.key.toLowerCase());
}

/** K1: would this stroke write or edit something in a field? */
function isForText(stroke: Stroke): boolean {
  const isHeld = stroke.mod || stroke.ctrl || stroke.alt || stroke.meta;
  if (isHeld) return stroke.mod && !stroke.alt && /^([acvxyz]|arrow\w+|backspace|delete)$/.test(stroke.key);
  return !/^(f\d{1,2}|escape)$/.test(stroke.key);
}

export type Binding = {
  readonly id: string;
  readonly chord: readonly Stroke[];
  /** The only place in which it counts. */
  readonly within?: string | undefined;
};
export type Pressed = { readonly run: readonly string[]; readonly pending: readonly KeyPress[] };

/** `run` lists every action the keys fit, the first that can run takes it. `place`: what has keys of its own around them. */
export function press(
  bindings: readonly Binding[],
  pending: readonly KeyPress[],
  next: KeyPress,
  platform: Platform,
  isTyping: boolean,
  place: string | null = null,
): Pressed {
  const typed = [...pending, next];
  const fitting = bindings.filter(({ chord, within }) => {
    if (within !== undefined && within !== place) return false;
    const isHeldBack = isTyping && within === undefined;
    return (
      chord.length >= typed.length &&
      typed.every((one, index) => {
        const stroke = chord[index];
        return stroke !== undefined && matches(stroke, one, platform) && !(isHeldBack && isForText(stroke));
      })
    );
  });
  const complete = fitting.filter(({ chord }) => chord.length === typed.length);
  if (complete.length > 0) return { run: complete.map(({ id }) => id), pending: [] };
  if (fitting.length > 0) return { run: [], pending: typed };
  return pending.length > 0 ? press(bindings, [], next, platform, isTyping, place) : { run: [], pending: [] };
}

const NAMES: Record<string, string> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  enter: '↵',
  escape: 'Esc',
  space: 'Space',
  backspace: '⌫',
  delete: 'Del',
};

/** As a person reads it: `⌘K`, `Ctrl+K`, `G B`. */
export function formatChord(text: string, platform: Platform): string {
  const strokes = parseChord(text);
  if (strokes === null) return text;
  return strokes.map((stroke) => formatStroke(stroke, platform)).join(' ');
}

function formatStroke(stroke: Stroke, platform: Platform): string {
  const key = NAMES[stroke.key] ?? (stroke.key.length === 1 ? stroke.key.toUpperCase() : capital(stroke.key));
  if (platform === 'mac') {
    const held = [
      stroke.ctrl && '⌃',
      stroke.alt && '⌥',
      stroke.shift && '⇧',
      (stroke.mod || stroke.meta) && '⌘',
    ];
    return `${held.filter(Boolean).join('')}${key}`;
  }
  const held = [
    (stroke.mod || stroke.ctrl) && 'Ctrl',
    stroke.alt && 'Alt',
    stroke.shift && 'Shift',
    stroke.meta && 'Meta',
  ];
  return [...held.filter(Boolean), key].join('+');
}

/** The chord a press stands for, for a person who records a new one. */
export function chordOf(pressed: KeyPress, platform: Platform): string | null {
  if (isModifierAlone(pressed)) return null;
  const key = keyName(pressed.key);
  const named = isSign(key) && (pressed.ctrlKey || pressed.altKey) ? (keyOfCode(pressed.code) ?? key) : key;
  const isMod = platform === 'mac' ? pressed.metaKey : pressed.ctrlKey;
  const parts = [
    isMod && 'mod',
    platform === 'mac' && pressed.ctrlKey && 'ctrl',
    platform === 'other' && pressed.metaKey && 'meta',
    pressed.altKey && 'alt',
    pressed.shiftKey && !(isSign(named) && named === key) && 'shift',
    named,
  ];
  return parts.filter(Boolean).join('+');
}

function keyName(key: string): string {
  return key === ' ' ? 'space' : key.toLowerCase();
}

function keyOfCode(code: string): string | null {
  const plain = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code);
  if (plain) return (plain[1] ?? plain[2] ?? '').toLowerCase();
  const signs: Record<string, string> = {
    BracketLeft: '[',
    BracketRight: ']',
    Backslash: '\\',
    Period: '.',
    Comma: ',',
    Slash: '/',
    Minus: '-',
    Equal: '=',
  };
  return signs[code] ?? null;
}

function isSign(key: string): boolean {
  return key.length === 1 && !/[\p{L}\p{N}]/u.test(key);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
