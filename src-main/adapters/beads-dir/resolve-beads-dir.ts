import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import { attempt, type FileError } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { readRegular } from '../fs/read-file';
import { findGitLayout } from './git-layout';

/*
 * Finds the `.beads` folder that bd would use, from files alone.
 * D1  BEADS_DIR wins when it names a folder; a wrong value is passed over, as bd does.
 * D2  Then the nearest `.beads` from the folder up to the git root; one that holds bd's files is preferred to a bare one.
 * D3  A redirect is followed for exactly one hop; one that leads nowhere leaves the original folder.
 * D4  A worktree uses its own `.beads` only when that holds a database, else the main checkout's.
 */
export type BeadsDirVia = 'env' | 'folder' | 'redirect' | 'worktree';
export type BeadsDir = {
  readonly beadsDir: string;
  readonly via: BeadsDirVia;
  /** The redirect that could not be followed, for a notice to the user. */
  readonly brokenRedirect?: string;
};
export type NoBeadsDir = { readonly beadsDir: null };

const MAX_REDIRECT_BYTES = 8192;
const DATABASE_FOLDERS = ['embeddeddolt', 'dolt', 'proxieddb'];
const PROJECT_FILES = ['metadata.json', 'config.yaml', 'issues.jsonl', 'beads.jsonl', 'redirect'];

export async function resolveBeadsDir(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<BeadsDir | NoBeadsDir, FileError>> {
  const start = attempt(folder, () => realpathSync(folder));
  if (!start.ok) return start;
  const isFolder = attempt(start.value, () => fs.stat(start.value).isDirectory());
  if (!isFolder.ok) return isFolder;
  if (!isFolder.value) return err({ code: 'file-not-regular', path: folder, errno: 'ENOTDIR' });

  const fromEnv = env['BEADS_DIR'];
  if (fromEnv !== undefined && fromEnv !== '') {
    const named = resolve(start.value, fromEnv);
    if (isDirectory(named, fs)) return ok({ ...followRedirect(named, fs), via: 'env' });
  }

  const git = findGitLayout(start.value, fs);
  const nearest = findNearest(start.value, git?.root ?? null, fs);
  if (git === null || git.mainRoot === null) {
    return ok(nearest === null ? { beadsDir: null } : followRedirect(nearest, fs));
  }
  if (nearest !== null) {
    const followed = followRedirect(nearest, fs);
    if (followed.via === 'redirect' || holdsDatabase(nearest, fs)) return ok(followed);
  }
  const main = join(git.mainRoot, '.beads');
  if (isDirectory(main, fs)) return ok({ ...followRedirect(main, fs), via: 'worktree' });
  return ok(nearest === null ? { beadsDir: null } : { beadsDir: realPath(nearest), via: 'folder' });
}

function findNearest(from: string, gitRoot: string | null, fs: FileSystem): string | null {
  let bare: string | null = null;
  for (let at = from; ; at = dirname(at)) {
    const candidate = join(at, '.beads');
    if (isDirectory(candidate, fs)) {
      if (holdsProject(candidate, fs)) return candidate;
      bare ??= candidate;
    }
    if (at === gitRoot || dirname(at) === at) return bare;
  }
}

function followRedirect(beadsDir: string, fs: FileSystem): BeadsDir {
  const own: BeadsDir = { beadsDir: realPath(beadsDir), via: 'folder' };
  const read = readRegular(join(beadsDir, 'redirect'), { fs, maxBytes: MAX_REDIRECT_BYTES });
  if (!read.ok) return own;
  const target = firstPath(read.value.data.toString('utf8'));
  if (target === null) return own;
  const path = target.includes('\0') ? null : resolve(dirname(beadsDir), target);
  if (path === null || !isDirectory(path, fs)) return { ...own, brokenRedirect: target };
  const real = realPath(path);
  return real === own.beadsDir ? own : { beadsDir: real, via: 'redirect' };
}

function firstPath(text: string): string | null {
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed !== '' && !trimmed.startsWith('#')) return trimmed;
  }
  return null;
}

function isDirectory(path: string, fs: FileSystem): boolean {
  const found = attempt(path, () => fs.stat(path).isDirectory());
  return found.ok && found.value;
}

function namesIn(path: string, fs: FileSystem): readonly string[] {
  const listed = attempt(path, () => fs.list(path));
  return listed.ok ? listed.value : [];
}

function isDatabaseName(name: string): boolean {
  return name.endsWith('.db') && !name.includes('.backup') && name !== 'vc.db';
}

function holdsDatabase(beadsDir: string, fs: FileSystem): boolean {
  return namesIn(beadsDir, fs).some((name) =>
    DATABASE_FOLDERS.includes(name) ? isDirectory(join(beadsDir, name), fs) : isDatabaseName(name),
  );
}

function holdsProject(beadsDir: string, fs: FileSystem): boolean {
  return namesIn(beadsDir, fs).some((name) => PROJECT_FILES.includes(name)) || holdsDatabase(beadsDir, fs);
}

function realPath(path: string): string {
  const real = attempt(path, () => realpathSync(path));
  return real.ok ? real.value : path;
}
