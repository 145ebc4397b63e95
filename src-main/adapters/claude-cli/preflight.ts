import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { err, ok, type Result } from '@domain/result';
import type { DriverError } from '@domain/session/errors';
import { parseObject } from '@domain/transcript/transcript-line';
import type { LaunchRequest } from '../../ports/claude-driver';
import type { ProcessTable } from '../locks/process-identity';
import type { Opening } from './claude-arguments';
import type { ClaudeFolder } from './claude-folder';

export type PreflightDeps = { readonly folder: ClaudeFolder; readonly processes: ProcessTable };

/*
 * Before a process is started on a session:
 * P1  The working directory is there.
 * P2  No other living process of Claude has the session open, whoever started it.
 * P3  What is to be continued has a transcript that can be read and is this session's.
 * P4  A session that never got a prompt has none, and begins anew under the same id; one that has a transcript already is
 *     continued, although it looks new: the console that began it did not live to say so.
 * P5  A transcript in which nobody has said anything yet (Claude was killed before its first line) can neither be continued
 *     nor begun again: Claude refuses both. It is put aside under another name, and the session begins anew under its id.
 */
export async function preflight(
  deps: PreflightDeps,
  request: LaunchRequest,
): Promise<Result<Opening, DriverError>> {
  const { session_id, cwd, mode } = request;
  const isFolder = await stat(cwd).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) return err({ code: 'cwd-missing', cwd });
  const other = await openElsewhere(deps, session_id);
  if (other !== null) return err({ code: 'session-open-elsewhere', session_id, pid: other });

  const own = await deps.folder.findTranscript(session_id, cwd);
  if (own !== null) {
    const checked = await checkTranscript(own, session_id);
    if (!checked.ok) return checked;
    if (checked.value === 'spoken') return ok({ type: 'resume' });
    await putAside(own);
    return ok({ type: 'new' });
  }
  if (mode.type === 'new' || (mode.type === 'resume' && mode.neverPrompted)) return ok({ type: 'new' });
  if (mode.type === 'resume') return err({ code: 'transcript-missing', session_id });
  const parent = await deps.folder.findTranscript(mode.parent_id, cwd);
  if (parent === null) return err({ code: 'transcript-missing', session_id: mode.parent_id });
  const checked = await checkTranscript(parent, mode.parent_id);
  return checked.ok ? ok({ type: 'fork', parent_id: mode.parent_id }) : checked;
}

/** The process that has the session open and is none of ours; null: nobody. */
export async function openElsewhere(
  deps: { readonly folder: Pick<ClaudeFolder, 'openedBy'>; readonly processes: ProcessTable },
  sessionId: string,
  isOurs: (pid: number) => boolean = () => false,
): Promise<number | null> {
  const { folder, processes } = deps;
  for (const { pid, procStart } of await folder.openedBy(sessionId)) {
    if (!processes.isAlive(pid)) continue;
    const startedAt = processes.startedAt(pid);
    // After a SIGKILL the entry stays, and its number may belong to somebody else by now.
    if (startedAt !== undefined && procStart !== null && startedAt !== procStart) continue;
    if (!isOurs(pid)) return pid;
  }
  return null;
}

const HEAD_BYTES = 1024 * 1024;

/** The beginning is enough: Claude skips broken lines, and so do we; a file of another session is what must not pass. */
async function checkTranscript(
  path: string,
  sessionId: string,
): Promise<Result<'spoken' | 'silent', DriverError>> {
  const refused = (reason: 'not-readable' | 'no-line-understood' | 'other-session') =>
    err<DriverError>({ code: 'transcript-unreadable', path, reason });
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch {
    return refused('not-readable');
  }
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const texts = buffer.toString('utf8', 0, bytesRead).split('\n');
    const lines = texts.filter((text) => text.trim() !== '').map(parseObject);
    const ids = lines.flatMap((line) => (typeof line?.['sessionId'] === 'string' ? [line['sessionId']] : []));
    if (ids.length === 0) return refused('no-line-understood');
    if (!ids.includes(sessionId)) return refused('other-session');
    return ok(bytesRead < HEAD_BYTES && lines.every(isNote) ? 'silent' : 'spoken');
  } catch {
    return refused('not-readable');
  } finally {
    await file.close();
  }
}

/** What Claude writes beside the conversation: modes, queued prompts, titles. A line that is cut may be more than that. */
function isNote(line: ReturnType<typeof parseObject>): boolean {
  if (line === null || 'uuid' in line || 'message' in line) return false;
  return line['type'] !== 'user' && line['type'] !== 'assistant';
}

async function putAside(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  await rename(path, `${path}.put-aside-${Math.floor(mtimeMs)}`);
}
