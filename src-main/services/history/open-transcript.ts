import { isSubagentFile } from '@domain/history/describe-session';
import type { TranscriptSource } from '@domain/history/transcript';
import { packThread, unpackThread } from '@domain/transcript/packed-thread';
import { createThreadIndex, type IndexedMessage, type ThreadView } from '@domain/transcript/thread-index';
import type { KeptSheet } from '../../ports/catalog';
import type { FileState, IndexedFile, TranscriptPages } from '../../ports/transcript-pages';

type OpenedFile = FileState & IndexedFile & { readonly number: number };

/** A session's transcript, known by where its messages stand. It grows with its files; another file makes it anew. */
export type OpenTranscript = {
  readonly index: ThreadView;
  readonly source: TranscriptSource;
  readonly revision: string;
  readonly notUnderstood: number;
  /** The lines of these messages, as many as fit into `mostBytes` but at least of the first one. */
  read(messages: readonly IndexedMessage[], mostBytes: number): { count: number; lines: readonly string[] };
};

export type TranscriptDesk = {
  /** Null: neither Claude nor we have its file. `withAgents`: those of its subagents too. */
  open(id: string, paths: readonly string[], withAgents: boolean): Promise<OpenTranscript | null>;
};

/** Sheets of long transcripts, so that nobody reads through one to see its first page. */
export type SheetShelf = {
  find(id: string): Promise<KeptSheet | null>;
  /** It had to be made: whoever opens it next need not. */
  offer(id: string, pack: () => KeptSheet): void;
};

const MOST_OPEN = 6;
/** What is shorter is read as fast as its sheet would be found. */
export const LONG_BYTES = 2 * 1024 * 1024;

export function createTranscriptDesk(pages: TranscriptPages, kept?: SheetShelf): TranscriptDesk {
  const shelf = new Map<string, Sheet>();
  /** What is open, then what is kept, as long as it is of these files; else they are read. */
  const sheetOf = async (id: string, paths: readonly string[]): Promise<Sheet> => {
    const open = shelf.get(id);
    if (open?.take(paths)) return open;
    const found = open === undefined ? ((await kept?.find(id)) ?? null) : null;
    const known = found === null ? null : createKeptSheet(pages, found);
    if (known?.take(paths)) return known;
    const made = createSheet(pages);
    made.take(paths);
    if (made.isLong() && !paths.some(isSubagentFile)) kept?.offer(id, made.pack);
    return made;
  };
  return {
    async open(id, paths, withAgents) {
      const own = paths.filter((path) => !isSubagentFile(path));
      const agents = withAgents ? paths.filter(isSubagentFile) : [];
      const sheet = await sheetOf(id, [...own, ...agents]);
      shelf.delete(id);
      if (sheet.isEmpty()) return null;
      shelf.set(id, sheet);
      const [oldest] = shelf.keys();
      if (shelf.size > MOST_OPEN && oldest !== undefined) shelf.delete(oldest);
      return sheet.opened();
    },
  };
}

/** Null: nobody has its file. */
export function makeSheet(pages: TranscriptPages, paths: readonly string[]): KeptSheet | null {
  const sheet = createSheet(pages);
  sheet.take(paths.filter((path) => !isSubagentFile(path)));
  return sheet.isEmpty() ? null : sheet.pack();
}

type Sheet = {
  /** False: one of the files is no longer what was read, and all must be read anew. */
  take(paths: readonly string[]): boolean;
  isEmpty(): boolean;
  opened(): OpenTranscript;
};

/** Reads files as they are taken. */
function createSheet(pages: TranscriptPages): Sheet & { isLong(): boolean; pack(): KeptSheet } {
  const index = createThreadIndex();
  const files = new Map<string, OpenedFile>();

  const takeFile = (path: string): boolean => {
    const now = pages.look(path);
    const known = files.get(path);
    if (now === null) return known === undefined;
    if (known !== undefined && isSame(now, known)) return true;
    if (known !== undefined && !hasGrown(now, known)) return false;
    const number = known?.number ?? files.size;
    const read = pages.index(path, known?.offset ?? 0, (place, offset, bytes) =>
      index.add(place, { file: number, offset, bytes }),
    );
    const notUnderstood = (known?.notUnderstood ?? 0) + read.notUnderstood;
    files.set(path, { ...now, ...read, notUnderstood, number });
    return true;
  };
  return {
    take: (paths) => paths.every(takeFile),
    isEmpty: () => files.size === 0,
    isLong: () => [...files.values()].some(({ size }) => size >= LONG_BYTES),
    pack: () => ({
      files: [...files].map(([path, { number: _number, ...file }]) => ({ path, ...file })),
      thread: packThread(index),
    }),
    opened: () => openedOf(pages, index, files),
  };
}

/** Holds for exactly the files it was made of, as they were. */
function createKeptSheet(pages: TranscriptPages, { files, thread }: KeptSheet): Sheet {
  const byPath = new Map(files.map(({ path, ...file }, number) => [path, { ...file, number }]));
  let index: ThreadView | null = null;
  return {
    take(paths) {
      const there = paths.flatMap((path) => {
        const now = pages.look(path);
        return now === null ? [] : [{ path, now }];
      });
      const isKnown = ({ path, now }: { path: string; now: FileState }) => {
        const known = byPath.get(path);
        return known !== undefined && isSame(now, known);
      };
      return there.length === byPath.size && there.every(isKnown);
    },
    isEmpty: () => byPath.size === 0,
    opened() {
      index ??= unpackThread(thread);
      return openedOf(pages, index, byPath);
    },
  };
}

function openedOf(
  pages: TranscriptPages,
  index: ThreadView,
  files: ReadonlyMap<string, OpenedFile>,
): OpenTranscript {
  const all = [...files.values()];
  return {
    index,
    source: all.some(({ source }) => source === 'archive') ? 'archive' : 'claude',
    revision: all.map(({ size, mtimeMs, inode }) => `${inode}.${size}.${Math.round(mtimeMs)}`).join('-'),
    notUnderstood: all.reduce((sum, file) => sum + file.notUnderstood + (file.isTailOpen ? 1 : 0), 0),
    read(messages, mostBytes) {
      let count = 0;
      let bytes = 0;
      for (const message of messages) {
        const size = message.lines.reduce((sum, line) => sum + line.bytes, 0);
        if (count > 0 && bytes + size > mostBytes) break;
        bytes += size;
        count += 1;
      }
      const taken = messages.slice(0, count).flatMap((message) => message.lines);
      const unique = [...new Map(taken.map((line) => [`${line.file}:${line.offset}`, line])).values()];
      const lines = [...files].flatMap(([path, { number }]) => {
        const spans = unique.filter(({ file }) => file === number).sort((a, b) => a.offset - b.offset);
        return spans.length === 0 ? [] : pages.lines(path, spans);
      });
      return { count, lines };
    },
  };
}

function isSame(now: FileState, known: FileState): boolean {
  return (
    now.size === known.size &&
    now.mtimeMs === known.mtimeMs &&
    now.inode === known.inode &&
    now.source === known.source
  );
}

function hasGrown(now: FileState, known: FileState): boolean {
  return now.inode === known.inode && now.source === known.source && now.size > known.size;
}
