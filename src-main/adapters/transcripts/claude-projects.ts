import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { Discovery, TranscriptFile, TranscriptFolder } from '../../ports/transcripts';
import { createSeenFiles, type SeenFiles } from './seen-files';
import { watchProjects } from './watch-projects';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const AGENT = /^agent-.+\.jsonl$/;
/** Enough for the first line of a subagent's file, which names its session. */
const HEAD_BYTES = 256 * 1024;
const FEW_BYTES = 4096;
const SESSION_ID = /"sessionId":"([0-9a-f-]{36})"/i;
const SETTLE_MS = 30;
const JSONL = '.jsonl';

type Failure = { path: string; error: string };
/** Where a transcript may stand, and whose it is; null: that stands in it. */
type Place = { readonly path: string; readonly sessionId: string | null };

/**
 * Claude's transcripts: `<slug>/<session>.jsonl`, `<slug>/<session>/subagents/agent-*.jsonl` and, of older versions,
 * `<slug>/agent-*.jsonl`. Only these two levels are looked at, so no link can lead us in circles.
 */
export function createClaudeProjects(folder: string): TranscriptFolder {
  const fileAt = (
    { path, sessionId: named }: Place,
    known: ReadonlyMap<string, string>,
    failed: Failure[],
    isSeen: SeenFiles,
  ): TranscriptFile | null => {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats === undefined || !stats.isFile()) return null;
      const sessionId = named ?? known.get(path) ?? sessionInside(path);
      return sessionId === null || isSeen(stats)
        ? null
        : { path, sessionId, size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino };
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') failed.push({ path, error: codeOf(error) });
      return null;
    }
  };

  const gather = (
    places: Iterable<Place>,
    known: ReadonlyMap<string, string>,
    failed: Failure[],
  ): Discovery => {
    const files: TranscriptFile[] = [];
    const isSeen = createSeenFiles();
    for (const place of places) {
      const file = fileAt(place, known, failed, isSeen);
      if (file !== null) files.push(file);
    }
    return { files, failed };
  };

  return {
    async discover(known) {
      const failed: Failure[] = [];
      return gather(allPlaces(folder, failed), known, failed);
    },
    async look(paths, known) {
      return gather(
        paths.map(placeAt).filter((place) => place !== null),
        known,
        [],
      );
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

/** Names alone, since there are thousands: a file among the folders says so when it is looked into. */
function allPlaces(folder: string, failed: Failure[]): Place[] {
  const places: Place[] = [];
  for (const slug of namesIn(folder, failed)) {
    const project = join(folder, slug);
    for (const name of namesIn(project, failed)) {
      const path = `${project}${sep}${name}`;
      const sessionId = sessionOfName(name);
      if (sessionId !== undefined) places.push({ path, sessionId });
      else if (UUID.test(name)) {
        const inner = `${path}${sep}subagents`;
        for (const agent of namesIn(inner, failed))
          if (AGENT.test(agent))
            places.push({ path: `${inner}${sep}${agent}`, sessionId: name.toLowerCase() });
      }
    }
  }
  return places;
}

function namesIn(folder: string, failed: Failure[]): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP')
      failed.push({ path: folder, error: code });
    return [];
  }
}

function placeAt(path: string): Place | null {
  const named = sessionOfName(basename(path));
  if (named !== null) return named === undefined ? null : { path, sessionId: named };
  const above = basename(dirname(dirname(path)));
  const isInside = basename(dirname(path)) === 'subagents' && UUID.test(above);
  return { path, sessionId: isInside ? above.toLowerCase() : null };
}

/** The session it is called after; null: its content says whose it is. Undefined: it is no transcript. */
function sessionOfName(name: string): string | null | undefined {
  if (!name.endsWith(JSONL)) return undefined;
  const bare = name.slice(0, -JSONL.length);
  return UUID.test(bare) ? bare.toLowerCase() : AGENT.test(name) ? null : undefined;
}

function sessionInside(path: string): string | null {
  const id = SESSION_ID.exec(headOf(path))?.[1];
  return id !== undefined && UUID.test(id) ? id.toLowerCase() : null;
}

function headOf(path: string): string {
  const fd = openSync(path, 'r');
  try {
    // Its first line is nearly always short.
    const few = textAt(fd, FEW_BYTES);
    return SESSION_ID.test(few) ? few : textAt(fd, HEAD_BYTES);
  } finally {
    closeSync(fd);
  }
}

function textAt(fd: number, bytes: number): string {
  const buffer = Buffer.allocUnsafe(bytes);
  return buffer.toString('latin1', 0, readSync(fd, buffer, 0, bytes, 0));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
