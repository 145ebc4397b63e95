import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Frame } from '@domain/feed';
import type { SessionId } from '@domain/ids';
import type { TerminalChange, TerminalView } from '@domain/terminal';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHostedPty } from '../../adapters/pty/hosted-pty';
import { createHeadlessScreens } from '../../adapters/screen-copy/headless-screens';
import { createManualTimers } from '../../testing/manual-timers';
import { createTerminalsService } from './terminals-service';

const size = { cols: 40, rows: 8 };
const patience = { timeout: 20_000, interval: 5 };
/** Everything that a cut in the wrong place would break: long escapes, wide and joined letters, strings that end late. */
const WHOLE = [
  '\x1b[38;2;1;200;3mtrue green\x1b[0m plain\r\n',
  '日本語 café \u{1f469}‍\u{1f4bb} ▁▂▃\r\n',
  '\x1b]0;a title\x07\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\\x1b[0m\r\n',
  '\x1b[2;4H\x1b[1;31mhere\x1b[0m\x1b[5;1H\x1b[?2004h\x1b[?1049hover\x1b[?1049l',
  '\rone\x1b[Ktwo\x1b[3Dthree\x1bM\x1b[1;3r\x1b[r\x1b[7;1Hlast \x1bP+q544e\x1b\\line',
].join('');

async function screenOf(text: string): Promise<string> {
  const copy = createHeadlessScreens().open(size);
  copy.write(text);
  const screen = await copy.screen();
  copy.close();
  return screen;
}

function host() {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const child = Object.assign(new EventEmitter(), streams, { signalCode: null });
  return { stdout: streams.stdout, child: child as unknown as ChildProcessWithoutNullStreams };
}

/** Cut at these places, looked at from the beginning, and again by one who comes in the middle and one after the end. */
async function show(cuts: readonly number[]) {
  const bytes = Buffer.from(WHOLE, 'utf8');
  const places = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort(
    (a, b) => a - b,
  );
  const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
  const timers = createManualTimers();
  const service = createTerminalsService({ copies: createHeadlessScreens(), timers, epoch: 'e' });
  onTestFinished(service.close);
  const id = randomUUID() as SessionId;
  const { child, stdout } = host();
  service.add(id, createHostedPty(child).begin(1), size);
  const look = (name: string) => {
    const frames: Frame<TerminalView, TerminalChange>[] = [];
    service.attach(id, name, (frame) => frames.push(frame));
    return () =>
      frames
        .map((frame) => {
          if (frame.type === 'snapshot') return frame.value.state === 'none' ? '' : frame.value.screen;
          return frame.change.type === 'output' ? frame.change.text : '';
        })
        .join('');
  };
  const first = look('first');
  await vi.waitFor(() => expect(first()).toBe(''), patience);
  const half = Math.floor(pieces.length / 2);
  for (const piece of pieces.slice(0, half)) stdout.emit('data', piece);
  const middle = look('middle');
  for (const piece of pieces.slice(half)) stdout.emit('data', piece);
  const expected = await screenOf(WHOLE);
  const sees = (seen: () => string) =>
    vi.waitFor(async () => {
      timers.turn(50);
      expect(await screenOf(seen())).toBe(expected);
    }, patience);
  await sees(first);
  await sees(middle);
  await sees(look('late'));
  service.close();
}

describe('L16 output that is cut anywhere', () => {
  it('is the same screen, byte by byte', () =>
    show(Array.from({ length: Buffer.byteLength(WHOLE) }, (_, at) => at)));

  it('is the same screen wherever the pieces end', () =>
    fc.assert(fc.asyncProperty(fc.array(fc.nat(10_000), { maxLength: 40 }), show), { numRuns: 10 }));
});
