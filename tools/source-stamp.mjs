import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const FOLDERS = ['src-main', 'src-preload', 'src-renderer', 'src-shared', 'resources'];
const FILES = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const NOT_BUILT = /(?:^|\/)(?:testing|testdata)\/|\.test\.[a-z]+$/;

function filesUnder(root, folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !NOT_BUILT.test(path));
}

/** By content, not by time: a checkout that touches every file must not cost a build, and a restored backup must. */
export function sourceStamp(root) {
  const paths = [...FILES, ...FOLDERS.flatMap((folder) => filesUnder(root, folder))].sort();
  const hash = createHash('sha256');
  for (const path of paths) {
    let content;
    try {
      content = readFileSync(join(root, path));
    } catch {
      continue;
    }
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
