import { readdirSync, readFileSync, rmSync, type Stats, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { CopyTrouble } from '@domain/history/record';
import { defaultPolicy, type PrivacyPolicy } from '@domain/privacy/tiers';
import { err, ok } from '@domain/result';
import type { Archive, ArchiveMode } from '../../ports/archive';
import { makeFolders } from '../fs/make-folders';
import { writeAtomic } from '../fs/write-file';
import { type ArchiveKey, loadArchiveKey } from './archive-key';
import { createBlockStore, openVersion } from './block-store';
import { companionsOf } from './companion-files';
import { ChangedMeanwhile, copyFile } from './copy-file';
import { blocksOf, type KeptFile, type Manifest, readManifest } from './manifest';
import { redactAgain, redactFile } from './redact-file';
import { restoreFile } from './restore-file';

export type FileArchiveOptions = {
  readonly folder: string;
  /** Claude's `projects`. */
  readonly projects: string;
  readonly now: () => string;
  /** The privacy rules of a folder; for copies without secrets. */
  readonly policyOf?: (folder: string | null) => PrivacyPolicy;
};

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MANIFEST = 'manifest.json';

export function createFileArchive(options: FileArchiveOptions): Archive {
  const { folder, projects, now, policyOf = () => defaultPolicy } = options;
  const known = new Map<string, { readonly mark: string; readonly found: Manifest | CopyTrouble }>();
  let loaded: ArchiveKey | null = null;
  const key = () => {
    loaded ??= loadArchiveKey(join(folder, 'key'));
    return loaded;
  };
  const folderOf = (id: string) => join(folder, id.slice(0, 2), id);
  const storeOf = (id: string) => createBlockStore(folderOf(id), key());
  const nameOf = (path: string) => relative(projects, path).split(sep).join('/');
  const pathOf = (name: string) => join(projects, ...name.split('/'));

  const manifestPath = (id: string) => join(folderOf(id), MANIFEST);
  const look = (id: string): Manifest | CopyTrouble | null => {
    if (!ID.test(id)) return null;
    const path = manifestPath(id);
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats === undefined) return null;
      const mark = `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
      const met = known.get(id);
      if (met?.mark === mark) return met.found;
      const found = readManifest(readFileSync(path, 'utf8'));
      known.set(id, { mark, found });
      return found;
    } catch {
      return 'not-readable';
    }
  };
  const manifestOf = (id: string): Manifest | null => {
    const found = look(id);
    return typeof found === 'string' ? null : found;
  };

  const level = async (id: string, path: string, before: KeptFile | null, mode: ArchiveMode) => {
    const isTranscript = path.endsWith('.jsonl');
    const deps = { store: storeOf(id), key: key(), now };
    return mode === 'exact'
      ? copyFile(path, nameOf(path), isTranscript, before, deps)
      : redactFile(path, nameOf(path), before, { ...deps, policyOf });
  };

  const keep: Archive['keep'] = async ({ id, paths, mode }) => {
    const before = look(id);
    if (typeof before === 'string')
      throw new Error(`the copy is left as it is, its manifest is ${before}: ${manifestPath(id)}`);
    const wanted = mode === 'exact' ? [...paths, ...companionsOf(paths)] : paths;
    const files = new Map((before?.files ?? []).map((file) => [file.path, file]));
    let isChanged = false;
    for (const path of wanted) {
      const name = nameOf(path);
      const stats = statOf(path);
      const kept = files.get(name) ?? null;
      // An exact copy is not made worse by a later wish for less: it is removed or it stays.
      if (name.startsWith('..') || stats === null || !stats.isFile() || isLevel(kept, stats, mode)) continue;
      try {
        if (!isChanged) makeFolders(folderOf(id));
        files.set(name, await level(id, path, kept, mode));
        isChanged = true;
      } catch (error) {
        // Deleted or cut at this very moment: the copy we have stays, the next look sees how it is.
        if (!(error instanceof ChangedMeanwhile) && codeOf(error) !== 'ENOENT') throw error;
      }
    }
    if (isChanged) await setFiles(id, [...files.values()]);
    return isChanged;
  };

  /** The manifest first: blocks that it no longer names are of no use to anyone. */
  const setFiles = async (id: string, files: KeptFile[]) => {
    const manifest: Manifest = { version: 1, session_id: id, key_id: key().id, files };
    const written = await writeAtomic(manifestPath(id), JSON.stringify(manifest));
    if (!written.ok) throw new Error(`${written.error.code}: ${written.error.path}`);
    storeOf(id).sweep(blocksOf(manifest));
  };

  return {
    keep,
    troubleOf(id) {
      const why = look(id);
      return typeof why === 'string' ? { path: manifestPath(id), why } : null;
    },
    copyOf(id) {
      const manifest = manifestOf(id);
      const transcripts = manifest?.files.filter(({ is_transcript }) => is_transcript) ?? [];
      if (manifest === null || transcripts.length === 0) return null;
      const versions = manifest.files.flatMap((file) => file.versions);
      const newest = transcripts
        .map(({ versions: all }) => all.at(-1))
        .filter((version) => version !== undefined);
      return {
        isExact: newest.every(({ mode }) => mode === 'exact'),
        files: transcripts.length,
        bytes: newest.reduce((sum, { bytes }) => sum + bytes, 0),
        storedBytes: versions.flatMap(({ blocks }) => blocks).reduce((sum, { stored }) => sum + stored, 0),
        keptAt:
          newest
            .map(({ kept_at }) => kept_at)
            .sort()
            .at(-1) ?? '',
      };
    },
    open(id, path) {
      const file = manifestOf(id)?.files.find((each) => each.path === nameOf(path));
      const version = file?.versions.at(-1);
      if (file === undefined || version === undefined) return null;
      const { read, bytes } = openVersion(storeOf(id), version);
      return { size: bytes, mtimeMs: file.seen.mtime_ms, inode: file.seen.inode, read, close: () => {} };
    },
    filesOf: (id) =>
      (manifestOf(id)?.files ?? [])
        .filter(({ is_transcript }) => is_transcript)
        .map(({ path, seen, versions }) => ({
          path: pathOf(path),
          sessionId: id,
          size: versions.at(-1)?.bytes ?? 0,
          mtimeMs: seen.mtime_ms,
          inode: seen.inode,
        })),
    ids: () =>
      namesIn(folder).flatMap((shard) => namesIn(join(folder, shard)).filter((name) => ID.test(name))),
    async restore(id) {
      const manifest = look(id);
      if (typeof manifest === 'string')
        return err({ code: 'copy-unreadable', path: manifestPath(id), why: manifest });
      const own = manifest?.files.find(({ path }) => basename(path) === `${id}.jsonl`) ?? manifest?.files[0];
      if (manifest === null || own === undefined) return err({ code: 'no-copy' });
      let written = 0;
      for (const file of [own, ...manifest.files.filter((other) => other !== own)]) {
        const version = file.versions.findLast(({ mode }) => mode === 'exact');
        if (version === undefined) return err({ code: 'copy-redacted' });
        const restored = restoreFile(pathOf(file.path), version, storeOf(id), key());
        if (!restored.ok) return restored;
        if (restored.value === 'written') written += 1;
      }
      return ok({ path: pathOf(own.path), written, there: manifest.files.length - written });
    },
    async refilter(id) {
      const manifest = manifestOf(id);
      if (manifest === null || !manifest.files.some(isRedacted)) return false;
      const deps = { store: storeOf(id), key: key(), now, policyOf };
      const files: KeptFile[] = [];
      for (const file of manifest.files) files.push((await redactAgain(file, deps)) ?? file);
      const isChanged = files.some((file, at) => file !== manifest.files[at]);
      if (isChanged) await setFiles(id, files);
      return isChanged;
    },
    async remove(id) {
      if (ID.test(id)) rmSync(folderOf(id), { recursive: true, force: true });
      known.delete(id);
    },
  };
}

const isRedacted = ({ versions }: KeptFile) => versions.some(({ mode }) => mode === 'redacted');

function isLevel(kept: KeptFile | null, stats: Stats, mode: ArchiveMode): boolean {
  if (kept === null) return false;
  const { size, mtime_ms, inode } = kept.seen;
  const isSame = size === stats.size && mtime_ms === stats.mtimeMs && inode === stats.ino;
  const last = kept.versions.at(-1)?.mode;
  return isSame && (last === mode || last === 'exact');
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
