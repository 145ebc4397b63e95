import type { Message } from '@domain/session/message';
import type { SessionTally } from '@domain/transcript/session-tally';
import type { ClaudeRecords } from '../../ports/claude-records';
import { createClaudeFolder } from './claude-folder';
import { createTranscriptTail } from './transcript-tail';

export function createTranscriptRecords(env: Readonly<Record<string, string | undefined>>): ClaudeRecords {
  const folder = createClaudeFolder(env);
  return {
    open({ id, cwd }) {
      // What is told and grows within one reading is told once: an earlier form would replace what is stored.
      const told = new Map<string, Message>();
      let tally: SessionTally | null = null;
      const tail = createTranscriptTail({
        locate: () => folder.findTranscript(id, cwd),
        // Nothing is awaited here: it is read when somebody asks.
        timers: { after: () => () => {} },
        onMessages: (messages) => {
          for (const message of messages) told.set(message.id, message);
        },
        onCounted: (counted) => {
          tally = counted;
        },
      });
      return {
        async readOn() {
          await tail.look();
          const messages = [...told.values()];
          told.clear();
          return { messages, tally };
        },
      };
    },
  };
}
