import type { ClientEnvelope, ServerEnvelope } from '@contract/wire';
import { createListeners } from './listeners';
import type { Transport } from './transport';

type Asked = Exclude<ClientEnvelope, { type: 'stop' }>;
type Question = { readonly id: number; readonly heard: ServerEnvelope[] };

/** What nobody asked for in this time is not going to be asked for. */
const UNWANTED_MS = 10_000;

/**
 * What public/connect-early.js asked goes to the first who asks the same, under the number they ask by; what was
 * answered before that is kept for them. A connection that is lost takes all of it along: they ask again.
 *
 * E1  An early question is given away once; the next who asks the same asks for itself.
 * E2  What was heard comes in its order, and never before the one who asked is ready for it.
 * E3  A stream that nobody wants is stopped.
 */
export function withEarlyQuestions(
  transport: Transport,
  asked: readonly Asked[],
  later: (run: () => void, delayMs: number) => void,
): Transport {
  const messages = createListeners<ServerEnvelope>();
  const waiting = new Map<string, Question>();
  const byEarlyId = new Map<number, Question>();
  /** From the early number to the one of who asked, and back. */
  const given = new Map<number, number>();
  const earlyOf = new Map<number, number>();

  for (const envelope of asked) {
    const question = { id: envelope.id, heard: [] };
    waiting.set(keyOf(envelope), question);
    byEarlyId.set(envelope.id, question);
  }

  const give = (question: Question, id: number) => {
    given.set(question.id, id);
    earlyOf.set(id, question.id);
    queueMicrotask(() => {
      byEarlyId.delete(question.id);
      for (const envelope of question.heard) messages.tell({ ...envelope, id } as ServerEnvelope);
    });
  };

  transport.listen((envelope) => {
    if (envelope.type === 'unreadable') return messages.tell(envelope);
    const kept = byEarlyId.get(envelope.id);
    if (kept !== undefined) kept.heard.push(envelope);
    else messages.tell({ ...envelope, id: given.get(envelope.id) ?? envelope.id });
  });
  transport.onState((state) => {
    if (state === 'open' || state === 'connecting') return;
    waiting.clear();
    byEarlyId.clear();
    given.clear();
    earlyOf.clear();
  });
  later(() => {
    for (const [key, { id }] of waiting) {
      if (key.startsWith('follow ')) transport.send({ type: 'stop', id });
      byEarlyId.delete(id);
    }
    waiting.clear();
  }, UNWANTED_MS);

  return {
    ...transport,
    listen: messages.add,
    send(envelope) {
      if (envelope.type === 'stop') {
        transport.send({ ...envelope, id: earlyOf.get(envelope.id) ?? envelope.id });
        return;
      }
      const key = keyOf(envelope);
      const question = waiting.get(key);
      waiting.delete(key);
      if (question === undefined) transport.send(envelope);
      else give(question, envelope.id);
    },
    close() {
      messages.clear();
      transport.close();
    },
  };
}

function keyOf(envelope: Asked): string {
  const { type, name, input, app } = envelope;
  const after = envelope.type === 'follow' && envelope.after !== null ? envelope.after : '';
  return `${type} ${JSON.stringify([name, input, app ?? '', after])}`;
}
