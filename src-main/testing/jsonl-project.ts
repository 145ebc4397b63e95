import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NewBead, type NewBeadInput } from '@domain/bead/change';
import { BeadId } from '@domain/ids';
import { onTestFinished } from 'vitest';
import { createJsonlTracker, type JsonlTrackerOptions } from '../adapters/bd-jsonl/jsonl-tracker';
import type { Timers } from '../ports/timers';
import { createManualClock } from './manual-clock';
import { tempDir } from './temp-dir';

export const realTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export function openJsonl(beadsDir: string, more: Partial<JsonlTrackerOptions> = {}) {
  return createJsonlTracker({
    beadsDir,
    generation: 'jsonl',
    access: { mode: 'read-write' },
    clock: createManualClock('2026-06-01T12:00:00.500Z'),
    timers: realTimers,
    ...more,
  });
}

/** A project with this text as its file. */
export function jsonlProject(text: string | Buffer, config = '') {
  const beadsDir = join(tempDir('jsonl'), '.beads');
  mkdirSync(beadsDir);
  writeFileSync(join(beadsDir, 'issues.jsonl'), text);
  if (config !== '') writeFileSync(join(beadsDir, 'config.yaml'), config);
  const tracker = openJsonl(beadsDir);
  onTestFinished(() => tracker.dispose());
  return { beadsDir, tracker, text: () => readFileSync(join(beadsDir, 'issues.jsonl'), 'utf8') };
}

export const id = (text: string) => BeadId.parse(text);
export const draft = (bead: NewBeadInput) => NewBead.parse(bead);

/** One record as a line of the file. */
export const LINE = (name: string, more = '') =>
  `{"id":"${name}","title":"${name}","status":"open","priority":2,"issue_type":"task","created_at":"2026-05-01T00:00:00Z","updated_at":"2026-05-01T00:00:00Z"${more}}`;
