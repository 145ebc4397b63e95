import type { Frame } from '@domain/feed';
import { type TerminalChange, type TerminalView, VIEWER_WINDOW } from '@domain/terminal';
import { describe, expect, it } from 'vitest';
import { createManualTimers } from '../../testing/manual-timers';
import { createViewer, FLOOD_CHARACTERS, FLOOD_FRAME_MS, FRAME_MS, STALL_MS } from './viewer';

const screenOf = (screen: string): TerminalView => ({
  state: 'running',
  size: { cols: 80, rows: 24 },
  screen,
});
const output = (text: string): TerminalChange => ({ type: 'output', text });

function looking() {
  const timers = createManualTimers();
  const frames: Frame<TerminalView, TerminalChange>[] = [];
  const asked: ((view: TerminalView) => void)[] = [];
  let paces = 0;
  const viewer = createViewer({
    epoch: 'e',
    timers,
    deliver: (frame) => frames.push(frame),
    view: (show) => void asked.push(show),
    onPace: () => {
      paces += 1;
    },
  });
  viewer.ask();
  const told = () =>
    frames.map((frame) =>
      frame.type === 'snapshot'
        ? `screen ${frame.value.state === 'none' ? '' : frame.value.screen}`
        : frame.change.type === 'output'
          ? frame.change.text
          : frame.change.type,
    );
  const acknowledgeAll = () => {
    const last = frames.at(-1);
    if (last !== undefined) viewer.acknowledge(last.cursor);
  };
  const sent = () =>
    frames.reduce(
      (sum, frame) =>
        sum + (frame.type === 'change' && frame.change.type === 'output' ? frame.change.text.length : 0),
      0,
    );
  return { viewer, timers, frames, asked, told, acknowledgeAll, sent, paces: () => paces };
}

const half = 'x'.repeat(VIEWER_WINDOW / 2);

describe('a window that looks at a terminal', () => {
  it('V1 gets the screen, then what came since it was asked for', () => {
    const { viewer, timers, asked, told, frames } = looking();
    viewer.change(output('since'));
    expect(told()).toEqual([]);
    asked[0]?.(screenOf('before'));
    timers.turn(FRAME_MS);
    viewer.change(output('live'));
    expect(told()).toEqual(['screen before', 'since', 'live']);
    expect(frames.map(({ cursor }) => cursor.seq)).toEqual([1, 2, 3]);
  });

  it('V1 a later question stands for the earlier one', () => {
    const { viewer, asked, told } = looking();
    viewer.change(output('of the old terminal'));
    viewer.ask();
    asked[0]?.(screenOf('old'));
    expect(told()).toEqual([]);
    asked[1]?.(screenOf('new'));
    expect(told()).toEqual(['screen new']);
  });

  it('V2 the first at once, then one frame per 16 ms; other changes keep their place', () => {
    const { viewer, timers, asked, told } = looking();
    asked[0]?.(screenOf(''));
    for (const text of ['a', 'b', 'c']) viewer.change(output(text));
    viewer.change({ type: 'resized', size: { cols: 100, rows: 30 } });
    viewer.change(output('d'));
    viewer.change({ type: 'ended', end: { exit_code: 0, signal: null } });
    expect(told()).toEqual(['screen ', 'a']);
    timers.turn(FRAME_MS - 1);
    expect(told()).toEqual(['screen ', 'a']);
    timers.turn(1);
    expect(told()).toEqual(['screen ', 'a', 'bc', 'resized', 'd', 'ended']);
    timers.turn(1000);
    viewer.change(output('e'));
    expect(told().at(-1)).toBe('e');
  });

  it('V2 a flood comes in fewer frames, and what follows it in small ones again', () => {
    const { viewer, timers, asked, frames, told } = looking();
    asked[0]?.(screenOf(''));
    viewer.change(output('x'.repeat(FLOOD_CHARACTERS)));
    viewer.change(output('a'));
    timers.turn(FLOOD_FRAME_MS - 1);
    expect(frames).toHaveLength(2);
    timers.turn(1);
    expect(told().at(-1)).toBe('a');
    viewer.change(output('b'));
    timers.turn(FRAME_MS);
    expect(told().at(-1)).toBe('b');
  });

  it('V3 sends no more than its window, wants the program held, and goes on as it is acknowledged', () => {
    const { viewer, timers, asked, sent, acknowledgeAll } = looking();
    asked[0]?.(screenOf(''));
    for (let i = 0; i < 8; i += 1) viewer.change(output(half));
    timers.turn(STALL_MS - 1);
    expect(sent()).toBeLessThanOrEqual(VIEWER_WINDOW * 1.5);
    expect(viewer.wantsHold()).toBe(true);
    for (let i = 0; i < 40; i += 1) {
      acknowledgeAll();
      timers.turn(FRAME_MS);
    }
    expect(sent()).toBe(half.length * 8);
    expect(viewer.wantsHold()).toBe(false);
    expect(timers.waiting()).toBe(0);
  });

  it('V3 one that is slow but moves is not given up', () => {
    const { viewer, timers, asked, frames } = looking();
    asked[0]?.(screenOf(''));
    for (let i = 0; i < 8; i += 1) viewer.change(output(half));
    for (const frame of frames.slice(0, 2)) {
      timers.turn(STALL_MS - 1);
      viewer.acknowledge(frame.cursor);
    }
    timers.turn(STALL_MS - 1);
    expect(viewer.wantsHold()).toBe(true);
  });

  it('V4 silence for too long: it holds nobody, keeps nothing, and begins anew when it is back', () => {
    const { viewer, timers, asked, told, acknowledgeAll, paces } = looking();
    asked[0]?.(screenOf(''));
    for (let i = 0; i < 8; i += 1) viewer.change(output(half));
    const before = paces();
    timers.turn(STALL_MS);
    expect(viewer.wantsHold()).toBe(false);
    expect(paces()).toBeGreaterThan(before);
    const sentBefore = told().length;
    viewer.change(output('missed'));
    timers.turn(STALL_MS);
    expect(told()).toHaveLength(sentBefore);
    acknowledgeAll();
    expect(asked).toHaveLength(2);
    asked[1]?.(screenOf('all of it'));
    viewer.change(output('live again'));
    timers.turn(FRAME_MS);
    expect(told().slice(sentBefore)).toEqual(['screen all of it', 'live again']);
  });

  it('V4 closed it is silent, whatever comes', () => {
    const { viewer, timers, asked, told } = looking();
    viewer.close();
    asked[0]?.(screenOf('late'));
    viewer.change(output('x'));
    timers.turn(STALL_MS);
    expect(told()).toEqual([]);
    expect(timers.waiting()).toBe(0);
  });

  it('an acknowledgement of another stream counts for nothing', () => {
    const { viewer, asked } = looking();
    asked[0]?.(screenOf(''));
    for (let i = 0; i < 4; i += 1) viewer.change(output(half));
    viewer.acknowledge({ epoch: 'other', seq: 100 });
    expect(viewer.wantsHold()).toBe(true);
  });
});
