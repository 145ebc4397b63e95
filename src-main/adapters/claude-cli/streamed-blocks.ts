/**
 * Which block of which message is being told. A block's place is its place in the recorded message's content: kinds of
 * blocks that we do not record have none.
 */
export type StreamedBlocks = {
  /** `speaker`: the session itself (empty) or the call of a subagent. Answers what was told of its last message in vain. */
  begin(speaker: string, messageId: string): readonly Retraction[];
  blockStarts(speaker: string, index: number, kind: string): void;
  /** Null: of a block that is not recorded. */
  pieceOf(speaker: string, index: number): { readonly message_id: string; readonly block: number } | null;
  /** A whole block came; `isTold`: in pieces before. */
  whole(messageId: string): { readonly block: number; readonly isTold: boolean };
  /** The turn is over. */
  finish(): readonly Retraction[];
};

/** What was told of the message from this block on never came whole: it will not be recorded. */
export type Retraction = { readonly message_id: string; readonly from_block: number };

type Streamed = {
  readonly places: Map<number, number>;
  begun: number;
  whole: number;
  readonly told: Set<number>;
};

const RECORDED = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use', 'image']);

export function createStreamedBlocks(): StreamedBlocks {
  const speaking = new Map<string, string>();
  const messages = new Map<string, Streamed>();

  const of = (messageId: string): Streamed => {
    const known = messages.get(messageId) ?? { places: new Map(), begun: 0, whole: 0, told: new Set() };
    messages.set(messageId, known);
    return known;
  };
  const inVain = (messageId: string): Retraction[] => {
    const streamed = messages.get(messageId);
    messages.delete(messageId);
    if (streamed === undefined || ![...streamed.told].some((block) => block >= streamed.whole)) return [];
    return [{ message_id: messageId, from_block: streamed.whole }];
  };

  return {
    begin(speaker, messageId) {
      const last = speaking.get(speaker);
      speaking.set(speaker, messageId);
      return last === undefined || last === messageId ? [] : inVain(last);
    },
    blockStarts(speaker, index, kind) {
      const id = speaking.get(speaker);
      if (id === undefined || !RECORDED.has(kind)) return;
      const streamed = of(id);
      streamed.places.set(index, streamed.begun);
      streamed.begun += 1;
    },
    pieceOf(speaker, index) {
      const message_id = speaking.get(speaker);
      const block = message_id === undefined ? undefined : messages.get(message_id)?.places.get(index);
      if (message_id === undefined || block === undefined) return null;
      of(message_id).told.add(block);
      return { message_id, block };
    },
    whole(messageId) {
      const streamed = of(messageId);
      const block = streamed.whole;
      streamed.whole += 1;
      streamed.begun = Math.max(streamed.begun, streamed.whole);
      return { block, isTold: streamed.told.has(block) };
    },
    finish() {
      const last = [...messages.keys()].flatMap(inVain);
      speaking.clear();
      return last;
    },
  };
}
