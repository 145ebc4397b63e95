import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkTokens } from './check-tokens.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOKENS = 'src-renderer/ui/tokens.css';
const LOOKED_AT = /(?<!\.test)\.(?:css|tsx?)$/;

const files = readdirSync(join(ROOT, 'src-renderer'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && LOOKED_AT.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(ROOT, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))
  .filter(({ path }) => path !== TOKENS && !path.includes('/testing/'));
const breaches = checkTokens(files, readFileSync(join(ROOT, TOKENS), 'utf8'));
for (const { path, line, message } of breaches) console.error(`${path}:${line}  ${message}`);
console.log(
  breaches.length === 0 ? `${files.length} files, nothing but tokens` : `${breaches.length} literals`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
