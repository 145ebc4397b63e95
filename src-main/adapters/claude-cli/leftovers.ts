import { readdirSync, readFileSync } from 'node:fs';
import type { Timers } from '../../ports/timers';
import type { ProcessTable } from '../locks/process-identity';
import { MARKER } from './claude-env';

/*
 * Claude's tools run in sessions of their own and outlive it when it is killed. Every process we start carries our mark,
 * and so does what it starts.
 * O1  Only a process that carries a mark of ours is ended, and only when that mark is meant.
 * O2  A mark names the program that gave it; while that program lives nobody else touches what carries it.
 */
export type Leftovers = {
  newMarker(id: string): string;
  /** How every mark begins that this program gives. */
  readonly ownPrefix: string;
  /** Resolves when nothing with this mark is left. */
  end(marker: string): Promise<void>;
  /** Ends what programs that are gone have left behind. Answers how many there were. */
  endOrphans(): Promise<number>;
};

const AGAIN_MS = 25;
const POLITE_ROUNDS = 40;
const MOST_ROUNDS = 200;

export function createLeftovers(timers: Timers, processes: ProcessTable): Leftovers {
  const endWhere = async (isMeant: (marker: string) => boolean): Promise<number> => {
    const ended = new Set<number>();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const found = marked().filter(({ marker }) => isMeant(marker));
      if (found.length === 0) break;
      for (const { pid } of found) {
        if (!ended.has(pid)) endProcess(pid, 'SIGTERM');
        else if (round >= POLITE_ROUNDS) endProcess(pid, 'SIGKILL');
        ended.add(pid);
      }
      await new Promise<void>((resolve) => timers.after(AGAIN_MS, resolve));
    }
    return ended.size;
  };
  const isOwnerGone = (marker: string): boolean => {
    const [pid = '', startedAt = ''] = marker.split(':');
    if (!/^\d+$/.test(pid)) return false;
    if (!processes.isAlive(Number(pid))) return true;
    const now = processes.startedAt(Number(pid));
    return now !== undefined && startedAt !== '' && now !== startedAt;
  };
  const self = processes.self();
  const ownPrefix = `${self.pid}:${self.process_started_at ?? ''}:`;
  return {
    ownPrefix,
    newMarker: (id) => `${ownPrefix}${id}`,
    end: async (marker) => {
      await endWhere((other) => other === marker);
    },
    endOrphans: () => endWhere(isOwnerGone),
  };
}

function endProcess(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}

/** The mark a process carries; null: none, or it is not shown. */
export function markOf(pid: number): string | null {
  const prefix = `${MARKER}=`;
  try {
    const entry = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .find((one) => one.startsWith(prefix));
    return entry?.slice(prefix.length) ?? null;
  } catch {
    return null;
  }
}

/** Where the system shows no environments (anything but Linux) nothing is found, and the process group has to do. */
function marked(): { pid: number; marker: string }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    const marker = markOf(pid);
    return marker === null ? [] : [{ pid, marker }];
  });
}
