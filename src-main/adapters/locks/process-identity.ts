import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { LockOwner } from '@domain/session/errors';

/** The two questions about processes a lock asks. Handed in, so that a test can play a foreign host or a reboot. */
export type ProcessTable = {
  self(): { host: string; boot_id?: string; pid: number; process_started_at?: string };
  isAlive(pid: number): boolean;
  /** Undefined where the system does not tell. */
  startedAt(pid: number): string | undefined;
};

function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Ticks since boot, the 22nd field of /proc/<pid>/stat; the command before it may hold spaces and brackets. */
function linuxStartTime(pid: number): string | undefined {
  const stat = readLine(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; only its parent has not looked yet.
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19];
}

export function createProcessTable(): ProcessTable {
  const own = {
    host: hostname(),
    boot_id: readLine('/proc/sys/kernel/random/boot_id'),
    pid: process.pid,
    process_started_at: linuxStartTime(process.pid),
  };
  return {
    self: () => own,
    isAlive(pid) {
      try {
        process.kill(pid, 0);
        return true;
      } catch (problem) {
        // EPERM: it lives and belongs to somebody else.
        return (
          typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === 'EPERM'
        );
      }
    },
    startedAt: linuxStartTime,
  };
}

export type OwnerVerdict = 'alive' | 'dead' | 'foreign';

export const HEARTBEAT_MS = 30_000;
/** Where a process's start time is unknown a reused pid looks alive; silence for this long decides. */
const SILENT_MS = 20 * HEARTBEAT_MS;

export function judgeOwner(owner: LockOwner, table: ProcessTable, silentForMs: number): OwnerVerdict {
  const self = table.self();
  if (owner.host !== self.host) return 'foreign';
  if (owner.boot_id !== undefined && self.boot_id !== undefined && owner.boot_id !== self.boot_id)
    return 'dead';
  if (!table.isAlive(owner.pid)) return 'dead';
  const startedAt = table.startedAt(owner.pid);
  if (startedAt !== undefined && owner.process_started_at !== undefined) {
    return startedAt === owner.process_started_at ? 'alive' : 'dead';
  }
  return silentForMs > SILENT_MS ? 'dead' : 'alive';
}
