import type { LinePlace } from './line-place';
import { createThreadPath } from './thread-path';

/** Where a line stands: the number of its file, its first byte, its length. */
export type LineSpan = { readonly file: number; readonly offset: number; readonly bytes: number };

/** A message by the lines it is made of. */
export type IndexedMessage = {
  readonly id: string;
  readonly kind: LinePlace['kind'];
  readonly uuid: string;
  readonly lines: LineSpan[];
  readonly uses: { readonly id: string; readonly tool: string }[];
  contextTokens: number;
};

/*
 * The messages of a session by where their lines stand, so that any of them can be read without reading the others.
 * It agrees with the message builder: the same messages in the same order, the same ones pruned (the tests hold them
 * against each other).
 */
export type ThreadIndex = ThreadView & {
  add(place: LinePlace, span: LineSpan): void;
  /** The message of every line that belongs to one. */
  lines(): ReadonlyMap<string, string>;
};

export type ThreadView = {
  /** A subagent's thread, or with null the session's own; `withPruned`: also what it went on without. */
  list(agent: string | null, withPruned: boolean): readonly IndexedMessage[];
  isPruned(message: IndexedMessage): boolean;
  agents(): readonly string[];
  /** By its id, or by the uuid of one of its lines. */
  messageOf(idOrUuid: string): string | null;
  /** The message that called this tool. */
  callerOf(call: string): string | null;
  /** The call that each agent answered, by what the transcript itself says. */
  answers(): ReadonlyMap<string, string>;
};

export function createThreadIndex(): ThreadIndex {
  const own = new Map<string, IndexedMessage>();
  const threads = new Map<string, Map<string, IndexedMessage>>();
  const callers = new Map<string, string>();
  const messageOfLine = new Map<string, string>();
  const agentOfLine = new Map<string, string>();
  const threadOf = new Map<string, Map<string, IndexedMessage>>();
  const boundaries = new Set<string>();
  const seen = new Set<string>();
  const answers = new Map<string, string>();
  const path = createThreadPath();
  let lists = new Map<string, readonly IndexedMessage[]>();

  const threadFor = (place: LinePlace): Map<string, IndexedMessage> => {
    if (place.side === null) return own;
    const agent = place.side.agent ?? agentOfLine.get(place.parent ?? '') ?? place.uuid;
    agentOfLine.set(place.uuid, agent);
    const known = threads.get(agent);
    if (known !== undefined) return known;
    const made = new Map<string, IndexedMessage>();
    threads.set(agent, made);
    return made;
  };

  const put = (
    id: string,
    place: LinePlace,
    span: LineSpan,
    thread: Map<string, IndexedMessage>,
  ): IndexedMessage => {
    const home = threadOf.get(id) ?? thread;
    let message = home.get(id);
    if (message === undefined) {
      message = { id, kind: place.kind, uuid: place.uuid, lines: [], uses: [], contextTokens: 0 };
      home.set(id, message);
      threadOf.set(id, home);
    }
    message.lines.push(span);
    return message;
  };

  /** Answers the message that the line belongs to. */
  const keep = (place: LinePlace, span: LineSpan, thread: Map<string, IndexedMessage>): string | null => {
    switch (place.kind) {
      case 'other':
        return null;
      case 'results': {
        const [call] = place.results;
        if (call === undefined) return null;
        if (place.answeredBy !== null) answers.set(place.answeredBy, call);
        const ownerOf = (of: string) => callers.get(of) ?? place.uuid;
        // Nearly every line answers one call alone.
        const ids = place.results.length === 1 ? [ownerOf(call)] : new Set(place.results.map(ownerOf));
        for (const id of ids) put(id, place, span, thread);
        return ownerOf(call);
      }
      case 'summary': {
        const id = boundaries.has(place.parent ?? '') ? (place.parent ?? '') : place.messageId;
        return put(id, place, span, thread).id;
      }
      case 'assistant': {
        const message = put(place.messageId, place, span, thread);
        for (const use of place.uses) {
          callers.set(use.id, message.id);
          message.uses.push(use);
        }
        message.contextTokens = Math.max(message.contextTokens, place.contextTokens);
        return message.id;
      }
      default:
        if (place.kind === 'boundary') boundaries.add(place.uuid);
        seen.add(place.messageId);
        return put(place.messageId, place, span, thread).id;
    }
  };

  const listOf = (agent: string | null, withPruned: boolean): readonly IndexedMessage[] => {
    const thread = agent === null ? own : threads.get(agent);
    const all = [...(thread?.values() ?? [])];
    return withPruned || agent !== null ? all : all.filter(({ id }) => path.isOn(id));
  };

  return {
    add(place, span) {
      if (seen.has(place.uuid)) return;
      seen.add(place.uuid);
      if (lists.size > 0) lists = new Map();
      const owner = keep(place, span, threadFor(place));
      if (owner !== null) messageOfLine.set(place.uuid, owner);
      if (place.side !== null) return;
      const { uuid, parent } = place;
      if (place.isComment) path.comment({ uuid, parent, owner: place.messageId });
      else path.add({ uuid, parent, owner });
    },
    list(agent, withPruned) {
      const key = `${withPruned} ${agent ?? ''}`;
      const known = lists.get(key);
      if (known !== undefined) return known;
      const made = listOf(agent, withPruned);
      lists.set(key, made);
      return made;
    },
    isPruned: ({ id }) => threadOf.get(id) === own && !path.isOn(id),
    agents: () => [...threads.keys()],
    messageOf: (idOrUuid) => (threadOf.has(idOrUuid) ? idOrUuid : (messageOfLine.get(idOrUuid) ?? null)),
    callerOf: (call) => callers.get(call) ?? null,
    answers: () => answers,
    lines: () => messageOfLine,
  };
}
