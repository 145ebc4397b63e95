import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '@domain/result';
import type { SendRefused } from '../../ports/claude-driver';
import { type Keyboard, plainPrompt } from './keyboard';

type Waiting = {
  readonly id: string;
  readonly text: string;
  readonly settle: (sent: Result<null, SendRefused>) => void;
};

/*
 * Prompts on their way into Claude's input line.
 * L1  One at a time, and only when Claude is ready: keys that come while a dialog is open would answer it.
 * L2  Typed is not taken: Claude has a prompt when it says so, begins to work, or opens something.
 * L3  What was not taken is taken out of the input line and said; it is not typed again by itself.
 */
export type PromptLine = {
  send(text: string, id: string): Promise<Result<null, SendRefused>>;
  /** Claude was started with it. */
  given(text: string): void;
  /** Claude says that it was given this prompt, by us or by a person in its terminal. */
  heard(text: string): void;
  /** Claude does something: it must have taken what was typed. */
  taken(): void;
  isTyping(): boolean;
  /** Called again and again while something is under way. */
  look(): void;
  close(): void;
};

export type PromptLineDeps = {
  readonly keyboard: () => Keyboard | null;
  readonly isReady: () => boolean;
  /** False: something is open that an Enter would answer. */
  readonly mayEnter: () => boolean;
  readonly onTaken: (id: string, text: string) => void;
  readonly onRefused: (why: string) => void;
};

const LOOKS_BEFORE_ENTER = 10;
const LOOKS_BEFORE_REFUSAL = 60;
const NOT_TAKEN =
  'Claude did not take the prompt. Look into the Terminal tab: something else may be open there.';

export function createPromptLine(deps: PromptLineDeps): PromptLine {
  const waiting: Waiting[] = [];
  let current: Waiting | null = null;
  let isTyped = false;
  let looks = 0;
  /** Taken without a word from a hook, whose word may still come. */
  let unsaid: string | null = null;

  const take = (text: string) => {
    const taken = current;
    if (taken === null) return;
    current = null;
    deps.onTaken(taken.id, text);
    taken.settle(ok(null));
  };
  const typeNext = () => {
    if (current !== null || waiting.length === 0 || !deps.isReady()) return;
    const next = waiting.shift() ?? null;
    current = next;
    isTyped = false;
    looks = 0;
    // A half-typed line would become part of the prompt. Claude keeps what is taken out: Ctrl+Y brings it back.
    deps.keyboard()?.clearLine();
    void deps
      .keyboard()
      ?.prompt(next?.text ?? '', deps.mayEnter)
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

  return {
    send: (text, id) =>
      new Promise((settle) => {
        waiting.push({ id, text: plainPrompt(text).trim(), settle });
        typeNext();
      }),
    given(text) {
      current = { id: randomUUID(), text: text.trim(), settle: () => {} };
      isTyped = true;
      looks = Number.NEGATIVE_INFINITY;
    },
    heard(text) {
      const said = text.trim();
      if (said === unsaid) {
        unsaid = null;
        return;
      }
      if (current !== null && said.includes(current.text)) return take(said);
      deps.onTaken(randomUUID(), said);
    },
    taken() {
      if (current === null || !isTyped) return;
      // A command is never said by a hook.
      unsaid = current.text.startsWith('/') ? null : current.text;
      take(current.text);
    },
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
