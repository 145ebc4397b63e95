import { err, ok, type Result } from '@domain/result';
import type { NewerVersion } from './errors';
import { SESSION_VERSION, Session } from './record';

export type UnreadableRecord = { code: 'unreadable-record'; issues: string[] };

type Raw = Record<string, unknown>;

/** `steps[n]` lifts a record of version n to n + 1. A step is never edited once a version has shipped. */
const steps: Readonly<Record<number, (raw: Raw) => Raw>> = {
  // Files written by hand after the documented example carry no version and only a handful of fields.
  0: (raw) => ({
    revision: 0,
    owner: 'console',
    updated_at: raw['closed_at'] ?? raw['paused_at'] ?? raw['started_at'] ?? raw['created_at'],
    files_touched: [],
    commits: [],
    chain_id: raw['id'],
    child_ids: [],
    cwd: '',
    trigger_source: 'ad-hoc',
    prompt: '',
    capture: { state: 'detected', parse_status: 'pending' },
    source: 'startup',
    tags: [],
    metadata: {},
    device_id: '00000000-0000-4000-8000-000000000000',
    run_count: 0,
    ...raw,
    version: 1,
  }),
};

/** Unknown fields stay. A version newer than ours is not touched, not even read. */
export function readSessionRecord(
  raw: unknown,
  file = 'meta.json',
): Result<Session, NewerVersion | UnreadableRecord> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return err({ code: 'unreadable-record', issues: ['not an object'] });
  let record = raw as Raw;
  let version = record['version'] ?? 0;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0)
    return err({ code: 'unreadable-record', issues: ['version'] });
  if (version > SESSION_VERSION) return err({ code: 'newer-version', file, version, known: SESSION_VERSION });
  for (; typeof version === 'number' && version < SESSION_VERSION; version += 1)
    record = steps[version]?.(record) ?? record;
  const parsed = Session.safeParse(record);
  if (parsed.success) return ok(parsed.data);
  return err({ code: 'unreadable-record', issues: parsed.error.issues.map((issue) => issue.path.join('.')) });
}
