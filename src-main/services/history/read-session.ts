import { describeSession } from '@domain/history/describe-session';
import type { PriceFinder } from '@domain/history/report';
import { unpackTally } from '@domain/transcript/tally-bytes';
import type { Catalog, SessionWrite } from '../../ports/catalog';
import type { FileMark, ScanRun, ScanSlice, TranscriptScanner } from '../../ports/transcripts';
import type { DueSession, KnownFile } from './plan-ingest';
import type { StopSign } from './stop-sign';

export type SessionRead =
  | {
      readonly type: 'read';
      readonly write: SessionWrite;
      readonly bytes: number;
      readonly failed: readonly { path: string; error: string }[];
    }
  /** A file was replaced, or more was added than fits one write: it has to be read from its beginning. */
  | { readonly type: 'again' }
  /** The same, by the full reader alone. */
  | { readonly type: 'disagreed'; readonly lines: number }
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly failed: readonly { path: string; error: string }[] };

export type ReadDeps = {
  readonly catalog: Catalog;
  readonly scanner: TranscriptScanner;
  readonly price: PriceFinder;
  /** Nobody has prices of their own. */
  readonly isListPriced: () => boolean;
  readonly known: ReadonlyMap<string, KnownFile>;
  /** Sessions that somebody may write on. */
  readonly open: ReadonlySet<string>;
  /** Whoever ends it does not wait for what is being read. */
  readonly sign: StopSign;
  /** Sessions that the fast reader was seen to read wrong. */
  readonly misread: ReadonlySet<string>;
};

/** Reads what is due of a session and says what to write. Texts of a long one are staged on the way. */
export async function readSession(due: DueSession, deps: ReadDeps): Promise<SessionRead> {
  const { catalog, scanner } = deps;
  const base = due.isKnown ? knownFilesOf(due.id, deps.known) : [];
  const held = due.isFresh ? null : await catalog.held(due.id);
  if (!due.isFresh && held === null) return { type: 'again' };
  const run = scanner.open({
    sessionId: due.id,
    files: due.files,
    known: held,
    isFull: deps.misread.has(due.id),
  });
  // What replaces something is staged from the beginning: the old rows go when the new ones count.
  let stage = due.isFresh && due.isKnown ? await catalog.beginStage(due.id) : null;
  try {
    const read = await readSlices(run, due, { ...deps, base }, stage, async () => {
      stage ??= await catalog.beginStage(due.id);
      return stage;
    });
    if (read.type !== 'read' && stage !== null) await catalog.dropStage(stage);
    return read;
  } finally {
    run.close();
  }
}

async function readSlices(
  run: ScanRun,
  due: DueSession,
  deps: ReadDeps & Pick<SessionWrite, 'base'>,
  first: number | null,
  staged: () => Promise<number>,
): Promise<SessionRead> {
  let bytes = 0;
  let stage = first;
  for (;;) {
    const slice = await nextSlice(run, deps.sign);
    if (slice.type === 'stopped') return slice;
    // The thread that read it ended, or the reader has a bug: this session fails and no other.
    if (slice.type === 'lost') return { type: 'failed', failed: [{ path: due.id, error: slice.error }] };
    if (slice.type === 'changed') return { type: 'again' };
    if (slice.type === 'disagreed') return slice;
    bytes += slice.bytes;
    if (slice.type === 'texts') {
      if (!due.isFresh && !due.isAdded) return { type: 'again' };
      stage = await staged();
      await deps.catalog.stage(stage, slice.texts);
      continue;
    }
    const { tally, notes, marks, texts, failed } = slice;
    // What is known stays until all of it was read anew.
    const isReplacing = due.isFresh && deps.base.length > 0;
    if (failed.length > 0 && (marks.length === 0 || isReplacing)) return { type: 'failed', failed };
    const files = filesOf(due, marks, deps.known);
    const isOpen = deps.open.has(due.id);
    const record =
      slice.described !== undefined && !isOpen && deps.isListPriced()
        ? slice.described
        : describeSession(unpackTally(tally), notes, files, deps.price, isOpen);
    const { id, isAdded } = due;
    const write = { id, record, tally, notes, marks, texts, stage, isAdded, base: deps.base };
    return { type: 'read', write, bytes, failed };
  }
}

type Lost = { readonly type: 'lost'; readonly error: string };
type Stopped = { readonly type: 'stopped' };

function nextSlice(run: ScanRun, sign: StopSign): Promise<ScanSlice | Lost | Stopped> {
  return new Promise((resolve) => {
    const onStop = () => resolve({ type: 'stopped' });
    if (sign.isUp()) return onStop();
    const unwatch = sign.watch(onStop);
    void run
      .next()
      .catch((error: unknown) => ({
        type: 'lost' as const,
        error: error instanceof Error ? error.message : String(error),
      }))
      .then((slice) => {
        unwatch();
        resolve(slice);
      });
  });
}

function knownFilesOf(id: string, known: ReadonlyMap<string, KnownFile>): KnownFile[] {
  return [...known.values()].filter(({ sessionId }) => sessionId === id);
}

/** All files of the session, also those that did not change. */
function filesOf(
  due: DueSession,
  marks: readonly FileMark[],
  known: ReadonlyMap<string, KnownFile>,
): readonly FileMark[] {
  if (due.isFresh) return marks;
  const read = new Set(marks.map(({ path }) => path));
  const others = knownFilesOf(due.id, known).filter(({ path }) => !read.has(path));
  return [...marks, ...others];
}
