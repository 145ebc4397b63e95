import { hashText } from './id-hash';
import type { LinePlace } from './line-place';
import { bytesOf, numbersOf } from './number-rows';
import type { IndexedMessage, ThreadIndex, ThreadView } from './thread-index';

/** A thread index as it can be kept: what a page needs is one text, and which line belongs to which message is apart. */
export type PackedThread = {
  readonly head: string;
  /** Pairs: the hash of a line's uuid, and the place of its message in `head`. */
  readonly lines: Uint8Array;
};

const KINDS: readonly LinePlace['kind'][] = [
  'prompt',
  'assistant',
  'results',
  'notice',
  'boundary',
  'summary',
  'other',
];

/** id, uuid where it is another, kind, tokens, 1 for a pruned one, file + offset + bytes of each line, id + tool of each call. */
type Row = [string, string | 0, number, number, 0 | 1, number[], string[]];
type Head = {
  readonly own: readonly Row[];
  readonly threads: readonly (readonly [agent: string, rows: readonly Row[]])[];
  readonly answers: readonly (readonly [agent: string, call: string])[];
  /** Calls whose message is not the last one that names them. */
  readonly callers: readonly (readonly [call: string, message: string])[];
};

export function packThread(index: ThreadIndex): PackedThread {
  const rowOf = (message: IndexedMessage): Row => [
    message.id,
    message.uuid === message.id ? 0 : message.uuid,
    KINDS.indexOf(message.kind),
    message.contextTokens,
    index.isPruned(message) ? 1 : 0,
    message.lines.flatMap(({ file, offset, bytes }) => [file, offset, bytes]),
    message.uses.flatMap(({ id, tool }) => [id, tool]),
  ];
  const own = index.list(null, true);
  const threads = index.agents().map((agent) => [agent, index.list(agent, true)] as const);
  const all = [own, ...threads.map(([, messages]) => messages)].flat();
  const named = callersIn(all);
  const head: Head = {
    own: own.map(rowOf),
    threads: threads.map(([agent, messages]) => [agent, messages.map(rowOf)]),
    answers: [...index.answers()],
    callers: [...named.keys()].flatMap((call) => {
      const caller = index.callerOf(call);
      return caller === null || caller === named.get(call) ? [] : [[call, caller] as const];
    }),
  };
  const places = new Map(all.map(({ id }, at) => [id, at]));
  const lines: number[] = [];
  for (const [uuid, message] of index.lines()) {
    // Nearly all lines that are a message by themselves are called as it is.
    if (uuid !== message) lines.push(hashText(uuid), places.get(message) ?? -1);
  }
  return { head: JSON.stringify(head), lines: bytesOf(Float64Array.from(lines)) };
}

/** Answers as the index did that was packed; more lines cannot be added to it. */
export function unpackThread({ head, lines }: PackedThread): ThreadView {
  const { own, threads, answers, callers } = JSON.parse(head) as Head;
  const pruned = new Set<string>();
  const messageOf = ([id, uuid, kind, contextTokens, isPruned, spans, calls]: Row): IndexedMessage => {
    if (isPruned === 1) pruned.add(id);
    const message: IndexedMessage = {
      id,
      kind: KINDS[kind] ?? 'other',
      uuid: uuid === 0 ? id : uuid,
      lines: [],
      uses: [],
      contextTokens,
    };
    for (let at = 0; at < spans.length; at += 3)
      message.lines.push({ file: spans[at] ?? 0, offset: spans[at + 1] ?? 0, bytes: spans[at + 2] ?? 0 });
    for (let at = 0; at < calls.length; at += 2)
      message.uses.push({ id: calls[at] ?? '', tool: calls[at + 1] ?? '' });
    return message;
  };
  const all = own.map(messageOf);
  const onThread = pruned.size === 0 ? all : all.filter(({ id }) => !pruned.has(id));
  const byAgent = new Map(threads.map(([agent, rows]) => [agent, rows.map(messageOf)]));

  const everyMessage = () => [all, ...byAgent.values()].flat();
  let ids: ReadonlySet<string> | null = null;
  let messageOfLine: ReadonlyMap<number, string> | null = null;
  let callerOf: ReadonlyMap<string, string> | null = null;
  const linesRead = () => {
    const found = new Map<number, string>();
    const numbers = numbersOf(lines);
    const messages = everyMessage();
    for (let at = 0; at < numbers.length; at += 2) {
      const message = messages[numbers[at + 1] ?? -1];
      if (message !== undefined) found.set(numbers[at] ?? 0, message.id);
    }
    return found;
  };
  return {
    list: (agent, withPruned) =>
      agent === null ? (withPruned ? all : onThread) : (byAgent.get(agent) ?? []),
    isPruned: ({ id }) => pruned.has(id),
    agents: () => [...byAgent.keys()],
    messageOf(idOrUuid) {
      ids ??= new Set(everyMessage().map(({ id }) => id));
      if (ids.has(idOrUuid)) return idOrUuid;
      messageOfLine ??= linesRead();
      return messageOfLine.get(hashText(idOrUuid)) ?? null;
    },
    callerOf(call) {
      callerOf ??= new Map([...callersIn(everyMessage()), ...callers]);
      return callerOf.get(call) ?? null;
    },
    answers: () => new Map(answers),
  };
}

function callersIn(messages: readonly IndexedMessage[]): Map<string, string> {
  return new Map(messages.flatMap(({ id, uses }) => uses.map((use) => [use.id, id] as const)));
}
