import {
  isAnswer,
  isPrompt,
  type SaidFacts,
  saidFactsOf,
  toolsOfSummary,
} from '@domain/history/session-summary';
import type { TranscriptMessage } from '@domain/history/transcript';
import type { IndexedMessage } from '@domain/transcript/thread-index';
import type { OpenTranscript } from './open-transcript';

export type SummariseDeps = {
  readonly opened: OpenTranscript;
  /** Those of the list from there on, as many as fit; `next` is the first that did not. */
  readonly read: (
    list: readonly IndexedMessage[],
    from: number,
    count: number,
  ) => { readonly messages: readonly TranscriptMessage[]; readonly next: number };
  readonly breathe: () => Promise<void>;
};

/** So many messages with calls are looked at: a summary that takes minutes is none. */
const MOST_CALLERS = 5_000;
const AT_ONCE = 100;
/** From the end back until an answer is met. */
const MOST_BACK = 200;

/** Reads only what a summary tells of: the first prompt, the calls that write or commit, the end. */
export async function summariseTranscript({ opened, read, breathe }: SummariseDeps): Promise<SaidFacts> {
  const { index } = opened;
  const list = index.list(null, false);
  const isMet = (message: IndexedMessage, is: (message: TranscriptMessage) => boolean) =>
    read([message], 0, 1).messages.some(is);
  const first = list.find((message) => message.kind === 'prompt' && isMet(message, isPrompt));
  const back = list.slice(-MOST_BACK);
  const from = Math.max(
    0,
    back.findLastIndex((message) => message.kind === 'assistant' && isMet(message, isAnswer)),
  );
  const tail = new Set(back.slice(from));

  let left = MOST_CALLERS;
  const isCaller = ({ uses }: IndexedMessage) => {
    if (left === 0 || !uses.some(({ tool }) => toolsOfSummary.has(tool))) return false;
    left -= 1;
    return true;
  };
  const readAll = async (messages: readonly IndexedMessage[]) => {
    const found: TranscriptMessage[] = [];
    for (let at = 0; at < messages.length; ) {
      const page = read(messages, at, AT_ONCE);
      found.push(...page.messages);
      at = page.next;
      await breathe();
    }
    return found;
  };
  const own = await readAll(list.filter((each) => each === first || tail.has(each) || isCaller(each)));
  const agents = index.agents().flatMap((agent) => index.list(agent, false).filter(isCaller));
  return saidFactsOf(own, await readAll(agents));
}
