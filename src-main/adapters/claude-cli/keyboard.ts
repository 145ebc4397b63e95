import type { Pty } from '../../ports/pty';
import type { Timers } from '../../ports/timers';

/*
 * What we type into Claude's terminal.
 * Y1  A prompt is pasted as one piece and holds no key: what could end the paste or be read as a key is taken out.
 * Y2  Enter follows once Claude has drawn something, so that it is a key of its own and not part of the paste.
 * Y3  A dialog that has opened since gets no Enter of ours: it would say yes.
 * Y4  A picture is the path of its file, pasted alone: Claude reads the file and puts a mark in its place. Before every mark is
 *     there no Enter is written, so that no prompt goes without its pictures.
 */
export type Keyboard = {
  /** Resolves when the prompt and its Enter are written; false: the Enter might not be written any more. */
  prompt(text: string, mayEnter: () => boolean, pictures?: readonly string[]): Promise<boolean>;
  /** Ctrl+C twice, at an empty line: `/exit` would stand in the record, and Claude would answer it on the next resume. */
  leave(): Promise<void>;
  enter(): void;
  escape(): void;
  clearLine(): void;
};

const DRAWN_WITHIN_MS = 2000;
const SETTLED_MS = 120;
const READ_WITHIN_MS = 10_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: words on a screen are parted by movements, not by blanks
const MOVEMENT = /\x1b\[[0-9;?]*[A-Za-z]/g;
const MARK = /\[Image\s*#(\d+)\]/g;

export function createKeyboard(pty: Pick<Pty, 'write' | 'onData'>, timers: Timers): Keyboard {
  const pause = (ms: number) => new Promise<void>((resolve) => void timers.after(ms, resolve));
  const drawn = () =>
    new Promise<void>((resolve) => {
      const cancel = timers.after(DRAWN_WITHIN_MS, () => {
        stop();
        resolve();
      });
      const stop = pty.onData(() => {
        stop();
        cancel();
        resolve();
      });
    });
  /** Resolves with whether a mark was drawn that is not among `known`, which it joins. */
  const marked = (known: Set<string>) =>
    new Promise<boolean>((resolve) => {
      let shown = '';
      const settle = (isMarked: boolean) => {
        stop();
        cancel();
        resolve(isMarked);
      };
      const cancel = timers.after(READ_WITHIN_MS, () => settle(false));
      const stop = pty.onData((text) => {
        shown += text;
        const mark = [...shown.replace(MOVEMENT, '').matchAll(MARK)].find(([one]) => !known.has(one));
        if (mark === undefined) return;
        known.add(mark[0]);
        settle(true);
      });
    });
  return {
    async prompt(text, mayEnter, pictures = []) {
      const seen = drawn();
      const plain = plainPrompt(text);
      // A menu of completions behind a last `@word` would take the Enter; a mark would stick to the last word.
      const end = pictures.length > 0 || /@\S*$/.test(plain) ? ' ' : '';
      pty.write(`\x1b[200~${plain}${end}\x1b[201~`);
      await seen;
      await pause(SETTLED_MS);
      const marks = new Set<string>();
      for (const path of pictures) {
        if (!mayEnter()) return false;
        const isThere = marked(marks);
        pty.write(`\x1b[200~${path}\x1b[201~`);
        if (!(await isThere)) return false;
        await pause(SETTLED_MS);
      }
      if (!mayEnter()) return false;
      pty.write('\r');
      return true;
    },
    async leave() {
      const seen = drawn();
      pty.write('\x15');
      pty.write('\x03');
      await seen;
      await pause(SETTLED_MS);
      pty.write('\x03');
    },
    enter: () => pty.write('\r'),
    escape: () => pty.write('\x1b'),
    clearLine: () => pty.write('\x15'),
  };
}

/** Line breaks and tabs stay; every other control character is a key. */
export function plainPrompt(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
