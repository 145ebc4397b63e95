import { billKey } from '@domain/cost/bill-key';
import { readUsage } from '@domain/cost/usage';
import { hashText, NO_ID } from './id-hash';
import { blocksOf, isCliText, objectOf, parseObject, resultsOf, textOf } from './transcript-line';

/*
 * What the history needs to know of one line. There are two readers of it, this one (whole JSON) and the byte scan of
 * the ingest: for every line they say the same.
 */
export type LineFacts = {
  /** No JSON object; nothing else is said of it. */
  isBroken: boolean;
  type: string;
  uuid: number;
  /** NaN: the line has no time. */
  atMs: number;
  isSidechain: boolean;
  isRoot: boolean;
  agentId: string | null;
  /** A person's words, by the rule the chat uses. */
  isPrompt: boolean;
  thinkingBlocks: number;
  toolUses: number[];
  toolErrors: number[];
  /** NO_ID: nothing was billed. */
  billKey: number;
  model: string;
  tokensIn: number;
  tokensOut: number;
  cacheRead: number;
  cacheWrite: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
};

export type TextRole = 'user' | 'assistant' | 'thinking' | 'tool';
export type TextPiece = { readonly role: TextRole; readonly text: string; readonly toolUseId?: string };

/** What is said once or twice in a file and not on every line. */
export type LineNotes = {
  readonly sessionId?: string;
  readonly cwd?: string;
  readonly branch?: string;
  readonly version?: string;
  readonly title?: string;
  readonly titleRank?: number;
  readonly claudeCostUsd?: number;
};

export type FullLine = LineFacts & {
  readonly uuidText: string | null;
  readonly texts: readonly TextPiece[];
  readonly notes: LineNotes;
};

export const SYNTHETIC_MODEL = '<synthetic>';

export function noFacts(): LineFacts {
  return {
    isBroken: false,
    type: '',
    uuid: NO_ID,
    atMs: Number.NaN,
    isSidechain: false,
    isRoot: false,
    agentId: null,
    isPrompt: false,
    thinkingBlocks: 0,
    toolUses: [],
    toolErrors: [],
    billKey: NO_ID,
    model: '',
    tokensIn: 0,
    tokensOut: 0,
    cacheRead: 0,
    cacheWrite: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
  };
}

type Json = Readonly<Record<string, unknown>>;

export function readLineFacts(text: string): FullLine {
  const line = parseObject(text);
  const nothing = { uuidText: null, texts: [], notes: {} };
  if (line === null) return { ...noFacts(), ...nothing, isBroken: true };
  const type = textOf(line['type']) ?? '';
  const uuidText = textOf(line['uuid']);
  const timestamp = textOf(line['timestamp']);
  const facts: LineFacts = {
    ...noFacts(),
    type,
    uuid: uuidText === null ? NO_ID : hashText(uuidText),
    atMs: timestamp === null ? Number.NaN : Date.parse(timestamp),
    isSidechain: line['isSidechain'] === true,
    isRoot: line['parentUuid'] === null,
    agentId: textOf(line['agentId']),
  };
  const message = objectOf(line['message']);
  if (type === 'assistant' && message !== null) {
    bill(facts, message, textOf(line['requestId']), uuidText);
    countBlocks(facts, message['content']);
  }
  if (type === 'progress') billProgress(facts, line);
  if (type === 'user' && message !== null) {
    facts.toolErrors = resultsOf(message['content'])
      .filter(({ success }) => !success)
      .map(({ tool_use_id }) => hashText(tool_use_id));
  }
  const hasPlace = uuidText !== null && timestamp !== null && !facts.isSidechain;
  facts.isPrompt = hasPlace && isPrompt(line, type, message);
  return { ...facts, uuidText, texts: textsOf(line, type, message), notes: notesOf(line, type) };
}

function bill(facts: LineFacts, message: Json, requestId: string | null, uuid: string | null): void {
  const model = textOf(message['model']) ?? '';
  const id = textOf(message['id']) ?? uuid;
  if (model === SYNTHETIC_MODEL || id === null) return;
  const usage = readUsage(message['usage']);
  facts.billKey = hashText(billKey({ message_id: id, request_id: requestId }));
  facts.model = model;
  facts.tokensIn = usage.tokens_in;
  facts.tokensOut = usage.tokens_out;
  facts.cacheRead = usage.cache_read_tokens;
  facts.cacheWrite = usage.cache_write_tokens;
  facts.cacheWrite5m = usage.cache_write_5m_tokens;
  facts.cacheWrite1h = usage.cache_write_1h_tokens;
}

/** Some versions repeat what a subagent said inside the file of its parent. */
function billProgress(facts: LineFacts, line: Json): void {
  const data = objectOf(line['data']);
  const inner = data?.['type'] === 'agent_progress' ? objectOf(data['message']) : null;
  const message = objectOf(inner?.['message']);
  if (inner?.['type'] !== 'assistant' || message === null) return;
  bill(facts, message, textOf(inner['requestId']), textOf(inner['uuid']));
  facts.isSidechain = true;
}

function countBlocks(facts: LineFacts, content: unknown): void {
  if (!Array.isArray(content)) return;
  for (const each of content) {
    const block = objectOf(each);
    if (block?.['type'] === 'thinking' || block?.['type'] === 'redacted_thinking') facts.thinkingBlocks += 1;
    const id = block?.['type'] === 'tool_use' ? textOf(block['id']) : null;
    if (id !== null) facts.toolUses.push(hashText(id));
  }
}

function isPrompt(line: Json, type: string, message: Json | null): boolean {
  if (type === 'attachment') {
    const attachment = objectOf(line['attachment']);
    return attachment?.['type'] === 'queued_command' && blocksOf(attachment['prompt']).length > 0;
  }
  if (type !== 'user' || line['isMeta'] === true || line['isCompactSummary'] === true) return false;
  const content = message?.['content'];
  if (resultsOf(content).length > 0) return false;
  const [first] = blocksOf(content);
  return first !== undefined && !(first.type === 'text' && isCliText(first.text));
}

function textsOf(line: Json, type: string, message: Json | null): TextPiece[] {
  if (type === 'assistant')
    return blocksOf(message?.['content']).flatMap((block): TextPiece[] => {
      if (block.type === 'text') return piece('assistant', block.text);
      return block.type === 'thinking' ? piece('thinking', block.text) : [];
    });
  const said =
    type === 'attachment' && objectOf(line['attachment'])?.['type'] === 'queued_command'
      ? objectOf(line['attachment'])?.['prompt']
      : type === 'user' && line['isMeta'] !== true
        ? message?.['content']
        : undefined;
  if (said === undefined) return [];
  const words = blocksOf(said).flatMap((block) => (block.type === 'text' ? piece('user', block.text) : []));
  const results = resultsOf(said).flatMap(({ text, tool_use_id }) =>
    text === '' ? [] : [{ role: 'tool' as const, text, toolUseId: tool_use_id }],
  );
  return [...words, ...results];
}

function piece(role: TextRole, text: string): TextPiece[] {
  return text === '' ? [] : [{ role, text }];
}

/** A title a person gave stands above one that was made up for the session. */
function notesOf(line: Json, type: string): LineNotes {
  const optional = (name: string) => textOf(line[name]) ?? undefined;
  const title = { 'custom-title': 'customTitle', 'ai-title': 'aiTitle', summary: 'summary' }[type];
  const cost = type === 'cost-state' ? line['totalCostUSD'] : undefined;
  return {
    sessionId: optional('sessionId'),
    cwd: optional('cwd'),
    branch: optional('gitBranch'),
    version: optional('version'),
    ...(title === undefined
      ? {}
      : { title: optional(title), titleRank: ['summary', 'ai-title', 'custom-title'].indexOf(type) }),
    ...(typeof cost === 'number' ? { claudeCostUsd: cost } : {}),
  };
}
