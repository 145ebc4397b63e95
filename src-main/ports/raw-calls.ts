import type { RawCall } from '@domain/session/raw-call';

/** The calls of tools as Claude's own transcript has them, or our copy of it: shown to their owner on demand, never stored. */
export type RawCalls = {
  /** Null: neither has it. `cwd`: where the session worked, when that is known; it only makes finding quicker. */
  read(session: { id: string; cwd: string }, callId: string): Promise<RawCall | null>;
};
