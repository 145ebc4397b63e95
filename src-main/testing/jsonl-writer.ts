import type { BeadError } from '@domain/bead/errors';
import { BeadId } from '@domain/ids';
import type { Result } from '@domain/result';
import { createJsonlTracker } from '../adapters/bd-jsonl/jsonl-tracker';

/*
 * A process that writes beads, for tests that kill or race it: `node script.mjs <mode> <beadsDir> <id> <name>`.
 *   notes     writes ever new notes and prints each number, until it is killed
 *   comments  adds ten comments, then ends
 *   claim     claims once and prints who won
 */
const [mode = '', beadsDir = '', bead = '', name = ''] = process.argv.slice(2);
const id = BeadId.parse(bead);
const tracker = createJsonlTracker({
  beadsDir,
  generation: 'jsonl',
  access: { mode: 'read-write' },
  clock: {
    now: () => new Date().toISOString(),
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
  },
  timers: { after: () => () => undefined },
});

/** A busy machine may make one wait longer than a lock is waited for. */
async function patiently<T>(act: () => Promise<Result<T, BeadError>>): Promise<Result<T, BeadError>> {
  for (;;) {
    const done = await act();
    if (done.ok || done.error.code !== 'tracker-locked') return done;
  }
}

if (mode === 'notes') {
  for (let count = 0; ; count += 1) {
    const notes = `${name}-${count}:${'x'.repeat(20_000)}`;
    const done = await patiently(() => tracker.update({ id, patch: { notes }, expected: {}, actor: name }));
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    process.stdout.write(`${count}\n`);
  }
} else if (mode === 'comments') {
  for (let count = 0; count < 10; count += 1) {
    const done = await patiently(() => tracker.comment(id, `${name}-${count}`, name));
    if (!done.ok) throw new Error(JSON.stringify(done.error));
  }
} else {
  const done = await patiently(() => tracker.claim({ id, actor: 'ada', marker: name }));
  process.stdout.write(`${done.ok ? 'won' : done.error.code}\n`);
}
tracker.dispose();
