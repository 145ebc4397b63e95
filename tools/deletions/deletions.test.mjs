import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dangersIn, findDeletions } from './find-deletions.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const ROOMS = ['src-main', 'src-shared', 'src-preload', 'src-renderer', 'bin'];
const allowed = JSON.parse(readFileSync(join(import.meta.dirname, 'allowed.json'), 'utf8'));

describe('forced and recursive deletion', () => {
  it('is only where a reason stands for it: our own folders, or what a person gave up by name', () => {
    const found = findDeletions(ROOT, ROOMS);
    const tooMany = Object.entries(found).filter(([path, count]) => count > (allowed[path]?.count ?? 0));
    expect(tooMany).toEqual([]);
    expect(Object.keys(allowed).filter((path) => !(path in found))).toEqual([]);
    for (const { why } of Object.values(allowed)) expect(why.length).toBeGreaterThan(20);
  });

  it.each([
    ['await rm(path, { recursive: true })', 1],
    ['rmSync(\n  path,\n  { force: true },\n)', 1],
    ['fs.rm(path, { recursive: true, force: true })', 2],
    ["git.ask(root, ['worktree', 'remove', '--force', '--', path])", 1],
    ["git.ask(root, ['reset', '--hard'])", 1],
    ["git.ask(root, ['clean', '-fdx'])", 2],
    ["git.ask(root, ['branch', '-D', name])", 1],
    ["git.ask(root, ['stash', 'drop'])", 1],
    ["git.ask(root, ['update-ref', '-d', ref])", 1],
    ["exec('rm -rf /')", 1],
    ["// never rm -rf\n/* nor '--force' */", 0],
    ['unlinkSync(temp)', 0],
    ["git.ask(root, ['stash', 'push', '--quiet'])", 0],
  ])('sees %s', (code, count) => {
    expect(dangersIn(code)).toHaveLength(count);
  });
});
