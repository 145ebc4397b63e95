import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkWalls } from './check-walls.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOPS = ['src-shared', 'src-main', 'src-preload', 'src-renderer', 'tools', 'e2e', 'bench'];
const CODE = /\.(ts|tsx|mts|mjs|cjs|js)$/;

const files = TOPS.flatMap((top) => codeIn(join(ROOT, top)));
const exceptions = JSON.parse(readFileSync(new URL('./exceptions.json', import.meta.url), 'utf8'));
const breaches = checkWalls(files, exceptions);
for (const { path, line, rule, message } of breaches) console.error(`${path}:${line}  [${rule}]  ${message}`);
console.log(
  breaches.length === 0 ? `${files.length} files, every wall stands` : `${breaches.length} breaches`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;

function codeIn(folder) {
  return entriesOf(folder)
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](node_modules|testdata|fixtures)[\\/]/.test(path))
    .map((path) => ({ path: relative(ROOT, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }));
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
