import { randomUUID } from 'node:crypto';
import type { Frame } from '@domain/feed';
import type { SessionId } from '@domain/ids';
import { AFTER_THE_END, type TerminalChange, type TerminalView, VIEWER_WINDOW } from '@domain/terminal';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHeadlessScreens } from '../../adapters/screen-copy/headless-screens';
import { createFakePty } from '../../testing/fake-pty';
import { createManualTimers } from '../../testing/manual-timers';
import { createTerminalsService, type TerminalsService } from './terminals-service';
import { FRAME_MS, STALL_MS } from './viewer';

const size = { cols: 40, rows: 5 };
const patience = { timeout: 20_000, interval: 5 };

function bench() {
  const timers = createManualTimers();
  const service = createTerminalsService({ copies: createHeadlessScreens(), timers, epoch: 'e' });
  onTestFinished(service.close);
  return { timers, service, id: randomUUID() as SessionId };
}

/** A window: what it would write into its terminal, and where it stands. */
function look(service: TerminalsService, id: SessionId, name = 'window') {
  const frames: Frame<TerminalView, TerminalChange>[] = [];
  const stop = service.attach(id, name, (frame) => frames.push(frame));
  return {
    frames,
    stop,
    last: () => frames.at(-1),
    snapshots: () => frames.flatMap((frame) => (frame.type === 'snapshot' ? [frame.value] : [])),
    text: () =>
      frames
        .map((frame) => (frame.type === 'change' && frame.change.type === 'output' ? frame.change.text : ''))
        .join(''),
    sawSnapshots: (count: number) =>
      vi.waitFor(
        () => expect(frames.filter(({ type }) => type === 'snapshot')).toHaveLength(count),
        patience,
      ),
    acknowledge() {
      const last = frames.at(-1);
      if (last !== undefined) service.acknowledge(id, name, last.cursor);
    },
  };
}

describe('the terminals of the sessions', () => {
  it('N1 a session without one says so, and the one that comes is shown', async () => {
    const { service, id, timers } = bench();
    const window = look(service, id);
    expect(window.snapshots()).toEqual([{ state: 'none' }]);
    expect(service.write(id, 'x')).toEqual({ ok: false, error: { code: 'no-terminal' } });
    expect(service.resize(id, size)).toEqual({ ok: false, error: { code: 'no-terminal' } });
    const pty = createFakePty();
    service.add(id, pty, size);
    await window.sawSnapshots(2);
    expect(window.snapshots()[1]).toEqual({ state: 'running', size, screen: '' });
    pty.say('hello');
    timers.turn(FRAME_MS);
    expect(window.text()).toBe('hello');
    expect(service.write(id, 'yes\r')).toEqual({ ok: true, value: null });
    expect(pty.typed).toEqual(['yes\r']);
  });

  it('N2 M2 who comes back is shown the screen, not the way to it; who left is told nothing', async () => {
    const { service, id, timers } = bench();
    const pty = createFakePty();
    service.add(id, pty, size);
    const first = look(service, id);
    await first.sawSnapshots(1);
    first.stop();
    pty.say('one\r\n\x1b[31mtwo\x1b[0m\r\n');
    timers.turn(FRAME_MS);
    expect(first.frames).toHaveLength(1);
    const second = look(service, id);
    pty.say('three');
    await second.sawSnapshots(1);
    timers.turn(FRAME_MS);
    expect(second.snapshots()[0]).toMatchObject({ state: 'running' });
    const screen = (second.snapshots()[0] as { screen: string }).screen;
    expect(screen).toContain('\x1b[31mtwo');
    expect(screen).not.toContain('three');
    expect(second.text()).toBe('three');
  });

  it('M1 a viewer that is behind holds the program; one that left, or is lost, does not', async () => {
    const { service, id, timers } = bench();
    const pty = createFakePty();
    service.add(id, pty, size);
    const window = look(service, id);
    await window.sawSnapshots(1);
    const much = 'x'.repeat(VIEWER_WINDOW * 2);
    pty.say(much);
    expect(pty.isHeld()).toBe(true);
    for (let i = 0; i < 30; i += 1) {
      window.acknowledge();
      timers.turn(FRAME_MS);
    }
    await vi.waitFor(() => expect(pty.isHeld()).toBe(false), patience);
    pty.say(much);
    expect(pty.isHeld()).toBe(true);
    window.stop();
    await vi.waitFor(() => expect(pty.isHeld()).toBe(false), patience);
    const frozen = look(service, id, 'frozen');
    await frozen.sawSnapshots(1);
    pty.say(much);
    expect(pty.isHeld()).toBe(true);
    timers.turn(STALL_MS);
    await vi.waitFor(() => expect(pty.isHeld()).toBe(false), patience);
  });

  it('M3 the end: modes are off, the last screen stays, and nothing can be typed', async () => {
    const { service, id, timers } = bench();
    const pty = createFakePty();
    service.add(id, pty, size);
    const window = look(service, id);
    await window.sawSnapshots(1);
    pty.say('\x1b[?1049h\x1b[?1003h\x1b[?2004h\x1b[?25lthe last screen');
    pty.exit(null, 'SIGKILL');
    timers.turn(FRAME_MS);
    expect(window.text().endsWith(AFTER_THE_END)).toBe(true);
    expect(window.last()).toMatchObject({
      change: { type: 'ended', end: { exit_code: null, signal: 'SIGKILL' } },
    });
    expect(service.write(id, 'x')).toEqual({ ok: false, error: { code: 'no-terminal' } });
    const late = look(service, id, 'late');
    await late.sawSnapshots(1);
    const [view] = late.snapshots();
    expect(view).toMatchObject({ state: 'ended', size, end: { signal: 'SIGKILL' } });
    const { screen } = view as { screen: string };
    expect(screen).toContain('the last screen');
    expect(screen).not.toMatch(/\?1003h|\?2004h|\?25l/);
  });

  it('N1 the session runs again: whoever looks gets the new screen, also who typed into the old one', async () => {
    const { service, id } = bench();
    const old = createFakePty();
    service.add(id, old, size);
    const window = look(service, id);
    await window.sawSnapshots(1);
    old.say('of the old');
    old.exit(0);
    const fresh = createFakePty();
    service.add(id, fresh, size);
    await window.sawSnapshots(2);
    expect(window.snapshots()[1]).toEqual({ state: 'running', size, screen: '' });
    old.say('a ghost');
    service.write(id, 'hi');
    expect(fresh.typed).toEqual(['hi']);
  });

  it('the last size decides, is told to all, and the same size twice is one', async () => {
    const { service, id, timers } = bench();
    const pty = createFakePty();
    service.add(id, pty, size);
    const [one, other] = [look(service, id, 'one'), look(service, id, 'other')];
    await Promise.all([one.sawSnapshots(1), other.sawSnapshots(1)]);
    const wide = { cols: 120, rows: 50 };
    service.resize(id, wide);
    service.resize(id, wide);
    timers.turn(FRAME_MS);
    expect(pty.sizes).toEqual([wide]);
    for (const window of [one, other])
      expect(window.last()).toMatchObject({ change: { type: 'resized', size: wide } });
    const late = look(service, id, 'late');
    await late.sawSnapshots(1);
    expect(late.snapshots()[0]).toMatchObject({ size: wide });
  });

  it('the program is answered once, by the copy, whoever looks', async () => {
    const { service, id } = bench();
    const pty = createFakePty();
    service.add(id, pty, size);
    look(service, id, 'one');
    look(service, id, 'other');
    pty.say('ab\x1b[6n');
    await vi.waitFor(() => expect(pty.typed).toEqual(['\x1b[1;3R']), patience);
  });

  it('N3 a terminal moves to another session with its screen', async () => {
    const { service, id, timers } = bench();
    const next = randomUUID() as SessionId;
    const pty = createFakePty();
    service.add(id, pty, size);
    const [before, after] = [look(service, id), look(service, next)];
    await before.sawSnapshots(1);
    pty.say('still here');
    service.move(id, next);
    await after.sawSnapshots(2);
    expect(after.snapshots()[1]).toMatchObject({ state: 'running', screen: 'still here' });
    expect(before.snapshots()[1]).toEqual({ state: 'none' });
    const told = before.frames.length;
    pty.say(' and there');
    timers.turn(FRAME_MS);
    expect(after.text()).toBe(' and there');
    expect(before.frames).toHaveLength(told);
    service.write(next, 'x');
    expect(pty.typed).toEqual(['x']);
    expect(service.write(id, 'x').ok).toBe(false);
  });

  it('N4 of what has ended the newest are kept', async () => {
    const { service } = bench();
    const ids = Array.from({ length: 25 }, () => randomUUID() as SessionId);
    for (const id of ids) {
      const pty = createFakePty();
      service.add(id, pty, size);
      pty.exit(0);
    }
    const windows = ids.map((id) => look(service, id));
    await Promise.all(windows.map((window) => window.sawSnapshots(1)));
    expect(windows.map((window) => window.snapshots()[0]?.state)).toEqual([
      ...Array.from({ length: 4 }, () => 'none'),
      ...Array.from({ length: 21 }, () => 'ended'),
    ]);
  });
});
