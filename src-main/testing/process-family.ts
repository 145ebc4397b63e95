import { readdirSync, readFileSync } from 'node:fs';
import { MARKER } from '../adapters/claude-cli/claude-env';

/** So long after a SIGKILL of the app something of ours may still be alive. */
export const MOST_ALIVE_MS = 5000;

/** The number of a process may come again; with its start time it is one of a kind. */
export type Member = { readonly pid: number; readonly startedAt: string; readonly command: string };

type Seen = Member & { readonly parent: number; readonly isOurs: boolean };

/**
 * Everything that this app started, by the tree (hosts of terminals and guards carry no mark), and everything that carries a
 * mark it gave, whatever became of its parents. Linux alone shows it.
 */
export function familyOf(app: number): Member[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? look(Number(name), app) : []));
  const kin = new Set([app]);
  for (let before = 0; before !== kin.size; ) {
    before = kin.size;
    for (const { pid, parent, isOurs } of all) if (isOurs || kin.has(parent)) kin.add(pid);
  }
  return all
    .filter(({ pid }) => pid !== app && kin.has(pid))
    .map(({ pid, startedAt, command }) => ({ pid, startedAt, command }));
}

/** Which of them are alive, and what came after they were counted. */
export function aliveOf(app: number, family: readonly Member[]): Member[] {
  return [...family.filter(isRunning), ...familyOf(app)];
}

function isRunning({ pid, startedAt }: Member): boolean {
  return look(pid, -1).some((now) => now.startedAt === startedAt);
}

function look(pid: number, app: number): Seen[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').slice(0, 200);
    const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`\0${MARKER}=${app}:`);
    return [{ pid, parent: Number(fields[1]), startedAt: fields[19] ?? '', command, isOurs }];
  } catch {
    return [];
  }
}
