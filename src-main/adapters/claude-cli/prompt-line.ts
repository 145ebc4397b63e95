import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '@domain/result';
import type { Message } from '@domain/session/message';
import type { SendRefused } from '../../ports/claude-driver';
import { type Keyboard, plainPrompt } from './keyboard';
import { isCommandOf } from './provisional';
import { wordsOf } from './terminal-turn';

type Waiting = {
  readonly id: string;
  readonly text: string;
  /** The files of the pictures that go along. */
  readonly pictures: readonly string[];
  readonly settle: (sent: Result<null, SendRefused>) => void;
};

/*
 * Prompts on their way into Claude's input line.
 * L1  One at a time, and only when Claude is ready: keys that come while a dialog is open would answer it.
 * L2  Typed is not taken: Claude has a prompt when a hook says it or when it stands in the record, whichever is first. Of a
 *     command no hook tells, and it may stand in the record only when it is done: there it is enough that Claude works.
 * L3  What was not taken is taken out of the input line and said; it is not typed again by itself.
 * L4  What waits to be typed can be taken back.
 */
export type PromptLine = {
  send(text: string, id: string, pictures?: readonly string[]): Promise<Result<null, SendRefused>>;
  /** Claude was started with it. */
  given(text: string, id: string): void;
  /** One that waits to be typed: true, it will not be. */
  takeBack(id: string): boolean;
  /** A hook says that Claude was given this prompt, by us or by a person in its terminal. False: that was known. */
  heard(text: string): boolean;
  /** These stand in the record. */
  recorded(messages: readonly Message[]): void;
  /** Claude works, or opens something. */
  working(): void;
  /** Claude has gone on as another session: only a command does that. */
  replaced(): void;
  isTyping(): boolean;
  /** Called again and again while something is under way. */
  look(): void;
  close(): void;
};

export type PromptLineDeps = {
  readonly keyboard: () => Keyboard | null;
  readonly now: () => string;
  readonly isReady: () => boolean;
  /** False: something is open that an Enter would answer. */
  readonly mayEnter: () => boolean;
  /** `at`: when it was recorded, if that is how it is known; then its turn may be over already. */
  readonly onTaken: (id: string, text: string, at: string | null) => void;
  readonly onRefused: (why: string) => void;
};

const LOOKS_BEFORE_ENTER = 10;
const LOOKS_BEFORE_REFUSAL = 60;
const NOT_TAKEN =
  'Claude did not take the prompt. Look into the Terminal tab: something else may be open there.';

export function createPromptLine(deps: PromptLineDeps): PromptLine {
  const waiting: Waiting[] = [];
  let current: Waiting | null = null;
  let typedAt = '';
  let isTyped = false;
  let looks = 0;
  /** Taken without a word from a hook, whose word may still come. */
  let unsaid: string | null = null;

  const take = (text: string, at: string | null = null) => {
    const taken = current;
    if (taken === null) return;
    current = null;
    deps.onTaken(taken.id, text, at);
    taken.settle(ok(null));
  };
  const typeNext = () => {
    if (current !== null || waiting.length === 0 || !deps.isReady()) return;
    const next = waiting.shift() ?? null;
    current = next;
    typedAt = deps.now();
    isTyped = false;
    looks = 0;
    // A half-typed line would become part of the prompt. Claude keeps what is taken out: Ctrl+Y brings it back.
    deps.keyboard()?.clearLine();
    void deps
      .keyboard()
      ?.prompt(next?.text ?? '', deps.mayEnter, next?.pictures)
      .then((isEntered) => {
        if (current !== next) return;
        if (isEntered) isTyped = true;
        else giveUp();
      });
  };
  const giveUp = () => {
    const refused = current;
    current = null;
    deps.keyboard()?.clearLine();
    deps.onRefused(NOT_TAKEN);
    refused?.settle(err({ code: 'not-taken' }));
  };
  const takeCommand = () => {
    if (current !== null && isTyped && isCommand(current.text)) take(current.text, typedAt);
  };

  return {
    send: (text, id, pictures = []) =>
      new Promise((settle) => {
        waiting.push({ id, text: plainPrompt(text).trim(), pictures, settle });
        typeNext();
      }),
    takeBack(id) {
      const at = waiting.findIndex((one) => one.id === id);
      if (at === -1) return false;
      for (const one of waiting.splice(at, 1)) one.settle(err({ code: 'not-taken' }));
      return true;
    },
    given(text, id) {
      current = { id, text: text.trim(), pictures: [], settle: () => {} };
      typedAt = deps.now();
      isTyped = true;
      looks = Number.NEGATIVE_INFINITY;
    },
    heard(text) {
      const said = text.trim();
      if (unsaid !== null && isSame(said, unsaid)) {
        unsaid = null;
        return false;
      }
      if (current !== null && isSame(said, current.text)) take(said);
      else deps.onTaken(randomUUID(), said, null);
      return true;
    },
    recorded(messages) {
      for (const message of messages) {
        if (current === null || message.timestamp < typedAt || !holds(message, current.text)) continue;
        const said = message.notice === 'command' ? current.text : wordsOf(message).trim();
        unsaid = isCommand(current.text) ? null : current.text;
        take(said, message.timestamp);
      }
    },
    working: takeCommand,
    replaced: takeCommand,
    isTyping: () => current !== null || waiting.length > 0,
    look() {
      if (current === null) return typeNext();
      if (!isTyped || !deps.isReady()) return;
      looks += 1;
      // A menu of completions takes the first Enter.
      if (looks === LOOKS_BEFORE_ENTER) deps.keyboard()?.enter();
      if (looks > LOOKS_BEFORE_REFUSAL) giveUp();
    },
    close() {
      for (const one of [...(current === null ? [] : [current]), ...waiting.splice(0)])
        one.settle(err({ code: 'no-process' }));
      current = null;
    },
  };
}

/** `/compact`, `!ls`. A path is none: Claude takes it for a prompt. */
function isCommand(text: string): boolean {
  return /^(?:!|\/[\w:.-]+(?:\s|$))/.test(text);
}

/** A half-typed line in front belongs to it, and Claude writes blanks in its own way. */
function isSame(said: string, typed: string): boolean {
  return blanks(said).includes(blanks(typed));
}

function blanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function holds(message: Message, text: string): boolean {
  if (message.agent_id !== undefined || message.role === 'assistant') return false;
  if (message.notice === 'command') return isCommandOf(message, text);
  return message.role === 'user' && message.notice === undefined && isSame(wordsOf(message), text);
}
