import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkTokens, unusedTokens } from './check-tokens.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOKENS = 'src-renderer/ui/tokens.css';
const LOOKED_AT = /(?<!\.test)\.(?:css|tsx?)$/;

const files = readdirSync(join(ROOT, 'src-renderer'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && LOOKED_AT.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(ROOT, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))
  .filter(({ path }) => path !== TOKENS && !path.includes('/testing/'));
const tokens = readFileSync(join(ROOT, TOKENS), 'utf8');
const breaches = [
  ...checkTokens(files, tokens),
  ...unusedTokens(files, tokens).map((name) => ({ path: TOKENS, line: 1, message: `nobody names ${name}` })),
];
for (const { path, line, message } of breaches) console.error(`${path}:${line}  ${message}`);
console.log(
  breaches.length === 0 ? `${files.length} files, nothing but tokens` : `${breaches.length} breaches`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
