import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseObject, textOf } from '@domain/transcript/transcript-line';

type Env = { readonly [name: string]: string | undefined };

/** Claude's own folder, read only: its transcripts and the list of its running processes. */
export type ClaudeFolder = {
  /** Null: there is none yet. A session that moved between folders keeps the file it began with. */
  findTranscript(sessionId: string, cwd: string): Promise<string | null>;
  /** Where a new session's file will be. */
  expectedTranscript(sessionId: string, cwd: string): Promise<string>;
  /** Processes that say they have this session open; stale entries are left to the caller to judge. */
  openedBy(sessionId: string): Promise<readonly RegistryEntry[]>;
  /** Every process that says it runs, with the folder it was started in. */
  running(): Promise<readonly (RegistryEntry & { readonly cwd: string })[]>;
  /** What a process says about itself; null: nothing (yet, or any more). */
  stateOf(pid: number): Promise<RegistryState | null>;
};

export type RegistryState = {
  readonly session_id: string | null;
  /** Null: it says nothing about it yet. */
  readonly status: 'idle' | 'busy' | 'waiting' | null;
  readonly procStart: string | null;
  /** Changes whenever the status does. */
  readonly stamp: number;
};

export type RegistryEntry = { readonly pid: number; readonly procStart: string | null };

export function createClaudeFolder(env: Env): ClaudeFolder {
  const root = env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude');
  const projects = join(root, 'projects');
  const sessions = join(root, 'sessions');
  const expectedTranscript = async (sessionId: string, cwd: string) =>
    join(projects, slugOf(await realpath(cwd).catch(() => cwd)), `${sessionId}.jsonl`);

  const registry = async () => {
    // Only <pid>.json: the other files there hold secrets that are nobody else's business.
    const names = (await readdir(sessions).catch(() => [])).filter((name) => /^\d+\.json$/.test(name));
    const entries = await Promise.all(
      names.map(async (name) => parseObject(await readFile(join(sessions, name), 'utf8').catch(() => ''))),
    );
    return entries.filter((entry) => entry !== null);
  };

  return {
    expectedTranscript,
    async findTranscript(sessionId, cwd) {
      const expected = await expectedTranscript(sessionId, cwd);
      if (await isFile(expected)) return expected;
      for (const folder of await readdir(projects).catch(() => [])) {
        const path = join(projects, folder, `${sessionId}.jsonl`);
        if (await isFile(path)) return path;
      }
      return null;
    },
    async stateOf(pid) {
      const text = await readFile(join(sessions, `${pid}.json`), 'utf8').catch(() => '');
      const entry = parseObject(text);
      if (entry === null || entry['pid'] !== pid) return null;
      // With a command in the background alone it takes prompts like any idle one.
      const status = entry['status'] === 'shell' ? 'idle' : entry['status'];
      const stamp = entry['statusUpdatedAt'];
      return {
        session_id: textOf(entry['sessionId']),
        status: status === 'idle' || status === 'busy' || status === 'waiting' ? status : null,
        procStart: textOf(entry['procStart']),
        stamp: typeof stamp === 'number' ? stamp : 0,
      };
    },
    async running() {
      return (await registry()).flatMap((entry) => {
        const pid = entry['pid'];
        const cwd = textOf(entry['cwd']);
        return typeof pid === 'number' && cwd !== null
          ? [{ pid, cwd, procStart: textOf(entry['procStart']) }]
          : [];
      });
    },
    async openedBy(sessionId) {
      return (await registry()).flatMap((entry) => {
        const pid = entry['pid'];
        if (entry['sessionId'] !== sessionId || typeof pid !== 'number') return [];
        return [{ pid, procStart: textOf(entry['procStart']) }];
      });
    },
  };
}

/** As Claude names a project's folder. Past 200 characters it adds a hash we do not know: then it is searched for. */
export function slugOf(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, '-').slice(0, 200);
}

/** The transcripts of its subagents. */
export async function agentFilesOf(transcript: string): Promise<string[]> {
  const where = join(dirname(transcript), basename(transcript, '.jsonl'), 'subagents');
  const names = await readdir(where).catch(() => []);
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(where, name));
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}
