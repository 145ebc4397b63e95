import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';

type Refusal = { readonly code: 'project-not-found' | 'project-not-a-folder'; readonly path: string };

export class ProjectRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

const LOOK_THEMSELVES: ReadonlySet<string> = new Set(['serve', 'doctor']);

/**
 * The same answer from every command of a family, whatever it would go on to do there. The app may be another process but never
 * another machine, so looking from here is enough. `serve` and `doctor` look for themselves.
 */
export function checkProject(command: Command, cwd: string): void {
  const named: unknown = command.opts()['project'];
  if (typeof named !== 'string' || LOOK_THEMSELVES.has(command.name())) return;
  const path = resolve(cwd, named);
  const found = lookAt(path);
  if (found !== 'folder') throw new ProjectRefused({ code: `project-${found}`, path });
}

function lookAt(path: string): 'folder' | 'not-found' | 'not-a-folder' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'not-a-folder';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // What may not be looked at is told by whoever reads it.
    return code === 'ENOENT' ? 'not-found' : code === 'ENOTDIR' ? 'not-a-folder' : 'folder';
  }
}
