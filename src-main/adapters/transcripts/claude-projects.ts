import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Discovery, TranscriptFile, TranscriptFolder } from '../../ports/transcripts';
import { watchProjects } from './watch-projects';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const AGENT = /^agent-.+\.jsonl$/;
/** Enough for the first line of a subagent's file, which names its session. */
const HEAD_BYTES = 256 * 1024;
const FEW_BYTES = 4096;
const SESSION_ID = /"sessionId":"([0-9a-f-]{36})"/i;
const SETTLE_MS = 30;

type Failure = { path: string; error: string };

/**
 * Claude's transcripts: `<slug>/<session>.jsonl`, `<slug>/<session>/subagents/agent-*.jsonl` and, of older versions,
 * `<slug>/agent-*.jsonl`. Only these two levels are looked at, so no link can lead us in circles.
 */
export function createClaudeProjects(folder: string): TranscriptFolder {
  const fileAt = (
    path: string,
    known: ReadonlyMap<string, string>,
    failed: Failure[],
  ): TranscriptFile | null => {
    try {
      const { size, mtimeMs, ino, isFile } = fileFacts(path);
      const sessionId = isFile ? (known.get(path) ?? sessionOf(path)) : null;
      return sessionId === null ? null : { path, sessionId, size, mtimeMs, inode: ino };
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') failed.push({ path, error: codeOf(error) });
      return null;
    }
  };

  const gather = (
    paths: Iterable<string>,
    known: ReadonlyMap<string, string>,
    failed: Failure[],
  ): Discovery => {
    const files: TranscriptFile[] = [];
    // A folder that is linked to from a second name holds the same files.
    const seen = new Set<number>();
    for (const path of paths) {
      const file = fileAt(path, known, failed);
      if (file === null || (file.inode !== 0 && seen.has(file.inode))) continue;
      seen.add(file.inode);
      files.push(file);
    }
    return { files, failed };
  };

  return {
    async discover(known) {
      const failed: Failure[] = [];
      return gather(transcriptPaths(folder, failed), known, failed);
    },
    async look(paths, known) {
      return gather(paths.filter(isTranscript), known, []);
    },
    watch(onChange) {
      const changed = new Set<string>();
      let timer: NodeJS.Timeout | null = null;
      // Something came of which nobody knows what is in it: everything is looked at.
      let isUnsure = false;
      const tell = () => {
        timer = null;
        const paths = isUnsure ? [] : [...changed];
        changed.clear();
        isUnsure = false;
        onChange(paths);
      };
      const soon = () => {
        timer ??= setTimeout(tell, SETTLE_MS);
      };
      const stop = watchProjects(
        folder,
        (path) => {
          if (!path.endsWith('.jsonl')) return;
          changed.add(path);
          soon();
        },
        () => {
          isUnsure = true;
          soon();
        },
      );
      return () => {
        stop();
        if (timer !== null) clearTimeout(timer);
      };
    },
  };
}

function* transcriptPaths(folder: string, failed: Failure[]): Generator<string> {
  for (const slug of entries(folder, failed)) {
    const project = join(folder, slug.name);
    if (slug.isFile()) continue;
    for (const entry of entries(project, failed)) {
      const path = join(project, entry.name);
      if (entry.name.endsWith('.jsonl')) {
        if (isTranscript(path)) yield path;
      } else if (UUID.test(entry.name) && !entry.isFile()) {
        const inner = join(path, 'subagents');
        for (const agent of entries(inner, failed)) if (AGENT.test(agent.name)) yield join(inner, agent.name);
      }
    }
  }
}

function entries(folder: string, failed: Failure[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP')
      failed.push({ path: folder, error: code });
    return [];
  }
}

function isTranscript(path: string): boolean {
  const name = basename(path);
  return AGENT.test(name) || (name.endsWith('.jsonl') && UUID.test(name.slice(0, -'.jsonl'.length)));
}

function fileFacts(path: string) {
  const stats = statSync(path);
  return { size: stats.size, mtimeMs: stats.mtimeMs, ino: stats.ino, isFile: stats.isFile() };
}

function sessionOf(path: string): string | null {
  const name = basename(path, '.jsonl');
  if (UUID.test(name)) return name.toLowerCase();
  const above = basename(dirname(dirname(path)));
  if (basename(dirname(path)) === 'subagents' && UUID.test(above)) return above.toLowerCase();
  const head = headOf(path);
  const id = SESSION_ID.exec(head)?.[1];
  return id !== undefined && UUID.test(id) ? id.toLowerCase() : null;
}

function headOf(path: string): string {
  const fd = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(HEAD_BYTES);
    // Its first line is nearly always short.
    const few = buffer.toString('latin1', 0, readSync(fd, buffer, 0, FEW_BYTES, 0));
    if (SESSION_ID.test(few)) return few;
    const read = readSync(fd, buffer, 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, read);
  } finally {
    closeSync(fd);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
