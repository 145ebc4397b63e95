#!/usr/bin/env node
import { existsSync } from 'node:fs';

const built = new URL('../out/main/cli.js', import.meta.url);

if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write('Beads Console is not built yet. Run: npm run build\n');
  process.exitCode = 1;
}
