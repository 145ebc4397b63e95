import type { Frame } from '@domain/feed';
import { ACKNOWLEDGE_AFTER, type TerminalChange, type TerminalView } from '@domain/terminal';
import { describe, expect, it } from 'vitest';
import { createShownFrames } from './shown-frames';
import { createTyping } from './typed-text';

type AnyFrame = Frame<TerminalView, TerminalChange>;

const size = { cols: 80, rows: 24 };
const at = (seq: number) => ({ epoch: 'e', seq });
const screenOf = (seq: number, screen: string): AnyFrame => ({
  type: 'snapshot',
  cursor: at(seq),
  value: { state: 'running', size, screen },
});
const change = (seq: number, told: TerminalChange): AnyFrame => ({
  type: 'change',
  cursor: at(seq),
  change: told,
});
const output = (seq: number, text: string) => change(seq, { type: 'output', text });

/** Reads in order and only when told to, as xterm does in its own time. */
function slowTerminal() {
  const done: string[] = [];
  const acknowledged: number[] = [];
  const waiting: { text: string; then: () => void }[] = [];
  const frames = createShownFrames({
    target: {
      reset: () => done.push('reset'),
      resize: (cols, rows) => done.push(`${cols}x${rows}`),
      write: (text, then) => waiting.push({ text, then }),
    },
    acknowledge: ({ seq }) => acknowledged.push(seq),
    onState: ({ state }) => done.push(state),
    onSnapshot: () => done.push('fits'),
  });
  const read = () => {
    for (const { text, then } of waiting.splice(0)) {
      if (text !== '') done.push(text.length > 20 ? `${text.length}` : text);
      then();
    }
  };
  return { frames, done, acknowledged, read };
}

describe('frames into a terminal', () => {
  it('W1 W2 in the order in which they came, however late they are read', () => {
    const { frames, done, read } = slowTerminal();
    frames.show(screenOf(1, 'screen'));
    frames.show(output(2, 'narrow'));
    frames.show(change(3, { type: 'resized', size: { cols: 120, rows: 40 } }));
    frames.show(output(4, 'wide'));
    frames.show(change(5, { type: 'ended', end: { exit_code: 0, signal: null } }));
    expect(done).toEqual(['running']);
    read();
    expect(done).toEqual([
      'running',
      'reset',
      '80x24',
      'screen',
      'fits',
      'narrow',
      '120x40',
      'wide',
      'ended',
    ]);
  });

  it('W1 a new snapshot voids what was not read: its size and its end come too late', () => {
    const { frames, done, read } = slowTerminal();
    frames.show(change(1, { type: 'resized', size: { cols: 10, rows: 10 } }));
    frames.show(change(2, { type: 'ended', end: { exit_code: 1, signal: null } }));
    frames.show(screenOf(3, 'again'));
    read();
    expect(done).toEqual(['running', 'reset', '80x24', 'again', 'fits']);
  });

  it('W3 acknowledges what was read, not what arrived', () => {
    const { frames, acknowledged, read } = slowTerminal();
    frames.show(screenOf(1, ''));
    frames.show(output(2, 'x'.repeat(ACKNOWLEDGE_AFTER - 1)));
    frames.show(output(3, 'x'));
    frames.show(output(4, 'x'));
    expect(acknowledged).toEqual([]);
    read();
    expect(acknowledged).toEqual([3]);
  });
});

it('what is typed goes one after the other, and together when it was quick', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const type = createTyping((text) => {
    sent.push(text);
    return new Promise<void>((resolve) => answers.push(resolve));
  });
  for (const key of 'abc') type(key);
  expect(sent).toEqual(['a']);
  answers[0]?.();
  await Promise.resolve();
  expect(sent).toEqual(['a', 'bc']);
  type('d');
  answers[1]?.();
  await Promise.resolve();
  expect(sent).toEqual(['a', 'bc', 'd']);
});
