import { SerializeAddon } from '@xterm/addon-serialize';
import { Terminal } from '@xterm/headless';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHeadlessScreens } from './headless-screens';

function open(cols = 20, rows = 3) {
  const copy = createHeadlessScreens().open({ cols, rows });
  onTestFinished(copy.close);
  const answers: string[] = [];
  copy.onAnswer((text) => answers.push(text));
  return { copy, answers };
}

/** Two million characters of what a build writes. */
const FLOOD = Array.from(
  { length: 40_000 },
  (_, i) =>
    `\x1b[3${i % 8}m✓ part ${i}\x1b[39m \x1b[2m(${i % 13} ms)\x1b[22m\x1b[K ${'='.repeat(i % 40)}\r\n`,
).join('');

/** xterm that reads every letter. */
async function readWhole(text: string, cols = 20, rows = 3): Promise<string> {
  const terminal = new Terminal({ cols, rows, scrollback: 2000, allowProposedApi: true });
  const serializer = new SerializeAddon();
  terminal.loadAddon(serializer);
  await new Promise<void>((done) => terminal.write(text, done));
  const screen = serializer.serialize({ scrollback: 2000 });
  terminal.dispose();
  return screen;
}

/** Cut in the middle of sequences too. */
function writeInPieces(write: (text: string) => void, text: string): void {
  for (let at = 0; at < text.length; at += 4093) write(text.slice(at, at + 4093));
}

describe('a terminal nobody looks at', () => {
  it.each([
    ['alone', '', ''],
    ['after modes and before a jump', '\x1b[?2004h\x1b[4mbefore', 'end\x1b[1;2Hjump'],
    ['in a part that scrolls', '\x1b[1;2r', 'end'],
    [
      'in a part that scrolls, after another screen without one',
      '\x1b[1;2r\x1b[?1049h\x1b[r\x1b[?1049l',
      'end',
    ],
    ['in another screen, and back', 'under\x1b[?1049h', '\x1b[?1049lback'],
    ['behind the beginning of a sequence', '\x1b[?25l\x1b[4', 'end'],
  ])('Y1 a flood is the screen that whoever read all of it has: %s', async (_where, before, after) => {
    const { copy } = open();
    copy.write(before);
    await copy.screen();
    const flood = before.endsWith('[4') ? `4m${FLOOD}` : FLOOD;
    writeInPieces(copy.write, flood);
    copy.write(after);
    expect(await copy.screen()).toBe(await readWhole(before + flood + after));
    expect(copy.backlog()).toBe(0);
  });

  it('Y1 a sequence that has not ended stays at the end of a flood', async () => {
    const { copy } = open();
    writeInPieces(copy.write, `${FLOOD}\x1b[38;2`);
    expect(await copy.screen()).toBe(`${await readWhole(FLOOD)}\x1b[38;2`);
  });

  it('Y3 a flood that nobody asks about is not kept, and holds no program', async () => {
    const { copy } = open();
    await copy.screen();
    writeInPieces(copy.write, FLOOD);
    expect(copy.backlog()).toBe(0);
  });

  it('Y3 one of lines too long to keep is read, and holds the program while it is', async () => {
    const { copy } = open();
    await copy.screen();
    const text = `${'x'.repeat(400)}\r\n`.repeat(3000);
    copy.write(text);
    expect(copy.backlog()).toBe(text.length);
    expect(await copy.screen()).toBe(await readWhole(text));
  });

  it('a flood that nobody looks at rests again and again; one that is looked at does not', async () => {
    const { copy } = open();
    await copy.screen();
    const rested = new Promise<void>((done) => copy.onDrunk(() => copy.wantsRest() || done()));
    copy.write('line\r\n'.repeat(20_000));
    expect(copy.wantsRest()).toBe(true);
    await rested;
    copy.beUnwatched(false);
    copy.write('line\r\n'.repeat(20_000));
    expect(copy.wantsRest()).toBe(false);
  });

  it('Y2 a question in the middle of a flood is answered without anybody looking', async () => {
    const { copy, answers } = open();
    writeInPieces(copy.write, `${FLOOD}ab\x1b[6n`);
    copy.write(FLOOD);
    await vi.waitFor(() => expect(answers).toEqual(['\x1b[3;3R']), { timeout: 20_000, interval: 5 });
  });

  it('Y1 a screen holds exactly what was written before it was asked for', async () => {
    const { copy } = open();
    copy.write('a'.repeat(100_000));
    copy.write('\r\nbefore');
    const screen = copy.screen();
    copy.write('after');
    copy.resize({ cols: 40, rows: 3 });
    expect(await screen).toMatch(/before$/);
    expect(await copy.screen()).toMatch(/beforeafter$/);
    expect(copy.backlog()).toBe(0);
  });

  it('Y1 a character cut in two by a piece stays one', async () => {
    const { copy } = open(20, 3);
    copy.write(`${'\x1b[0m'.repeat(8191)}abc\u{1f600}d`);
    expect(await copy.screen()).toBe('abc\u{1f600}d');
  });

  it('Y2 answers the questions of a program, and nothing that would betray a secret', async () => {
    const { copy, answers } = open();
    copy.write('\x1b[c\x1b]0;rm -rf ~\x07\x1b[21t\x1b]52;c;?\x07\x1b]52;c;ZXZpbA==\x07\x1b[5n');
    await copy.screen();
    expect(answers).toEqual(['\x1b[?1;2c', '\x1b[0n']);
  });

  it('Y3 keeps so many lines and no more', async () => {
    const { copy } = open();
    copy.write(Array.from({ length: 10_000 }, (_, i) => `line ${i}\r\n`).join(''));
    const screen = await copy.screen();
    expect(screen).toContain('line 9999');
    expect(screen.split('\n').length).toBeLessThan(2100);
  });

  it('modes come along', async () => {
    const { copy } = open();
    copy.write('under\x1b[?1049h\x1b[?2004hover');
    const screen = await copy.screen();
    expect(screen).toMatch(/under.*\?1049h.*over.*\?2004h/s);
  });

  it('closed, it answers with nothing instead of never', async () => {
    const { copy } = open();
    const screen = copy.screen();
    copy.close();
    expect(await screen).toBe('');
    expect(await copy.screen()).toBe('');
  });
});
