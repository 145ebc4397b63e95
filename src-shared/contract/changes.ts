import { GitError } from '@domain/git/errors';
import { FolderPath } from '@domain/ids';
import { SessionError } from '@domain/session/errors';
import { ChangesSince, DiffWindow, SessionChanges } from '@domain/work/session-changes';
import { z } from 'zod';
import { query, stream } from './procedure';

const one = { project: FolderPath.optional(), id: z.string().min(1).max(100) };
const errors = z.union([SessionError, GitError]);
const since = ChangesSince.default('start');
const Path = z.string().min(1).max(4096);
const Moved = z.object({ count: z.int().nonnegative() });

/** What a session did to its checkout. */
export const changes = {
  list: query({
    input: z.strictObject({
      ...one,
      since,
      from: z.int().nonnegative().default(0),
      limit: z.int().min(1).max(1_000).default(300),
    }),
    output: SessionChanges,
    errors,
    doors: ['ui', 'cli', 'rest'],
  }),
  /** The lines themselves, for the eyes of their owner: they have passed no filter, so no other door leads here. */
  file: query({
    input: z.strictObject({
      ...one,
      since,
      path: Path,
      /** The name it had before. */
      old_path: Path.optional(),
      from: z.int().nonnegative().default(0),
      limit: z.int().min(1).max(1_000).default(400),
    }),
    output: DiffWindow,
    errors,
    doors: ['ui'],
  }),
  /** Says when it is worth asking again. */
  watch: stream({ input: z.strictObject(one), snapshot: Moved, change: Moved, errors, doors: ['ui'] }),
};
