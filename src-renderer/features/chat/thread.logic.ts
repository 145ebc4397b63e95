import { assertNever } from '@domain/result';
import { isFailure } from '@domain/session/failure-message';
import type { LivePart, LiveView } from '@domain/session/live';
import type { Message, NoticeDetails, ToolCall } from '@domain/session/message';
import { isAgentTool, isReader } from './tool-words.logic';

/*
 * The thread: what is recorded, then what only happens now.
 * T1  A row's key is the same before and after its record arrives (message id and place, tool id), so the row that a
 *     person reads is kept and not drawn anew.
 * T2  Nothing is shown twice: a tool is one row, whoever told of it first.
 * T3  A call without a result is running only while Claude works; else it is told that none was recorded. One that works on
 *     in the background runs as long as its task does, although it was answered at once.
 * T4  A sub-agent's thread hangs on the call that began it, however deep; what the session went on without is left out.
 */
export type ToolItem = {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly call: ToolCall | null;
  readonly isRunning: boolean;
};

export type Row =
  | {
      readonly type: 'you';
      readonly key: string;
      readonly text: string;
      readonly at: string | null;
      /** Taken into the turn that was running. */
      readonly isAbsorbed?: boolean;
    }
  | { readonly type: 'say'; readonly key: string; readonly text: string; readonly at: string | null }
  | { readonly type: 'thinking'; readonly key: string; readonly text: string }
  | { readonly type: 'tools'; readonly key: string; readonly items: readonly ToolItem[] }
  | { readonly type: 'agent'; readonly key: string; readonly item: ToolItem; readonly rows: readonly Row[] }
  | {
      readonly type: 'notice';
      readonly key: string;
      readonly notice: NonNullable<Message['notice']> | 'system' | 'image' | 'result';
      readonly text: string;
      readonly at: string | null;
      readonly details?: NoticeDetails;
      /** Which picture of which message. */
      readonly picture?: { readonly messageId: string; readonly index: number };
    };

export type RecordedThread = {
  readonly rows: readonly Row[];
  /** Rows with a call that has no result yet or with a sub-agent: the only ones the live view may still change. */
  readonly open: readonly number[];
  readonly toolIds: ReadonlySet<string>;
  /** How many texts and thoughts of a message are recorded: `say m` -> 2. */
  readonly counts: ReadonlyMap<string, number>;
};

const kept = new WeakMap<Message, readonly Row[]>();

/** The rows of one message; the same message gives the same rows, so that drawn ones are known again. */
function rowsOfMessage(message: Message): readonly Row[] {
  const known = kept.get(message);
  if (known !== undefined) return known;
  const rows = makeRows(message);
  kept.set(message, rows);
  return rows;
}

function makeRows(message: Message): readonly Row[] {
  const at = message.timestamp;
  const textOf = () =>
    message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
  const details = message.details === undefined ? {} : { details: message.details };
  if (message.role === 'system' || (message.notice !== undefined && message.role === 'user'))
    return [
      {
        type: 'notice',
        key: `notice ${message.id}`,
        notice: message.notice ?? 'system',
        text: textOf(),
        at,
        ...details,
      },
    ];
  if (isFailure(message))
    return [
      { type: 'notice', key: `say ${message.id} 0`, notice: message.notice, text: textOf(), at, ...details },
    ];
  const calls = new Map(message.tool_calls?.map((call) => [call.id, call]));
  const counts = { text: 0, thinking: 0, other: 0 };
  const rows = message.content.flatMap((block): Row[] => {
    switch (block.type) {
      case 'text':
        if (message.role === 'user') return [];
        counts.text += 1;
        // A blank text is no event, but it counts: the live view counted it as well.
        if (block.text.trim() === '') return [];
        return [{ type: 'say', key: `say ${message.id} ${counts.text - 1}`, text: block.text, at }];
      case 'thinking':
        counts.thinking += 1;
        return [{ type: 'thinking', key: `thinking ${message.id} ${counts.thinking - 1}`, text: block.text }];
      case 'tool_use':
        return [toolRow({ ...block, call: calls.get(block.id) ?? null, isRunning: false })];
      case 'tool_result':
        return [
          { type: 'notice', key: `result ${block.tool_use_id}`, notice: 'result', text: block.text, at },
        ];
      case 'image':
        counts.other += 1;
        return [
          {
            type: 'notice',
            key: `image ${message.id} ${counts.other}`,
            notice: 'image',
            text: block.media_type,
            at,
            picture: { messageId: message.id, index: counts.other - 1 },
          },
        ];
      default:
        return assertNever(block);
    }
  });
  const said = textOf();
  const absorbed = message.is_absorbed === true ? { isAbsorbed: true } : {};
  const you: Row[] =
    message.role === 'user' && said !== ''
      ? [{ type: 'you', key: `you ${message.id}`, text: said, at, ...absorbed }]
      : [];
  const stopped: Row[] =
    message.notice === 'interrupted' || message.notice === 'refused'
      ? [{ type: 'notice', key: `stopped ${message.id}`, notice: message.notice, text: '', at }]
      : [];
  return [...you, ...rows, ...stopped];
}

function toolRow(item: ToolItem, rows: readonly Row[] = []): Row {
  const { id, tool, input, call, isRunning } = item;
  const clean: ToolItem = { id, tool, input, call, isRunning };
  const key = `tool ${id}`;
  return isAgentTool(tool)
    ? { type: 'agent', key, item: clean, rows }
    : { type: 'tools', key, items: [clean] };
}

export function recordedThread(messages: readonly Message[]): RecordedThread {
  const inner = new Map<string, Message[]>();
  const outer: Message[] = [];
  const calls = new Set(
    messages.flatMap((message) =>
      message.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])),
    ),
  );
  for (const message of messages) {
    if (message.is_pruned === true) continue;
    const parent = message.agent_id === undefined ? undefined : (message.parent_id ?? message.agent_id);
    if (parent === undefined || !calls.has(parent)) outer.push(message);
    else inner.set(parent, [...(inner.get(parent) ?? []), message]);
  }
  const rows = rowsOf(outer, inner);
  return {
    rows,
    open: rows.flatMap((row, index) => (row.type === 'agent' || isOpen(row) ? [index] : [])),
    toolIds: calls,
    counts: countsOf(messages),
  };
}

function rowsOf(
  messages: readonly Message[],
  inner: ReadonlyMap<string, readonly Message[]>,
): readonly Row[] {
  const rows: Row[] = [];
  for (const message of messages)
    for (const row of rowsOfMessage(message)) {
      const said = row.type === 'agent' ? inner.get(row.item.id) : undefined;
      if (said === undefined || row.type !== 'agent') push(rows, row);
      else push(rows, { ...row, rows: agentRows(said, without(inner, row.item.id)) });
    }
  return rows;
}

/** A file may say that a sub-agent began itself: nothing hangs below itself. */
function without<V>(inner: ReadonlyMap<string, V>, call: string): ReadonlyMap<string, V> {
  const rest = new Map(inner);
  rest.delete(call);
  return rest;
}

/** What a sub-agent was asked first stands on its call; what comes later is Claude's word to it, not the person's. */
function agentRows(
  messages: readonly Message[],
  inner: ReadonlyMap<string, readonly Message[]>,
): readonly Row[] {
  const rows = rowsOf(messages, inner);
  const first = rows.findIndex(({ type }) => type === 'you');
  return rows.flatMap((row, index): Row[] => {
    if (row.type !== 'you') return [row];
    const { key, text, at } = row;
    return index === first ? [] : [{ type: 'notice', key, notice: 'system', text, at }];
  });
}

/** Neighbouring reads and searches share a node. */
function push(rows: Row[], row: Row): void {
  const last = rows.at(-1);
  const isShared = (each: Row | undefined) =>
    each?.type === 'tools' && each.items.every(({ tool, call }) => isReader(tool) && call?.success !== false);
  if (last?.type === 'tools' && row.type === 'tools' && isShared(last) && isShared(row))
    rows[rows.length - 1] = { ...last, items: [...last.items, ...row.items] };
  // Of several tries in a row the last one tells how it stands.
  else if (isRetry(last) && isRetry(row)) rows[rows.length - 1] = { ...row, key: last.key };
  else rows.push(row);
}

function isRetry(row: Row | undefined): row is Extract<Row, { type: 'notice' }> {
  return row?.type === 'notice' && row.notice === 'api-retry';
}

const isOpen = (row: Row): boolean => itemsOf(row).some(({ call }) => call === null);

function itemsOf(row: Row): readonly ToolItem[] {
  return row.type === 'tools' ? row.items : row.type === 'agent' ? [row.item] : [];
}

function countsOf(messages: readonly Message[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { id, content } of messages)
    for (const { type } of content)
      if (type === 'text' || type === 'thinking') {
        const key = `${type === 'text' ? 'say' : 'thinking'} ${id}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  return counts;
}

/** The record with the live view laid over it. */
export function threadRows(recorded: RecordedThread, live: LiveView): readonly Row[] {
  const isWorking = live.has_process && live.status !== 'idle';
  const tools = new Map<string, Extract<LivePart, { type: 'tool' }>>();
  const children = new Map<string, LivePart[]>();
  const outer: LivePart[] = [];
  for (const part of live.parts) {
    if (part.type === 'tool') tools.set(part.id, part);
    const parent = 'parent_id' in part ? part.parent_id : undefined;
    if (parent === undefined) outer.push(part);
    else children.set(parent, [...(children.get(parent) ?? []), part]);
  }
  const atWork = new Set(live.tasks.map(({ tool_use_id }) => tool_use_id));
  const counts = new Map<string, number>();
  const laid = (item: ToolItem): ToolItem => {
    if (item.call !== null) return atWork.has(item.id) ? { ...item, isRunning: true } : item;
    const call = tools.get(item.id)?.call ?? null;
    return { ...item, call, isRunning: call === null && isWorking };
  };
  const liveRow = (part: LivePart): Row | null => {
    switch (part.type) {
      case 'prompt':
        return { type: 'you', key: `you ${part.id}`, text: part.text, at: null };
      case 'text':
      case 'thinking': {
        const name = `${part.type === 'text' ? 'say' : 'thinking'} ${part.message_id}`;
        const place = counts.get(name) ?? recorded.counts.get(name) ?? 0;
        counts.set(name, place + 1);
        const key = `${name} ${place}`;
        if (part.type === 'thinking') return { type: 'thinking', key, text: part.text };
        return part.text.trim() === '' ? null : { type: 'say', key, text: part.text, at: null };
      }
      case 'tool':
        if (recorded.toolIds.has(part.id)) return null;
        return toolRow(
          { ...part, isRunning: part.call === null && isWorking },
          listed(children.get(part.id) ?? []),
        );
      default:
        return assertNever(part);
    }
  };
  const listed = (parts: readonly LivePart[]): readonly Row[] => {
    const rows: Row[] = [];
    for (const part of parts) {
      const row = liveRow(part);
      if (row !== null) push(rows, row);
    }
    return rows;
  };
  const over = (row: Row): Row => {
    if (row.type === 'tools')
      return isOpen(row) || hasTask(row) ? { ...row, items: row.items.map(laid) } : row;
    if (row.type !== 'agent') return row;
    const below = row.rows.map(over);
    const live = listed(children.get(row.item.id) ?? []);
    const item = laid(row.item);
    const isSame = item === row.item && live.length === 0 && below.every((each, at) => each === row.rows[at]);
    return isSame ? row : { ...row, item, rows: [...below, ...live] };
  };
  const hasTask = (row: Row) => itemsOf(row).some(({ id }) => atWork.has(id));
  const rows = [...recorded.rows];
  const atWorkNow = atWork.size === 0 ? [] : rows.flatMap((row, index) => (hasTask(row) ? [index] : []));
  for (const index of new Set([...recorded.open, ...atWorkNow])) {
    const row = rows[index];
    if (row !== undefined) rows[index] = over(row);
  }
  for (const row of listed(outer)) push(rows, row);
  return rows;
}

/** A message that is known is replaced in its place; a new one comes last. */
export function mergeMessages(known: readonly Message[], told: readonly Message[]): readonly Message[] {
  if (told.length === 0) return known;
  const places = new Map(known.map(({ id }, index) => [id, index]));
  const next = [...known];
  for (const message of told) {
    const place = places.get(message.id);
    if (place === undefined) {
      places.set(message.id, next.length);
      next.push(message);
    } else next[place] = message;
  }
  return next;
}
