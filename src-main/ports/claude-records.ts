import type { Message } from '@domain/session/message';
import type { SessionTally } from '@domain/transcript/session-tally';

/** What Claude wrote down of sessions, whoever ran them. */
export type ClaudeRecords = {
  open(session: { readonly id: string; readonly cwd: string }): ClaudeRecord;
};

/** One session's record, from its beginning. Nothing is held open between two readings. */
export type ClaudeRecord = {
  /**
   * What came since the last reading; one that is not there has nothing. A message comes again when it has grown, each
   * in its latest form. `tally`: of all that was read, null while that is nothing.
   */
  readOn(): Promise<{ readonly messages: readonly Message[]; readonly tally: SessionTally | null }>;
};
