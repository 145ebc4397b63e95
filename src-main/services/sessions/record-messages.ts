import type { SessionId } from '@domain/ids';
import type { Message } from '@domain/session/message';
import { formOf } from '@domain/session/message-form';
import type { Log } from '../../ports/log';
import type { createSessionMessages } from './session-messages';

/*
 * What Claude wrote down, into our own record.
 * R1  A form of a message that is stored already is not stored again: a resumed session tells its whole transcript, and what
 *     a killed console did not live to store is found that way. A form is all that is stored of it, not its size.
 * R2  Stored filtered; what is answered is what was stored.
 */
export type RecordMessages = {
  record(id: SessionId, messages: readonly Message[]): Promise<readonly Message[]>;
  forget(id: SessionId): void;
};

export function createRecordMessages(
  store: ReturnType<typeof createSessionMessages>,
  log: Log,
): RecordMessages {
  const known = new Map<SessionId, Map<string, string>>();

  const formsOf = async (id: SessionId) => {
    const forms = known.get(id) ?? new Map<string, string>();
    if (!known.has(id)) for await (const message of store.stored(id)) forms.set(message.id, formOf(message));
    known.set(id, forms);
    return forms;
  };

  return {
    async record(id, messages) {
      const forms = await formsOf(id);
      const written = await store.append(id, messages, (one) => forms.get(one.id) !== formOf(one));
      if (!written.ok) {
        // They stay in Claude's transcript, and come again with the next process of the session.
        log.error('messages were not saved', { session_id: id, error: written.error });
        return [];
      }
      for (const message of written.value.stored) forms.set(message.id, formOf(message));
      return written.value.stored;
    },
    forget: (id) => void known.delete(id),
  };
}
