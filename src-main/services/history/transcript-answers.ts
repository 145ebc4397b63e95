import type {
  FoundPlace,
  OddLine,
  ThreadChoice,
  TranscriptMessage,
  TranscriptOutline,
  TranscriptWindow,
} from '@domain/history/transcript';
import type { SessionId } from '@domain/ids';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import { err, ok } from '@domain/result';
import type { HistoryEngine } from './history-engine';
import type { Answer } from './history-service';
import type { FindRequest, ThreadRequest, WindowRequest } from './show-transcript';

export type WindowPage = Omit<WindowRequest, keyof ThreadRequest>;
export type FindWords = Omit<FindRequest, keyof ThreadRequest>;

/** What was said in a session, as the doors see it. */
export type TranscriptAnswers = {
  transcript(choice: ThreadChoice, page: WindowPage): Answer<TranscriptWindow>;
  message(choice: ThreadChoice, messageId: string): Answer<TranscriptMessage>;
  outline(choice: ThreadChoice): Answer<TranscriptOutline>;
  oddLines(id: SessionId): Answer<{ lines: OddLine[] }>;
  find(choice: ThreadChoice, wanted: FindWords): Answer<{ places: FoundPlace[]; is_cut: boolean }>;
};

/** `policyOf`: what may be shown of tools in a session that ran in this folder. */
export function createTranscriptAnswers(
  engine: Pick<HistoryEngine, 'show' | 'transcript' | 'message' | 'outline' | 'oddLines' | 'find'>,
  asked: <T>(work: () => Promise<T>) => Answer<T>,
  policyOf: (folder: string | null) => PrivacyPolicy,
): TranscriptAnswers {
  /** The session must be there, and its project decides what may be shown. */
  const ask = async <T>(
    choice: ThreadChoice,
    work: (request: ThreadRequest) => Promise<T | null>,
  ): Answer<T> => {
    const found = await asked(() => engine.show(choice.id));
    if (!found.ok) return found;
    const session = found.value;
    if (session === null) return err({ code: 'session-not-found', id: choice.id });
    const answer = await asked(() => work({ ...choice, policy: policyOf(session.cwd) }));
    if (!answer.ok) return answer;
    return answer.value === null ? err({ code: 'transcript-gone', id: choice.id }) : ok(answer.value);
  };

  return {
    transcript: (choice, page) => ask(choice, (request) => engine.transcript({ ...request, ...page })),
    async message(choice, messageId) {
      const found = await ask(choice, async (request) => {
        const message = await engine.message({ ...request, messageId });
        return message === 'gone' ? null : { message };
      });
      if (!found.ok) return found;
      const { message } = found.value;
      return message === null
        ? err({ code: 'message-not-found', id: choice.id, message_id: messageId })
        : ok(message);
    },
    oddLines: (id) =>
      ask({ id, branches: false }, async () => {
        const lines = await engine.oddLines(id);
        return lines === null ? null : { lines };
      }),
    outline: (choice) => ask(choice, (request) => engine.outline(request)),
    find: (choice, wanted) => ask(choice, (request) => engine.find({ ...request, ...wanted })),
  };
}
