import { join } from 'node:path';
import type { TrackerGeneration } from '@domain/bead/tracker-info';
import { ok, type Result } from '@domain/result';
import { parse } from 'yaml';
import { attempt, type FileError } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { readTextIfThere } from '../fs/read-file';

export type Recognised = {
  readonly generation: TrackerGeneration;
  /** When the file that can be read without a program was written; null without one. */
  readonly exportedAt: string | null;
};

/*
 * From files alone; nothing of the project is run.
 * G1  `metadata.json` decides when it names Dolt or SQLite, else the database folders and files do.
 * G2  A folder with a JSONL file and no database, or bd 0.4x in its `no-db` mode, is a project of that file.
 * G3  br and bd 0.4x share the SQLite layout; br leaves its merge base beside it.
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
  const generation = generationOf(names, asRecord(metadata.value, JSON.parse), asRecord(config.value, parse));
  return ok(generation === null ? null : { generation, exportedAt: exportedAt(beadsDir, names, fs) });
}

const DOLT_FOLDERS = ['embeddeddolt', 'dolt', 'proxieddb'];
const DOLT_KEYS = ['dolt_mode', 'dolt_database'];
const JSONL_FILES = ['issues.jsonl', 'beads.jsonl'];

type Facts = ReadonlyMap<string, unknown>;

function generationOf(names: ReadonlySet<string>, metadata: Facts, config: Facts): TrackerGeneration | null {
  const saysDolt =
    DOLT_KEYS.some((key) => metadata.has(key)) ||
    metadata.get('database') === 'dolt' ||
    metadata.get('backend') === 'dolt';
  if (saysDolt) return 'dolt-1x';
  const saysSqlite = metadata.has('jsonl_export') || metadata.get('database') === 'beads.db';
  if (!saysSqlite && DOLT_FOLDERS.some((name) => names.has(name))) return 'dolt-1x';
  const hasJsonl = JSONL_FILES.some((name) => names.has(name));
  if (config.get('no-db') === true) return 'jsonl';
  if (saysSqlite || [...names].some(isDatabase)) return names.has('beads.base.jsonl') ? 'br' : 'sqlite-04x';
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

function exportedAt(beadsDir: string, names: ReadonlySet<string>, fs: FileSystem): string | null {
  const name = JSONL_FILES.find((candidate) => names.has(candidate));
  if (name === undefined) return null;
  const stats = attempt(beadsDir, () => fs.lstatIfThere(join(beadsDir, name)));
  return stats.ok && stats.value !== undefined ? stats.value.mtime.toISOString() : null;
}
