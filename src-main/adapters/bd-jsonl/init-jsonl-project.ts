import { constants } from 'node:fs';
import { basename, join } from 'node:path';
import type { BeadError } from '@domain/bead/errors';
import { err, ok, type Result } from '@domain/result';
import { attempt } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { ensureFolder } from '../fs/folders';
import { writeAll } from '../fs/write-file';
import { prefixFromFolder } from './bead-ids';
import { unwritable } from './jsonl-store';

/** What bd itself would ignore, so that the day it is installed nothing of the machine is already committed. */
const IGNORED = [
  '*.lock',
  '*.db',
  '*.db?*',
  '.~*',
  'dolt/',
  'embeddeddolt/',
  'last-touched',
  '.local_version',
  'redirect',
];

/**
 * A project of one file: no program, no commit, no hook. `in_review` is configured from the start, because the board has a
 * column for it. Files that are already there are left alone.
 */
export function initJsonlProject(
  folder: string,
  prefix: string | null,
  fs: FileSystem = nodeFileSystem,
): Result<string, BeadError> {
  const beadsDir = join(folder, '.beads');
  const made = ensureFolder(beadsDir, fs);
  if (!made.ok) return err(unwritable(made.error));
  const files = [
    ['.gitignore', `${IGNORED.join('\n')}\n`],
    [
      'config.yaml',
      `issue-prefix: "${prefix ?? prefixFromFolder(basename(folder))}"\nstatus.custom: "in_review:wip"\n`,
    ],
    // Last: with it the folder is a project.
    ['issues.jsonl', ''],
  ] as const;
  for (const [name, text] of files) {
    const path = join(beadsDir, name);
    const written = attempt(path, () => {
      const fd = fs.open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644);
      try {
        writeAll(fs, fd, Buffer.from(text));
      } finally {
        fs.close(fd);
      }
    });
    if (!written.ok && written.error.code !== 'file-exists') return err(unwritable(written.error));
  }
  return ok(beadsDir);
}
