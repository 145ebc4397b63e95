import type { Archive } from '../../ports/archive';
import type { Catalog, SessionWrite } from '../../ports/catalog';
import type { TranscriptFile } from '../../ports/transcripts';
import type { KnownFile } from './plan-ingest';

/** What is known of files: how far each was read, and which of them are still to be had. */
export type KnownFiles = {
  /** With the first work: a list of sessions does not wait for it. */
  load(): Promise<void>;
  readonly byPath: ReadonlyMap<string, KnownFile>;
  of(id: string): readonly KnownFile[];
  /** To which session each belongs. */
  sessions(): ReadonlyMap<string, string>;
  /** This stands in the catalog now. */
  wrote(write: SessionWrite): void;
  drop(id: string): void;
  /** Another program has read these: what it found is what is known now. */
  takeOver(ids: ReadonlySet<string>): Promise<void>;
  /** Our copies of those files of a session that are not there any more. */
  copied(id: string, there: readonly { readonly path: string }[]): readonly TranscriptFile[];
  /**
   * Everything that was read of it can be read again: from the file, from the same file at another place, or from a copy that
   * is not older. What can not would be gone with the next reading from the beginning.
   */
  isWhole(id: string, there: readonly TranscriptFile[]): boolean;
};

export function createKnownFiles(catalog: Catalog, copies: Pick<Archive, 'filesOf'>): KnownFiles {
  const known = new Map<string, KnownFile>();
  let loading: Promise<void> | null = null;

  const of = (id: string) => [...known.values()].filter(({ sessionId }) => sessionId === id);
  const drop = (id: string) => {
    for (const { path } of of(id)) known.delete(path);
  };
  const load = async () => {
    for (const file of await catalog.files()) known.set(file.path, file);
  };
  return {
    byPath: known,
    of,
    drop,
    load() {
      loading ??= load().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    },
    sessions: () => new Map([...known].map(([path, { sessionId }]) => [path, sessionId])),
    wrote({ id, marks, stage, isAdded }) {
      if (stage !== null && isAdded !== true) drop(id);
      for (const mark of marks) known.set(mark.path, { ...mark, sessionId: id });
    },
    async takeOver(ids) {
      for (const [path, { sessionId }] of known) if (ids.has(sessionId)) known.delete(path);
      for (const file of await catalog.files()) if (ids.has(file.sessionId)) known.set(file.path, file);
    },
    copied(id, there) {
      const paths = new Set(there.map(({ path }) => path));
      return copies.filesOf(id).filter(({ path }) => !paths.has(path));
    },
    isWhole(id, there) {
      const paths = new Set(there.map(({ path }) => path));
      const gone = of(id).filter(({ path }) => !paths.has(path));
      if (gone.length === 0) return true;
      const kept = new Map(copies.filesOf(id).map((copy) => [copy.path, copy.mtimeMs]));
      return gone.every(({ path, mtimeMs, offset }) => {
        const isMoved = there.some((file) => nameOf(file.path) === nameOf(path) && file.size >= offset);
        return isMoved || (kept.get(path) ?? Number.NEGATIVE_INFINITY) >= mtimeMs;
      });
    },
  };
}

const nameOf = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
