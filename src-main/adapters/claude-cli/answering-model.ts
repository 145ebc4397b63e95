import type { Message } from '@domain/session/message';

/*
 * Which model answers, by the record: a terminal tells only at the start, and which one was asked for.
 * G1  Only what was written since our start counts: a resumed session tells its whole transcript again.
 * G2  A subagent's model is not the session's.
 */
export type AnsweringModel = {
  /** Claude says so itself, as it begins. */
  begun(model: string): void;
  /** Answers the model when it has changed with these. */
  heard(messages: readonly Message[]): string | null;
};

export function createAnsweringModel(since: string): AnsweringModel {
  let model: string | null = null;
  let readTo = since;
  return {
    begun(named) {
      model = named;
    },
    heard(messages) {
      const last = messages.findLast(
        (one) => one.model !== undefined && one.agent_id === undefined && one.timestamp > readTo,
      );
      if (last?.model === undefined) return null;
      readTo = last.timestamp;
      const hasChanged = last.model !== model;
      model = last.model;
      return hasChanged ? model : null;
    },
  };
}
