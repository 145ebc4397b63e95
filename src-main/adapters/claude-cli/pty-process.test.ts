import type { SessionId } from '@domain/ids';
import { expect, it } from 'vitest';
import type { DriverEvent } from '../../ports/claude-driver';
import { createFakePty } from '../../testing/fake-pty';
import { createManualTimers } from '../../testing/manual-timers';
import { createPtyProcess, type PtyProcessDeps } from './pty-process';

function setUp(more: Partial<PtyProcessDeps>) {
  const events: DriverEvent[] = [];
  const pty = createFakePty();
  const live = createPtyProcess({
    request: {
      session_id: '11111111-1111-4111-8111-111111111111' as SessionId,
      mode: { type: 'new' },
      cwd: '/',
      project: '/',
      prompt: '',
    },
    timers: createManualTimers(),
    now: () => '2026-01-01T00:00:00.000Z',
    stateOf: async () => null,
    takeNotes: async () => [],
    tail: () => ({ expect() {}, look: async () => {}, finish: async () => {}, leave: async () => {} }),
    transcriptPath: '/t.jsonl',
    endLeftovers: async () => {},
    onReplaced: () => {},
    onOver: async () => {},
    ...more,
  }).attach(pty);
  const ended = new Promise<void>((resolve) => {
    live.onEvent((event) => {
      events.push(event);
      if (event.type === 'process-ended') resolve();
    });
  });
  return { pty, events, ended };
}

const fails = async () => {
  throw new Error('no');
};

it.each<[string, Partial<PtyProcessDeps>]>([
  ['the last reading', { tail: () => ({ expect() {}, look: async () => {}, finish: fails, leave: fails }) }],
  ['clearing up', { onOver: fails }],
  ['ending what it left', { endLeftovers: fails }],
])('Z5 the end is told although %s fails', async (_what, more) => {
  const { pty, events, ended } = setUp(more);
  pty.exit(null, 'SIGKILL');
  await ended;
  expect(events.map(({ type }) => type)).toEqual(['notice', 'process-ended']);
});
