import { ok, type Result } from '@domain/result';
import { Message } from '@domain/session/message';
import { type AppendFile, openAppend } from '../fs/append-file';
import { attempt, type FileError } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { openRegular, readAt } from '../fs/read-file';

const NEWLINE = 0x0a;
const KEEP_INDEXES = 8;

type Place = { readonly offset: number; readonly length: number };
/** Where each message's latest form stands. Grows with the file, so that a page costs what it shows. */
type MessageIndex = {
  inode: number;
  consumed: number;
  order: string[];
  places: Map<string, Place>;
  broken: number;
};

export type StoredPage = { messages: Message[]; next: number | null; notUnderstood: number };

export type MessageFiles = {
  append(path: string, messages: readonly Message[]): Result<void, FileError>;
  /** Messages, counting one that was replaced once. */
  count(path: string): Result<number, FileError>;
  page(path: string, from: number, limit: number): Result<StoredPage, FileError>;
  sync(path: string): Promise<Result<void, FileError>>;
  forget(path: string): void;
  close(): void;
};

/** The id first, so that indexing a file does not parse it. */
function encode(message: Message): string {
  const { id, ...rest } = message;
  return `${JSON.stringify({ id, ...rest })}\n`;
}
const ID_FIRST = /^\{"id":"([^"\\]{1,200})"/;

function idOf(data: Buffer, from: number, end: number): string | null {
  const head = ID_FIRST.exec(data.toString('utf8', from, Math.min(end, from + 260)));
  // The closing brace tells a whole line from one that lost its end in the middle of the file.
  if (head?.[1] !== undefined && data[end - 1] === 0x7d) return head[1];
  return parse(data.toString('utf8', from, end))?.id ?? null;
}

function parse(text: string): Message | null {
  try {
    const parsed = Message.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function createMessageFiles(fs: FileSystem): MessageFiles {
  const writers = new Map<string, AppendFile>();
  const indexes = new Map<string, MessageIndex>();

  const writerFor = (path: string): Result<AppendFile, FileError> => {
    const open = writers.get(path);
    if (open !== undefined && fs.lstatIfThere(path)?.ino === open.inode()) return ok(open);
    open?.close();
    writers.delete(path);
    const opened = openAppend(path, fs);
    if (!opened.ok) return opened;
    const cut = dropTornEnd(opened.value);
    if (!cut.ok) return cut;
    if (writers.size >= KEEP_INDEXES) forgetWriter([...writers.keys()][0]);
    writers.set(path, opened.value);
    return opened;
  };
  const forgetWriter = (path: string | undefined) => {
    if (path === undefined) return;
    writers.get(path)?.close();
    writers.delete(path);
  };
  const dropTornEnd = (file: AppendFile): Result<void, FileError> => {
    const size = file.size();
    if (size === 0) return ok(undefined);
    const end = readAt(fs, file.fd, Math.max(0, size - 1_000_000), Math.min(size, 1_000_000));
    if (end[end.length - 1] === NEWLINE) return ok(undefined);
    return file.truncate(size - (end.length - (end.lastIndexOf(NEWLINE) + 1)));
  };

  const indexOf = (path: string, fd: number, inode: number, size: number): MessageIndex => {
    const kept = indexes.get(path);
    const fresh = () => ({ inode, consumed: 0, order: [], places: new Map(), broken: 0 });
    const index: MessageIndex =
      kept !== undefined && kept.inode === inode && kept.consumed <= size ? kept : fresh();
    indexes.delete(path);
    indexes.set(path, index);
    if (indexes.size > KEEP_INDEXES) indexes.delete([...indexes.keys()][0] ?? '');
    const base = index.consumed;
    const data = readAt(fs, fd, base, size - base);
    for (let from = 0; from < data.length; ) {
      const end = data.indexOf(NEWLINE, from);
      if (end === -1) break;
      const id = idOf(data, from, end);
      if (id === null) index.broken += 1;
      else {
        if (!index.places.has(id)) index.order.push(id);
        index.places.set(id, { offset: base + from, length: end - from });
      }
      from = end + 1;
      index.consumed = base + from;
    }
    return index;
  };

  const withIndex = <T>(
    path: string,
    none: T,
    act: (index: MessageIndex, fd: number) => T,
  ): Result<T, FileError> => {
    const opened = openRegular(path, undefined, fs);
    if (!opened.ok) return opened.error.code === 'file-not-found' ? ok(none) : opened;
    const { fd, stats } = opened.value;
    try {
      return attempt(path, () => act(indexOf(path, fd, stats.ino, stats.size), fd));
    } finally {
      fs.close(fd);
    }
  };

  return {
    append(path, messages) {
      const writer = writerFor(path);
      if (!writer.ok) return writer;
      const written = writer.value.appendLazily(Buffer.from(messages.map(encode).join('')));
      return written;
    },
    count: (path) => withIndex(path, 0, (index) => index.order.length),
    page: (path, from, limit) =>
      withIndex(path, { messages: [], next: null, notUnderstood: 0 }, (index, fd) => {
        let broken = index.broken;
        const messages: Message[] = [];
        for (const id of index.order.slice(from, from + limit)) {
          const place = index.places.get(id);
          const message = place && parse(readAt(fs, fd, place.offset, place.length).toString('utf8'));
          if (message) messages.push(message);
          else broken += 1;
        }
        const next = from + limit;
        return { messages, next: next < index.order.length ? next : null, notUnderstood: broken };
      }),
    sync: async (path) => (await writers.get(path)?.sync()) ?? ok(undefined),
    forget(path) {
      forgetWriter(path);
      indexes.delete(path);
    },
    close() {
      for (const path of [...writers.keys()]) forgetWriter(path);
      indexes.clear();
    },
  };
}
