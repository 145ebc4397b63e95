import { randomUUID } from 'node:crypto';
import type { SessionId } from '@domain/ids';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNodePtys } from '../../adapters/pty/node-ptys';
import { createHeadlessScreens } from '../../adapters/screen-copy/headless-screens';
import { nodeTimers } from '../../adapters/system/node-timers';
import { createTerminalsService } from './terminals-service';

const size = { cols: 80, rows: 24 };
const patience = { timeout: 30_000, interval: 10 };

async function running(line: string) {
  const service = createTerminalsService({
    copies: createHeadlessScreens(),
    timers: nodeTimers,
    epoch: randomUUID(),
  });
  onTestFinished(service.close);
  const env = { PATH: process.env['PATH'] ?? '' };
  const pty = await createNodePtys().open({ file: '/bin/sh', args: ['-c', line], cwd: '/', env, size });
  if (!pty.ok) throw new Error(pty.error.message);
  onTestFinished(() => pty.value.kill('SIGKILL'));
  const id = randomUUID() as SessionId;
  service.add(id, pty.value, size);
  /** A window that reads everything at once. */
  const look = (viewer: string, isReading = true) => {
    let text = '';
    let end: unknown = null;
    const stop = service.attach(id, viewer, (frame) => {
      if (frame.type === 'snapshot') text = frame.value.state === 'none' ? '' : frame.value.screen;
      else if (frame.change.type === 'output') text += frame.change.text;
      else if (frame.change.type === 'ended') end = frame.change.end;
      if (isReading) service.acknowledge(id, viewer, frame.cursor);
    });
    const saw = (part: string) => vi.waitFor(() => expect(text).toContain(part), patience);
    return { stop, saw, text: () => text, end: () => end };
  };
  return { service, id, pty: pty.value, look };
}

describe('real programs and who looks at them', () => {
  it('a flood that is read comes whole, in order, and then its end', async () => {
    const { service, id, look } = await running('read go; seq 1 200000; echo all told');
    const window = look('window');
    service.write(id, '\r');
    await vi.waitFor(() => expect(window.end()).toEqual({ exit_code: 0, signal: null }), patience);
    const numbers = window.text().match(/^\d+\r$/gm) ?? [];
    expect(numbers).toHaveLength(200_000);
    expect(numbers.at(-1)).toBe('200000\r');
  });

  it('a program that nobody looks at runs to its end; its last screen is there for who comes', async () => {
    const { service, id, pty, look } = await running('read go; seq 1 200000; echo all told');
    const ended = new Promise((resolve) => pty.onExit(resolve));
    service.write(id, '\r');
    await ended;
    const late = look('late');
    await late.saw('all told');
    expect(late.text()).toContain('200000');
  });

  it('a window that does not read keeps no program from its end once it has left', async () => {
    const { service, id, pty, look } = await running('read go; seq 1 400000; echo all told');
    const frozen = look('frozen', false);
    service.write(id, '\r');
    await frozen.saw('100000');
    frozen.stop();
    const ended = new Promise((resolve) => pty.onExit(resolve));
    await ended;
    await look('late').saw('all told');
  });

  it('a new size reaches the program and the screen', async () => {
    const { service, id, look } = await running('read go; stty size; read go');
    const window = look('window');
    service.resize(id, { cols: 132, rows: 43 });
    service.write(id, '\r');
    await window.saw('43 132');
    service.write(id, '\r');
  });
});
