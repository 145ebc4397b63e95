import { describe, expect, it, onTestFinished } from 'vitest';
import { createHeadlessScreens } from './headless-screens';

function open(cols = 20, rows = 3) {
  const copy = createHeadlessScreens().open({ cols, rows });
  onTestFinished(copy.close);
  const answers: string[] = [];
  copy.onAnswer((text) => answers.push(text));
  return { copy, answers };
}

describe('a terminal nobody looks at', () => {
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
