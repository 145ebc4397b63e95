import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseObject, textOf } from '@domain/transcript/json-fields';
import type { ClaudeFiles } from '../../ports/transcripts';

/** What Claude says when its settings name nothing else. */
const DEFAULT_DAYS = 30;

export type ClaudeFilesOptions = {
  /** Claude's own folder. */
  readonly folder: string;
  /** When the process with this id began, in the words of Claude's list; undefined: there is none, or nobody can say. */
  readonly startedAt: (pid: number) => string | undefined;
};

export function createClaudeFiles({ folder, startedAt }: ClaudeFilesOptions): ClaudeFiles {
  const projects = join(folder, 'projects') + sep;
  const sessions = join(folder, 'sessions');
  let days = { mark: '', value: DEFAULT_DAYS };

  return {
    timeOf(path) {
      try {
        // Of most sessions Claude has deleted the file: to throw for each costs five times the look.
        const stats = statSync(path, { throwIfNoEntry: false });
        return stats === undefined ? null : { mtimeMs: stats.mtimeMs, isClaudes: path.startsWith(projects) };
      } catch {
        return null;
      }
    },
    keepsDays() {
      const path = join(folder, 'settings.json');
      try {
        const { mtimeMs, size } = statSync(path);
        const mark = `${mtimeMs} ${size}`;
        if (mark !== days.mark) {
          const named = parseObject(readFileSync(path, 'utf8'))?.['cleanupPeriodDays'];
          days = {
            mark,
            value: typeof named === 'number' && named >= 0 ? Math.min(named, 36_500) : DEFAULT_DAYS,
          };
        }
        return days.value;
      } catch {
        return DEFAULT_DAYS;
      }
    },
    openSessions() {
      const open = new Set<string>();
      for (const name of namesIn(sessions)) {
        // Only <pid>.json: the other files there hold secrets that are nobody else's business.
        if (!/^\d+\.json$/.test(name)) continue;
        const entry = readEntry(join(sessions, name));
        const id = textOf(entry?.['sessionId']);
        const pid = entry?.['pid'];
        if (id === null || typeof pid !== 'number' || !isRunning(pid)) continue;
        const began = textOf(entry?.['procStart']);
        const now = startedAt(pid);
        if (began === null || now === undefined || now === began) open.add(id.toLowerCase());
      }
      return open;
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readEntry(path: string) {
  try {
    return parseObject(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
