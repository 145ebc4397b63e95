import type { SessionRecord } from '@domain/history/describe-session';
import type { SessionId } from '@domain/ids';
import { err, ok } from '@domain/result';
import { moveCapture } from '@domain/session/capture-machine';
import type { Capture } from '@domain/session/values';
import type { Catalog } from '../../ports/catalog';
import { type Database, inTransaction } from './sqlite-driver';

/** How far each session's transcript is captured. The write of a session sets it too, in the same statement. */
export function createCaptureRows(
  db: Database,
): Pick<Catalog, 'moveCapture' | 'captures' | 'stats' | 'inCapture'> {
  const find = db.prepare("SELECT n, capture FROM sessions WHERE id = ? AND record <> '{}'");
  const set = db.prepare('UPDATE sessions SET state = ?, capture = ? WHERE n = CAST(? AS INTEGER)');
  return {
    moveCapture: async (id, commands, expected) =>
      inTransaction(db, () => {
        const [row] = find.all(id);
        if (row === undefined) return err({ code: 'session-not-found', session_id: id } as const);
        const capture = JSON.parse(String(row['capture'])) as Capture;
        const moved = moveCapture({ id: id as SessionId, capture }, commands, expected);
        if (moved.ok && moved.value !== capture)
          set.run(moved.value.state, JSON.stringify(moved.value), Number(row['n']));
        return moved.ok ? ok(moved.value) : moved;
      }),
    captures: async (ids) =>
      new Map(
        db
          .prepare(
            "SELECT id, capture FROM sessions WHERE id IN (SELECT value FROM json_each(?)) AND record <> '{}'",
          )
          .all(JSON.stringify(ids))
          .map((row) => [String(row['id']), JSON.parse(String(row['capture'])) as Capture]),
      ),
    stats: async (ids) =>
      new Map(
        db
          .prepare(
            "SELECT id, json_extract(record, '$.stats') AS stats FROM sessions WHERE id IN (SELECT value FROM json_each(?)) AND record <> '{}'",
          )
          .all(JSON.stringify(ids))
          .map((row) => [String(row['id']), JSON.parse(String(row['stats'])) as SessionRecord['stats']]),
      ),
    async inCapture(states, limit, sinceMs = 0) {
      // The names stand in the statement itself: only then is the index of the unsettled ones used.
      const names = states.map((state) => `'${state}'`).join(', ');
      return db
        .prepare(
          `SELECT id, capture, updated_ms FROM sessions WHERE state IN (${names}) AND record <> '{}' AND updated_ms >= ? ORDER BY updated_ms LIMIT ?`,
        )
        .all(sinceMs, limit)
        .map((row) => ({
          id: String(row['id']),
          capture: JSON.parse(String(row['capture'])) as Capture,
          updatedMs: Number(row['updated_ms']),
        }));
    },
  };
}
