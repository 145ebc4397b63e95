import { constants } from 'node:fs';
import { join } from 'node:path';
import type { TrackerGeneration } from '@domain/bead/tracker-info';
import { ok, type Result } from '@domain/result';
import { parse } from 'yaml';
import { attempt, type FileError } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { openRegular, readAt, readTextIfThere } from '../fs/read-file';

export type Recognised = {
  readonly generation: TrackerGeneration;
  /** When the file that can be read without a program was written; null without one. */
  readonly exportedAt: string | null;
};

/*
 * From files alone; nothing of the project is run.
 * G1  `metadata.json` decides when it names Dolt or SQLite, else the database folders and files do.
 * G2  A folder with a JSONL file and no database, or bd 0.4x in its `no-db` mode, is a project of that file.
 * G3  br and bd 0.4x share the SQLite layout; br leaves a merge base beside it, and writes a zero `compaction_level` into every
 *     record, which bd leaves out.
 * Null: a `.beads` that holds no project.
 */
export function recogniseGeneration(
  beadsDir: string,
  fs: FileSystem = nodeFileSystem,
): Result<Recognised | null, FileError> {
  const listed = attempt(beadsDir, () => fs.list(beadsDir));
  if (!listed.ok) return listed;
  const names = new Set(listed.value);
  const metadata = readTextIfThere(join(beadsDir, 'metadata.json'), fs);
  if (!metadata.ok) return metadata;
  const config = readTextIfThere(join(beadsDir, 'config.yaml'), fs);
  if (!config.ok) return config;
  const generation = generationOf({
    names,
    metadata: asRecord(metadata.value, JSON.parse),
    config: asRecord(config.value, parse),
    isOfBr: () =>
      names.has('beads.base.jsonl') || firstRecord(beadsDir, names, fs).get('compaction_level') === 0,
  });
  return ok(generation === null ? null : { generation, exportedAt: exportedAt(beadsDir, names, fs) });
}

const DOLT_FOLDERS = ['embeddeddolt', 'dolt', 'proxieddb'];
const DOLT_KEYS = ['dolt_mode', 'dolt_database'];
const HEAD_BYTES = 65_536;
const JSONL_FILES = ['issues.jsonl', 'beads.jsonl'];

type Facts = ReadonlyMap<string, unknown>;

type Clues = {
  readonly names: ReadonlySet<string>;
  readonly metadata: Facts;
  readonly config: Facts;
  readonly isOfBr: () => boolean;
};

function generationOf({ names, metadata, config, isOfBr }: Clues): TrackerGeneration | null {
  const saysDolt =
    DOLT_KEYS.some((key) => metadata.has(key)) ||
    metadata.get('database') === 'dolt' ||
    metadata.get('backend') === 'dolt';
  if (saysDolt) return 'dolt-1x';
  const saysSqlite = metadata.has('jsonl_export') || metadata.get('database') === 'beads.db';
  if (!saysSqlite && DOLT_FOLDERS.some((name) => names.has(name))) return 'dolt-1x';
  const hasJsonl = JSONL_FILES.some((name) => names.has(name));
  if (config.get('no-db') === true) return 'jsonl';
  if (saysSqlite || [...names].some(isDatabase)) return isOfBr() ? 'br' : 'sqlite-04x';
  if (hasJsonl) return 'jsonl';
  // 1.x takes any metadata file for one of its own.
  return metadata.size > 0 ? 'dolt-1x' : null;
}

function isDatabase(name: string): boolean {
  return name.endsWith('.db') && !name.includes('.backup') && name !== 'vc.db';
}

function asRecord(text: string | null, read: (text: string) => unknown): Facts {
  try {
    const value = text === null ? null : read(text);
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : new Map();
  } catch {
    return new Map();
  }
}

/** From the head of the file; a first record longer than that tells nothing. */
function firstRecord(beadsDir: string, names: ReadonlySet<string>, fs: FileSystem): Facts {
  const name = JSONL_FILES.find((candidate) => names.has(candidate));
  const opened = name === undefined ? null : openRegular(join(beadsDir, name), constants.O_RDONLY, fs);
  if (opened === null || !opened.ok) return new Map();
  try {
    const head = attempt(beadsDir, () => readAt(fs, opened.value.fd, 0, HEAD_BYTES));
    return asRecord(head.ok ? (head.value.toString('utf8').split('\n')[0] ?? null) : null, JSON.parse);
  } finally {
    fs.close(opened.value.fd);
  }
}

function exportedAt(beadsDir: string, names: ReadonlySet<string>, fs: FileSystem): string | null {
  const name = JSONL_FILES.find((candidate) => names.has(candidate));
  if (name === undefined) return null;
  const stats = attempt(beadsDir, () => fs.lstatIfThere(join(beadsDir, name)));
  return stats.ok && stats.value !== undefined ? stats.value.mtime.toISOString() : null;
}
