import type { Bead } from '@domain/bead/record';
import { type FileStyle, stamp } from './file-style';

/** The fields that go with a status: `closed_at` exactly while closed, `pinned` only while pinned. */
export function statusFields(
  bead: Bead,
  status: string,
  nowMs: number,
  style: FileStyle,
): Record<string, unknown> {
  if (bead.status === status) return {};
  const fields: Record<string, unknown> = { status };
  if (status === 'closed') fields['closed_at'] = stamp(nowMs, style);
  else if (bead.closed_at !== undefined || bead.close_reason !== undefined)
    Object.assign(fields, { closed_at: undefined, close_reason: undefined });
  if (bead.status === 'pinned') fields['pinned'] = undefined;
  if (status === 'in_progress' && style.generation === '1.x' && bead.started_at === undefined)
    fields['started_at'] = stamp(nowMs, style);
  return fields;
}
