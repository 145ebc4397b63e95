import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { HistoryError } from '@contract/history';
import type { HistorySession } from '@domain/history/record';
import { SessionId } from '@domain/ids';
import { err, type Result } from '@domain/result';
import { createClaudeFolder } from '../adapters/claude-cli/claude-folder';
import type { HistoryEngine } from '../services/history/history-engine';
import type { HistoryService } from '../services/history/history-service';
import { uploadsAt } from './uploads-at';

export type IngestOne = {
  readonly engine: HistoryEngine;
  readonly service: HistoryService;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Claude's transcripts, and those that came from elsewhere. */
  readonly projects: string;
  readonly uploads: string;
  readonly forgotten: string;
};

const HEAD_BYTES = 256 * 1024;
const NAMED = /"sessionId"\s*:\s*"([0-9a-f-]{36})"/i;

/** One session, now: by its id, by its file below Claude's folder, or from a file elsewhere, which is filtered and kept like an upload. */
export async function ingestOne(
  { engine, service, env, projects, uploads, forgotten }: IngestOne,
  ref: string,
): Promise<Result<HistorySession, HistoryError>> {
  const notFound = err({ code: 'transcript-not-found', ref: ref.slice(0, 4096) } as const);
  const id = SessionId.safeParse(ref.toLowerCase());
  if (id.success) {
    const path = await createClaudeFolder(env).findTranscript(id.data, resolve('/'));
    if (path !== null) await engine.look([path]);
    const known = await service.show(id.data);
    return known.ok || known.error.code !== 'session-not-found' ? known : notFound;
  }
  const path = resolve(ref);
  if (!(await stat(path).catch(() => null))?.isFile()) return notFound;
  const named = await sessionOf(path);
  if (named === null) return notFound;
  if (path.startsWith(`${resolve(projects)}${sep}`)) await engine.look([path]);
  else if (!(await service.show(named)).ok) {
    const taken = await uploadsAt({ uploads, forgotten }).receive(named, createReadStream(path));
    if (!taken.ok) return err({ code: 'transcript-refused', ref: path, why: taken.error.code });
    await engine.look([join(uploads, 'uploaded', `${named}.jsonl`)]);
  }
  return service.show(named);
}

/** A file of Claude's has the name of its session; of any other its lines say. */
async function sessionOf(path: string): Promise<SessionId | null> {
  const name = SessionId.safeParse(basename(path, '.jsonl').toLowerCase());
  if (name.success) return name.data;
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const said = SessionId.safeParse(NAMED.exec(buffer.toString('utf8', 0, bytesRead))?.[1]?.toLowerCase());
    return said.success ? said.data : null;
  } finally {
    await file.close();
  }
}
