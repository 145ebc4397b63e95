import type { TrackerGeneration } from './tracker-info';

/** A write through bd or br runs the project's own hooks; our writing of a JSONL file runs nothing of the project's. */
export function needsTrust(generation: TrackerGeneration, operation: 'read' | 'write'): boolean {
  return operation === 'write' && generation !== 'jsonl';
}
