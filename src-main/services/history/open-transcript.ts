import { isSubagentFile } from '@domain/history/describe-session';
import type { TranscriptSource } from '@domain/history/transcript';
import { createThreadIndex, type IndexedMessage, type ThreadIndex } from '@domain/transcript/thread-index';
import type { FileState, IndexedFile, TranscriptPages } from '../../ports/transcript-pages';

type OpenedFile = FileState & IndexedFile & { readonly number: number };

/** A session's transcript, known by where its messages stand. It grows with its files; another file makes it anew. */
export type OpenTranscript = {
  readonly index: ThreadIndex;
  readonly source: TranscriptSource;
  readonly revision: string;
  readonly notUnderstood: number;
  /** The lines of these messages, as many as fit into `mostBytes` but at least of the first one. */
  read(messages: readonly IndexedMessage[], mostBytes: number): { count: number; lines: readonly string[] };
};

export type TranscriptDesk = {
  /** Null: neither Claude nor we have its file. `withAgents`: those of its subagents too. */
  open(id: string, paths: readonly string[], withAgents: boolean): OpenTranscript | null;
};

const MOST_OPEN = 6;

export function createTranscriptDesk(pages: TranscriptPages): TranscriptDesk {
  const shelf = new Map<string, Sheet>();
  return {
    open(id, paths, withAgents) {
      const own = paths.filter((path) => !isSubagentFile(path));
      const agents = withAgents ? paths.filter(isSubagentFile) : [];
      let sheet = shelf.get(id) ?? createSheet(pages);
      shelf.delete(id);
      if (!sheet.take([...own, ...agents])) {
        sheet = createSheet(pages);
        sheet.take([...own, ...agents]);
      }
      if (sheet.isEmpty()) return null;
      shelf.set(id, sheet);
      const [oldest] = shelf.keys();
      if (shelf.size > MOST_OPEN && oldest !== undefined) shelf.delete(oldest);
      return sheet.opened();
    },
  };
}

type Sheet = {
  /** False: one of the files is no longer what was read, and all must be read anew. */
  take(paths: readonly string[]): boolean;
  isEmpty(): boolean;
  opened(): OpenTranscript;
};

function createSheet(pages: TranscriptPages): Sheet {
  const index = createThreadIndex();
  const files = new Map<string, OpenedFile>();
  const names: string[] = [];

  const takeFile = (path: string): boolean => {
    const now = pages.look(path);
    const known = files.get(path);
    if (now === null) return known === undefined;
    if (known !== undefined && isSame(now, known)) return true;
    if (known !== undefined && !hasGrown(now, known)) return false;
    const number = known?.number ?? names.push(path) - 1;
    const read = pages.index(path, known?.offset ?? 0, (place, offset, bytes) =>
      index.add(place, { file: number, offset, bytes }),
    );
    const notUnderstood = (known?.notUnderstood ?? 0) + read.notUnderstood;
    files.set(path, { ...now, ...read, notUnderstood, number });
    return true;
  };

  const read: OpenTranscript['read'] = (messages, mostBytes) => {
    const lines: string[] = [];
    let count = 0;
    let bytes = 0;
    for (const message of messages) {
      const size = message.lines.reduce((sum, line) => sum + line.bytes, 0);
      if (count > 0 && bytes + size > mostBytes) break;
      bytes += size;
      count += 1;
    }
    const taken = messages.slice(0, count).flatMap((message) => message.lines);
    const unique = new Map(taken.map((line) => [`${line.file}:${line.offset}`, line]));
    for (const [number, path] of names.entries()) {
      const spans = [...unique.values()].filter(({ file }) => file === number);
      if (spans.length > 0)
        lines.push(
          ...pages.lines(
            path,
            spans.sort((a, b) => a.offset - b.offset),
          ),
        );
    }
    return { count, lines };
  };

  return {
    take: (paths) => paths.every(takeFile),
    isEmpty: () => files.size === 0,
    opened() {
      const all = [...files.values()];
      const notUnderstood = all.reduce(
        (sum, file) => sum + file.notUnderstood + (file.isTailOpen ? 1 : 0),
        0,
      );
      return {
        index,
        source: all.some(({ source }) => source === 'archive') ? 'archive' : 'claude',
        revision: all.map(({ size, mtimeMs, inode }) => `${inode}.${size}.${Math.round(mtimeMs)}`).join('-'),
        notUnderstood,
        read,
      };
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
