import type { TrackerInfo } from '@domain/bead/tracker-info';
import type { BeadsSnapshot } from '@domain/tracker-state';

const PROGRAMS: Record<TrackerInfo['generation'], string> = {
  'dolt-1x': 'bd',
  'sqlite-04x': 'bd',
  br: 'br',
  jsonl: 'a plain file',
};
const READ_ONLY = {
  'tracker-missing': 'Its program is not installed, so it can only be read.',
  'tracker-too-old': 'Its program is too old to write it, so it can only be read.',
  'export-only': 'Only an export is here, so it can only be read.',
  'not-writable': 'It cannot be written here, so it can only be read.',
};

/** Who keeps the beads of the open project. */
export function trackerWords(snapshot: BeadsSnapshot | null): { name: string; hint: string } {
  const tracker = snapshot?.tracker;
  if (tracker === undefined || tracker.type === 'opening')
    return { name: 'This project', hint: 'Looking for its beads…' };
  if (tracker.type === 'none')
    return { name: 'No beads yet', hint: 'The board offers the ways to set them up.' };
  if (tracker.type === 'failed')
    return { name: 'The tracker does not answer', hint: 'The board says why, and what to do.' };
  const { generation, version, beads_dir, access } = tracker.info;
  const program = `${PROGRAMS[generation]}${version === null ? '' : ` ${version}`}`;
  const how = access.mode === 'read-write' ? '' : ` ${READ_ONLY[access.reason]}`;
  const count = snapshot?.beads.length ?? 0;
  return {
    name: `Kept by ${program}`,
    hint: `${count} ${count === 1 ? 'bead' : 'beads'} in ${beads_dir}.${how}`,
  };
}
