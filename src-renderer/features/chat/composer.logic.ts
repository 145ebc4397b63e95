export type ComposerKey = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
};

export type ComposerAct = 'send' | 'stop' | 'nothing' | 'earlier' | 'later' | null;

export type ComposerPlace = {
  readonly text: string;
  readonly caret: number;
  readonly isBusy: boolean;
  readonly isRecalling: boolean;
  /** What the person chose to send with; the other key breaks the line. */
  readonly sendWith: 'enter' | 'mod+enter';
};

/** What a key does in the composer; null leaves it to the field. */
export function composerAct(press: ComposerKey, place: ComposerPlace): ComposerAct {
  // Enter ends the composition of a word in many languages; that is not sending.
  if (press.isComposing) return null;
  const isPlain = !press.shiftKey && !press.altKey && !press.ctrlKey && !press.metaKey;
  switch (press.key) {
    case 'Enter':
      if (press.ctrlKey || press.metaKey) return 'send';
      return press.shiftKey || press.altKey || place.sendWith !== 'enter' ? null : 'send';
    case 'Escape':
      // It never closes the panel around it.
      return place.isBusy ? 'stop' : 'nothing';
    case 'ArrowUp':
      return isPlain && (place.text === '' || (place.isRecalling && place.caret === 0)) ? 'earlier' : null;
    case 'ArrowDown':
      return isPlain && place.isRecalling && place.caret === place.text.length ? 'later' : null;
    default:
      return null;
  }
}

/** Steps through earlier prompts, newest first; past the newest lies the empty field. */
export function recalled(
  prompts: readonly string[],
  step: number | null,
  way: 'earlier' | 'later',
): { readonly step: number | null; readonly text: string } | null {
  const next = way === 'earlier' ? (step ?? -1) + 1 : (step ?? 0) - 1;
  if (next < 0) return { step: null, text: '' };
  const text = prompts[prompts.length - 1 - next];
  return text === undefined ? null : { step: next, text };
}

const MOST_DRAFTS = 50;

/** Drafts by session, the latest last; an empty one is none, and very old ones make room. */
export function keepDraft(
  drafts: Readonly<Record<string, string>>,
  session: string,
  text: string,
): Readonly<Record<string, string>> {
  const { [session]: _, ...others } = drafts;
  const entries = Object.entries(others).slice(-(MOST_DRAFTS - 1));
  return Object.fromEntries(text.trim() === '' ? entries : [...entries, [session, text]]);
}

export function readDrafts(kept: unknown): Readonly<Record<string, string>> {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** "3 new, 1 asks" for a reader who scrolled up; null when there is nothing to say. */
export function pillWords(news: number, asks: number): string | null {
  const parts = [news > 0 ? `${news} new` : null, asks > 0 ? `${asks} ask${asks === 1 ? 's' : ''}` : null];
  const words = parts.filter((part) => part !== null).join(', ');
  return words === '' ? null : words;
}
