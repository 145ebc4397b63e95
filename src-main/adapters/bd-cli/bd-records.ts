import { isRawRecord, type RawRecord, readBead } from '@domain/bead/read-bead';
import type { Bead, BeadHistoryEntry } from '@domain/bead/record';
import { parseJson, recordsIn } from './bd-output';

/** `show` prints the beads at the other ends of the edges; a bead holds edges. */
export function readShown(value: unknown, id: string): Bead | null {
  const record = recordsIn(value).find((candidate) => candidate['id'] === id);
  if (record === undefined) return null;
  const { dependencies, dependents: _dependents, schema_version: _version, ...rest } = record;
  const edges = Array.isArray(dependencies) ? dependencies.filter(isRawRecord).map(edgeFrom(id)) : [];
  return readBead(edges.length > 0 ? { ...rest, dependencies: edges } : rest);
}

function edgeFrom(id: string) {
  return (shown: RawRecord): RawRecord => {
    if ('depends_on_id' in shown) return shown;
    return { issue_id: id, depends_on_id: shown['id'], type: shown['dependency_type'] ?? 'blocks' };
  };
}

/** br prints `{closed: […], skipped: […]}` where bd prints the list of what it did. */
export function hasId(value: unknown, id: string): boolean {
  const done = recordsIn(value).flatMap((record) => [
    record,
    ...['closed', 'reopened', 'updated'].flatMap((name) => recordsIn(record[name] ?? [])),
  ]);
  return done.some((record) => record['id'] === id);
}

/** `bd history --events`: what was done, by whom; the old and new values only as far as they name what changed. */
export function readHistory(value: unknown): BeadHistoryEntry[] {
  return recordsIn(value).flatMap((record) => {
    const at = textOf(record, 'created_at');
    return at === null ? [] : [{ at, actor: textOf(record, 'actor'), summary: summaryOf(record) }];
  });
}

function summaryOf(record: RawRecord): string {
  const kind = textOf(record, 'event_type') ?? 'changed';
  const said = textOf(record, 'comment') ?? changesIn(textOf(record, 'new_value') ?? '');
  return said === '' ? kind : `${kind}: ${said}`;
}

const MOST_SHOWN = 200;

function changesIn(text: string): string {
  const value = parseJson(text);
  if (!isRawRecord(value)) return text.slice(0, MOST_SHOWN);
  return Object.entries(value)
    .map(([field, now]) => `${field} = ${typeof now === 'string' ? now : JSON.stringify(now)}`)
    .map((change) => (change.length > MOST_SHOWN ? `${change.slice(0, MOST_SHOWN)}…` : change))
    .join(', ');
}

function textOf(record: RawRecord, key: string): string | null {
  const value = record[key];
  return typeof value === 'string' && value !== '' ? value : null;
}
