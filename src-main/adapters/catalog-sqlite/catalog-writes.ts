import { randomUUID } from 'node:crypto';
import type { Catalog, CatalogRecord, SessionWrite } from '../../ports/catalog';
import type { FileMark } from '../../ports/transcripts';
import { createKeyRows } from './key-rows';
import { type Database, inTransaction } from './sqlite-driver';
import { createTextRows, type PartTexts } from './text-rows';

type Writes = Pick<
  Catalog,
  | 'beginStage'
  | 'stage'
  | 'dropStage'
  | 'write'
  | 'fail'
  | 'announce'
  | 'forget'
  | 'forgetTools'
  | 'setCredit'
  | 'uncreditAll'
  | 'kin'
>;

/** Rows of an old part that are removed in one go: the thread is free again after a few milliseconds. */
const REMOVED_AT_ONCE = 500;

export function createWrites(db: Database): Writes {
  const sql = (text: string) => db.prepare(text);
  const rows = createTextRows(db);
  const keys = createKeyRows(db);
  const findSession = sql('SELECT n, part, record FROM sessions WHERE id = ?');
  const addSession = sql(
    "INSERT INTO sessions (id, updated_ms, record) VALUES (?, 0, '{}') ON CONFLICT (id) DO NOTHING",
  );
  const announceSession =
    sql(`INSERT INTO sessions (id, updated_ms, started_ms, cwd, title, transcript, record, state, capture)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`);
  const setSession =
    sql(`UPDATE sessions SET part = CAST(? AS INTEGER), updated_ms = ?, started_ms = ?, ended_ms = ?,
    cwd = ?, title = ?, transcript = ?, record = ?, state = ?, capture = ?, is_credited = CAST(? AS INTEGER) WHERE n = CAST(? AS INTEGER)`);
  const setRecord = sql(
    'UPDATE sessions SET transcript = ?, record = ?, state = ?, capture = ?, updated_ms = ? WHERE n = CAST(? AS INTEGER)',
  );
  const setTally = sql(`INSERT INTO tallies (session, head, notes, billed, inherited, marks, ids)
    VALUES (CAST(? AS INTEGER), ?, ?, ?, NULL, ?, ?)
    ON CONFLICT (session) DO UPDATE SET head = excluded.head, notes = excluded.notes, billed = excluded.billed,
    marks = excluded.marks, ids = excluded.ids`);
  const setFile = sql(`INSERT INTO files (path, session, size, mtime_ms, inode, offset, tail_hash, open_tail)
    VALUES (?, CAST(? AS INTEGER), ?, ?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET session = excluded.session,
    size = excluded.size, mtime_ms = excluded.mtime_ms, inode = excluded.inode, offset = excluded.offset,
    tail_hash = excluded.tail_hash, open_tail = excluded.open_tail,
    tools_offset = MIN(tools_offset, excluded.offset)`);
  const filesOf = sql('SELECT path, offset FROM files WHERE session = CAST(? AS INTEGER)');
  const dropFiles = sql('DELETE FROM files WHERE session = CAST(? AS INTEGER)');
  const credit = sql('UPDATE sessions SET record = ?, is_credited = 1 WHERE n = CAST(? AS INTEGER)');
  const setInherited = sql('UPDATE tallies SET inherited = ? WHERE session = CAST(? AS INTEGER)');
  const idOf = sql('SELECT id FROM sessions WHERE n = CAST(? AS INTEGER)');
  const addPart = sql(
    'INSERT INTO parts (session, is_live, owner) VALUES (CAST(? AS INTEGER), CAST(? AS INTEGER), ?)',
  );
  const setLive = sql(
    'UPDATE parts SET is_live = CAST(? AS INTEGER), owner = NULL WHERE part = CAST(? AS INTEGER)',
  );
  const endParts = sql('UPDATE parts SET is_live = 0 WHERE session = CAST(? AS INTEGER) AND is_live = 1');
  const endToolParts = sql(
    'UPDATE parts SET is_live = 0 WHERE session = CAST(? AS INTEGER) AND is_live = 1 AND is_tools = 1',
  );
  const toolsAgain = sql('UPDATE files SET tools_offset = 0 WHERE session = CAST(? AS INTEGER)');
  const dropPart = sql('DELETE FROM parts WHERE part = CAST(? AS INTEGER)');
  const deadParts = sql('SELECT part, owner FROM parts WHERE is_live = 0');
  const forgetting = [
    'sessions WHERE n',
    'tallies WHERE session',
    'files WHERE session',
    'sheets WHERE session',
  ].map((place) => sql(`DELETE FROM ${place} = CAST(? AS INTEGER)`));

  const sessionOf = (id: string): { n: number; part: number | null; isNew: boolean } => {
    const added = addSession.run(id);
    if (Number(added.changes) === 1) return { n: Number(added.lastInsertRowid), part: null, isNew: true };
    const [row] = findSession.all(id);
    return { n: Number(row?.['n']), part: row?.['part'] == null ? null : Number(row['part']), isNew: false };
  };
  const newPart = (n: number, isLive: 0 | 1): number =>
    Number(addPart.run(n, isLive, isLive === 1 ? null : self).lastInsertRowid);

  /** Parts that count no more: old ones, and stages of a program that was ended. Those that are being filled stay. */
  const self = `${process.pid} ${randomUUID()}`;
  const staged = new Set<number>();
  const isBeingFilled = (part: number, owner: string | null) =>
    owner === null ? false : owner === self ? staged.has(part) : isRunning(Number.parseInt(owner, 10));
  const sweep = () => {
    for (const row of deadParts.all()) {
      const part = Number(row['part']);
      if (isBeingFilled(part, row['owner'] == null ? null : String(row['owner']))) continue;
      while (!inTransaction(db, () => rows.remove(part, REMOVED_AT_ONCE)));
      dropPart.run(part);
    }
  };
  sweep();

  const writeMark = (n: number, { path, size, mtimeMs, inode, offset, tailHash, openTail }: FileMark) =>
    setFile.run(path, n, size, mtimeMs, inode, offset, tailHash, openTail);

  const isStill = (n: number, base: SessionWrite['base']): boolean => {
    const held = filesOf.all(n);
    const offsets = new Map(base.map(({ path, offset }) => [path, offset]));
    return (
      held.length === base.length &&
      held.every((row) => offsets.get(String(row['path'])) === Number(row['offset']))
    );
  };

  /** Answers where its texts belong; null: somebody else wrote it meanwhile. */
  const writeKnown = (write: SessionWrite): PartTexts | null => {
    const { id, tally, stage, isAdded, base } = write;
    const { n, part: old } = sessionOf(id);
    if (!isStill(n, base)) return null;
    const part = stage ?? old ?? newPart(n, 1);
    if (stage !== null) {
      if (isAdded !== true) {
        endParts.run(n);
        dropFiles.run(n);
      }
      setLive.run(1, part);
    }
    return writeRows(n, part, write, keys.replace(n, tally));
  };

  /** Sessions that nobody has written before: nothing has to be asked about each of them. */
  const writeNew = (fresh: readonly { readonly n: number; readonly write: SessionWrite }[]): PartTexts[] => {
    const shared = keys.addFirst(fresh.map(({ n, write: { tally } }) => ({ n, tally })));
    return fresh.map(({ n, write }) => writeRows(n, newPart(n, 1), write, !shared.has(n)));
  };

  const writeRows = (
    n: number,
    part: number,
    { record: { capture, ...record }, tally, notes, marks, texts }: SessionWrite,
    isAlone: boolean,
  ): PartTexts => {
    const [updated, started, ended] = [record.updated_at, record.started_at, record.ended_at].map(msOf);
    const isCredited = isAlone ? 1 : 0;
    setSession.run(
      part,
      updated ?? 0,
      started ?? null,
      ended ?? null,
      record.cwd,
      record.title,
      record.transcript_path,
      JSON.stringify(record),
      capture.state,
      JSON.stringify(capture),
      isCredited,
      n,
    );
    setTally.run(n, tally.head, JSON.stringify(notes), tally.billed, tally.marks, tally.ids);
    for (const mark of marks) writeMark(n, mark);
    return { part, texts };
  };

  return {
    async beginStage(id) {
      const part = inTransaction(db, () => newPart(sessionOf(id).n, 0));
      staged.add(part);
      return part;
    },
    stage: async (stage, texts) => inTransaction(db, () => rows.add([{ part: stage, texts }])),
    async dropStage(stage) {
      staged.delete(stage);
      sweep();
    },
    async write(writes) {
      const refused: string[] = [];
      inTransaction(db, () => {
        const fresh: { n: number; write: SessionWrite }[] = [];
        const known: SessionWrite[] = [];
        for (const write of writes) {
          const { n, isNew } = sessionOf(write.id);
          if (isNew && write.base.length === 0) fresh.push({ n, write });
          else known.push(write);
        }
        const parts: (PartTexts | null)[] = writeNew(fresh);
        for (const write of known) {
          const part = writeKnown(write);
          if (part === null) refused.push(write.id);
          parts.push(part);
        }
        rows.add(parts.filter((part) => part !== null));
      });
      for (const { stage } of writes) if (stage !== null) staged.delete(stage);
      if (writes.some(({ stage }) => stage !== null)) sweep();
      return refused;
    },
    fail: async (id, { capture, ...record }, marks) =>
      inTransaction(db, () => {
        const { n } = sessionOf(id);
        const updated = msOf(record.updated_at) ?? 0;
        setRecord.run(
          record.transcript_path,
          JSON.stringify(record),
          capture.state,
          JSON.stringify(capture),
          updated,
          n,
        );
        for (const mark of marks) writeMark(n, mark);
      }),
    announce: async (sessions) =>
      inTransaction(db, () => {
        for (const { id, record } of sessions) {
          const { capture, ...told } = record;
          const [updated, started] = [told.updated_at, told.started_at].map(msOf);
          const texts = [
            told.cwd,
            told.title,
            told.transcript_path,
            JSON.stringify(told),
            capture.state,
            JSON.stringify(capture),
          ];
          announceSession.run(id, updated ?? 0, started ?? null, ...texts);
        }
      }),
    async forget(id) {
      const [row] = findSession.all(id);
      if (row === undefined) return;
      const n = Number(row['n']);
      inTransaction(db, () => {
        keys.drop(n);
        endParts.run(n);
        for (const statement of forgetting) statement.run(n);
      });
      sweep();
    },
    async forgetTools(id) {
      const [row] = findSession.all(id);
      if (row === undefined) return;
      inTransaction(db, () => {
        endToolParts.run(Number(row['n']));
        toolsAgain.run(Number(row['n']));
      });
      sweep();
    },
    async kin(id) {
      const [row] = findSession.all(id);
      if (row === undefined) return [];
      const others = keys.sharers(Number(row['n']));
      return others.flatMap((other) => idOf.all(other).map((each) => String(each['id'])));
    },
    setCredit: async (credits) =>
      inTransaction(db, () => {
        for (const { id, record, inherited } of credits) {
          const [row] = findSession.all(id);
          if (row === undefined) continue;
          const merged = { ...(JSON.parse(String(row['record'])) as CatalogRecord), ...record };
          credit.run(JSON.stringify(merged), Number(row['n']));
          setInherited.run(inherited, Number(row['n']));
        }
      }),
    uncreditAll: async () => db.exec('UPDATE sessions SET is_credited = 0'),
  };
}

function msOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
