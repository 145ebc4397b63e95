import { z } from 'zod';
import { Timestamp } from './values';

/** A checkout at one moment of a session. `tree`: every file, committed or not; git may collect it after some weeks. */
export const WorkMark = z.looseObject({
  at: Timestamp,
  head: z.string().nullable(),
  branch: z.string().nullable(),
  tree: z.string().nullable(),
});
export type WorkMark = z.infer<typeof WorkMark>;

/** In a session's metadata: before its first turn. */
export const START_MARK = 'start_mark';

export function startMarkOf(metadata: Readonly<Record<string, unknown>>): WorkMark | null {
  return WorkMark.safeParse(metadata[START_MARK]).data ?? null;
}

const WRITERS: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** The file that a call wrote; null: it is none of the tools that write one, or it did not succeed. */
export function fileWrittenBy(call: {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly success: boolean;
}): string | null {
  const path = call.input[WRITERS[call.tool] ?? ''];
  return call.success && typeof path === 'string' ? path : null;
}
