import { constants } from 'node:fs';
import { ok, type Result } from '@domain/result';
import type { Session } from '@domain/session/record';
import { attempt, type FileError } from '../fs/file-error';
import { openRegular, readAt } from '../fs/read-file';
import { writeAtomicNow } from '../fs/write-file';
import { INDEX_OPENING, type WrittenIndex } from './index-lines';
import type { StoreContext } from './store-context';

/** With the lock held. Lines that did not change are copied from the file as it is, so that one change among ten thousand costs little. */
export type CheckpointWriter = { write(auditOffset: number): Result<void, FileError> };

const PIECE_BYTES = 1 << 20;
const PER_PIECE = 250;

type Draft = { sessions: Session[]; ends: number[] };
type Run = { from: number; to: number };

export function createCheckpointWriter(context: StoreContext, known: WrittenIndex | null): CheckpointWriter {
  const { fs, layout } = context;
  let written = known;
  // Only a file nobody else has replaced since has the lines we believe it has.
  let stamp = known === null ? null : stampOf();

  function stampOf(): string | null {
    const stats = fs.lstatIfThere(layout.index);
    return stats === undefined ? null : `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
  }

  /** Which line of the old file holds exactly this record; both keep the order of creation. */
  function createFinder(old: WrittenIndex) {
    let at = 0;
    return (session: Session): number | null => {
      for (let look = at; look < old.sessions.length; look += 1) {
        const candidate = old.sessions[look];
        if (candidate?.id !== session.id) continue;
        at = look + 1;
        return candidate === session ? look : null;
      }
      return null;
    };
  }

  function* pieces(oldFd: number | null, draft: Draft): Generator<string | Buffer> {
    const old = oldFd === null ? null : written;
    const find = old === null ? null : createFinder(old);
    let at = INDEX_OPENING.length + 1;
    let run: Run | null = null;
    let fresh: string[] = [];
    let isFirst = true;
    const lead = () => {
      const text = isFirst ? '' : ',\n';
      isFirst = false;
      at += text.length;
      return text;
    };
    const startOf = (index: number) => (index === 0 ? (old?.firstAt ?? 0) : (old?.ends[index - 1] ?? 0) + 2);

    function* copyRun(): Generator<string | Buffer> {
      if (run === null || old === null || oldFd === null) return;
      yield lead();
      const [from, to] = [startOf(run.from), old.ends[run.to] ?? 0];
      for (let line = run.from; line <= run.to; line += 1) draft.ends.push(at + (old.ends[line] ?? 0) - from);
      at += to - from;
      run = null;
      for (let piece = from; piece < to; piece += PIECE_BYTES) {
        yield readAt(fs, oldFd, piece, Math.min(PIECE_BYTES, to - piece));
      }
    }
    function* drain(): Generator<string> {
      if (fresh.length === 0) return;
      yield lead() + fresh.join(',\n');
      fresh.forEach((text, index) => {
        at += Buffer.byteLength(text) + (index === 0 ? 0 : 2);
        draft.ends.push(at);
      });
      fresh = [];
    }

    yield `${INDEX_OPENING}\n`;
    for (const session of context.memory.sessions.values()) {
      draft.sessions.push(session);
      const line = find?.(session) ?? null;
      if (line === null) {
        yield* copyRun();
        fresh.push(JSON.stringify(session));
        if (fresh.length === PER_PIECE) yield* drain();
      } else {
        yield* drain();
        const open: Run | null = run;
        if (open !== null && (open as Run).to === line - 1) (open as Run).to = line;
        else {
          yield* copyRun();
          run = { from: line, to: line };
        }
      }
    }
    yield* copyRun();
    yield* drain();
    yield `${isFirst ? '' : '\n'}],${JSON.stringify(restOf()).slice(1)}\n`;
  }

  function restOf(auditOffset = pendingAuditOffset) {
    const { memory, journal } = context;
    const sample = journal.sample();
    return {
      active_session_id: memory.activeSessionId(),
      active_session_ids: memory.activeSessionIds(),
      journal_offset: sample.offset,
      journal_sample: sample.text,
      journal_generation: context.generation,
      audit_offset: auditOffset,
      tombstones: [...memory.tombstones],
      unfinished_purges: [...memory.unfinishedPurges],
      lines_not_understood: context.linesNotUnderstood,
    };
  }
  let pendingAuditOffset = 0;

  return {
    /** Not forced to the disk: whatever a power cut leaves of it is either whole or rebuilt from the journal. */
    write(auditOffset) {
      pendingAuditOffset = auditOffset;
      const isTrusted = written !== null && stamp !== null && stamp === stampOf();
      const old = isTrusted ? openRegular(layout.index, constants.O_RDONLY, fs) : null;
      const draft: Draft = { sessions: [], ends: [] };
      const done = writeAtomicNow(layout.index, pieces(old?.ok ? old.value.fd : null, draft), { fs });
      if (old?.ok) attempt(layout.index, () => fs.close(old.value.fd));
      if (!done.ok) return done;
      written = { ...draft, firstAt: INDEX_OPENING.length + 1 };
      stamp = stampOf();
      return ok(undefined);
    },
  };
}
