import { readFileSync } from 'node:fs';
import { SessionId } from '@domain/ids';

type Env = { readonly [name: string]: string | undefined };

const NAMES = ['CLAUDE_CODE_SESSION_ID', 'CLAUDE_SESSION_ID'] as const;
const MOST_ANCESTORS = 30;

/**
 * The sessions this process lives in: what its environment says, and what those of its ancestors say, so that a cleaned
 * environment alone does not hide one. A program of the same user that means harm can hide all the same (ADR 0064).
 */
export function callingSessions(env: Env, parent = process.ppid): readonly SessionId[] {
  const found = new Set<SessionId>(named(env));
  let pid = parent;
  for (let steps = 0; pid > 1 && steps < MOST_ANCESTORS; steps += 1) {
    for (const id of named(environmentOf(pid))) found.add(id);
    pid = parentOf(pid);
  }
  return [...found].slice(0, 20);
}

function named(env: Env): readonly SessionId[] {
  return NAMES.flatMap((name) => {
    const id = SessionId.safeParse(env[name]);
    return id.success ? [id.data] : [];
  });
}

/** Linux alone tells; elsewhere our own environment has to do. */
function environmentOf(pid: number): Env {
  try {
    const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    );
  } catch {
    return {};
  }
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) || 0;
  } catch {
    return 0;
  }
}
