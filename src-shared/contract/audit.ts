import { FolderPath, SessionId } from '@domain/ids';
import { AuditVerdict } from '@domain/session/audit';
import { SessionError } from '@domain/session/errors';
import { MAX_LIMIT } from '@domain/session/query';
import { AuditedRun, RunGist } from '@domain/session/run';
import { z } from 'zod';
import { query } from './procedure';

/** Without a project every one this machine has met is meant. */
const project = FolderPath.optional();

/** Who ran what, when, from which trigger, with what outcome and what the privacy filter took. Nothing here changes it. */
export const audit = {
  /** Runs, newest first. */
  list: query({
    input: z.strictObject({
      project,
      /** A session's id, or the beginning of it. */
      session: z.string().min(1).max(100).optional(),
      limit: z.int().min(1).max(MAX_LIMIT).default(20),
      offset: z.int().nonnegative().default(0),
    }),
    output: z.object({ runs: z.array(AuditedRun), total: z.int(), has_more: z.boolean() }),
    errors: SessionError,
    doors: ['ui', 'cli', 'rest', 'mcp'],
  }),
  /** The newest run of each of these sessions that has one. */
  latest: query({
    input: z.strictObject({ project, sessions: z.array(SessionId).max(MAX_LIMIT) }),
    output: z.object({ runs: z.array(RunGist) }),
    errors: SessionError,
    doors: ['ui', 'cli', 'rest', 'mcp'],
  }),
  show: query({
    /** A run's id, or the beginning of it when only one run has it. */
    input: z.strictObject({ project, run_id: z.string().min(4).max(100) }),
    output: AuditedRun,
    errors: SessionError,
    doors: ['ui', 'cli', 'rest', 'mcp'],
  }),
  /** Walks the hash chain of every log. */
  verify: query({
    input: z.strictObject({ project }),
    output: z.object({ logs: z.array(AuditVerdict) }),
    errors: SessionError,
    doors: ['ui', 'cli', 'rest', 'mcp'],
  }),
};
