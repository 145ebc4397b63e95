#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ownClaude, withoutOwnPrograms } from './own-path.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.env.PATH = withoutOwnPrograms(process.env.PATH ?? '', root);
process.env.BEADS_CONSOLE_DEMO_CLAUDE ??= ownClaude(root);
const built = new URL('../out/main/cli.js', import.meta.url);

if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write('Beads Console is not built yet. Run: npm run build\n');
  process.exitCode = 1;
}
