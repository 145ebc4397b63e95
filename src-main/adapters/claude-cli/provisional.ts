import type { Message } from '@domain/session/message';

/*
 * What the hooks told and the transcript does not hold yet. Hooks name things by ids of their own, so the record replaces
 * them by what they say.
 * V1  A prompt or a text is replaced once, by the first message in order that says the same.
 * V2  What no message took is given up with `rest`, when the turn is over and its record is read.
 * V3  A text that the record of the running turn held before its hook came is not told at all. What earlier turns said, or a
 *     resume reads again, does not count: the same words may be said anew.
 */
export type Provisional = {
  prompt(id: string, text: string): void;
  /** Whether the piece is news. */
  text(id: string, piece: string): boolean;
  tool(id: string): void;
  /** The ids that these messages hold. `since`: when the running turn began; null: none runs. */
  replacedBy(messages: readonly Message[], since: string | null): string[];
  rest(): string[];
};

type Part = { readonly id: string; readonly kind: 'prompt' | 'text' | 'tool'; text: string };

export function createProvisional(): Provisional {
  let parts: Part[] = [];
  /** Texts that were recorded before a hook told of them, and the ids under which hooks then did. */
  let early: string[] = [];
  const late = new Set<string>();
  const take = (isHeld: (part: Part) => boolean): string[] => {
    const held = parts.filter(isHeld);
    parts = parts.filter((part) => !held.includes(part));
    return held.map(({ id }) => id);
  };
  return {
    prompt: (id, text) => void parts.push({ id, kind: 'prompt', text: text.trim() }),
    text(id, piece) {
      if (late.has(id)) return false;
      const known = parts.find((part) => part.id === id);
      if (known !== undefined) {
        known.text += piece;
        return true;
      }
      const at = early.findIndex((said) => said.startsWith(piece.trim()));
      if (at >= 0) {
        early = early.toSpliced(at, 1);
        late.add(id);
        return false;
      }
      parts.push({ id, kind: 'text', text: piece });
      return true;
    },
    tool(id) {
      if (!parts.some((part) => part.id === id)) parts.push({ id, kind: 'tool', text: '' });
    },
    replacedBy: (messages, since) =>
      messages.flatMap((message) => {
        const finished = take(
          ({ kind, id }) => kind === 'tool' && message.tool_calls?.some((call) => call.id === id) === true,
        );
        const first = parts.find((part) => says(message, part));
        if (first !== undefined) return [...finished, ...take((part) => part === first)];
        if (message.role === 'assistant' && since !== null && message.timestamp >= since)
          early.push(...textsOf(message));
        return finished;
      }),
    rest() {
      early = [];
      late.clear();
      return take(() => true);
    },
  };
}

/** The record of a command says its name, and of a shell line what was run. */
export function isCommandOf(message: Message, text: string): boolean {
  const mark = text.startsWith('!')
    ? `<bash-input>${text.slice(1).trim()}</bash-input>`
    : `<command-name>${text.split(/\s/)[0]}</command-name>`;
  return textsOf(message).some((said) => said.includes(mark));
}

function says(message: Message, { kind, text }: Part): boolean {
  const texts = textsOf(message);
  if (kind === 'text')
    return message.role === 'assistant' && texts.some((said) => said.startsWith(text.trim()));
  if (kind !== 'prompt' || message.role === 'assistant') return false;
  if (message.notice === 'command') return isCommandOf(message, text);
  return message.role === 'user' && texts.join('\n') === text;
}

function textsOf({ content }: Message): string[] {
  return content.flatMap((block) => (block.type === 'text' ? [block.text.trim()] : []));
}
