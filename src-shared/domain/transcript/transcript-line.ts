import { readUsage, type TokenUsage, totalTokens } from '@domain/cost/usage';
import type { Message } from '@domain/session/message';
import { blocksOf, resultsOf, type ToolResult } from './content-blocks';
import { objectOf, parseObject, textOf } from './json-fields';
import { type Notice, noticeOfCliText, readFailure, readHookNotice, readSystemNotice } from './notice-line';

export { blocksOf, resultsOf, type ToolResult } from './content-blocks';
export { objectOf, parseObject, textOf } from './json-fields';

/** Where a line stands: in the tree of the session, or of the subagent that wrote it (null: it has no name). */
export type Place = {
  readonly uuid: string;
  /** Null: it is a root. Undefined: it does not say. */
  readonly parent: string | null | undefined;
  readonly side: { readonly agent: string | null } | null;
};

/** One line of Claude's transcript, in our words. What is not part of the conversation is `other`. */
export type TranscriptLine =
  | (Place & { readonly type: 'prompt'; readonly message: Message })
  | (Place & { readonly type: 'assistant'; readonly message: Message; readonly usage: TokenUsage | null })
  /** `isComment`: it can be the end of no thread. */
  | (Place & { readonly type: 'notice'; readonly message: Message; readonly isComment: boolean })
  /** The words that stand for everything before a compaction; its boundary is the parent. */
  | (Place & { readonly type: 'summary'; readonly message: Message })
  | (Place & {
      readonly type: 'tool-results';
      readonly timestamp: string;
      readonly results: readonly ToolResult[];
      /** The subagent whose call this answers. */
      readonly answeredBy: string | null;
    })
  | (Place & { readonly type: 'other' })
  /** A state of the program, or of a version we do not know: no place in the tree. */
  | { readonly type: 'state' }
  | { readonly type: 'broken' };

type Json = Readonly<Record<string, unknown>>;

/** What the CLI itself writes in the user's place. */
const CLI_TEXT =
  /^(?:<(?:command-name|command-message|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|task-notification)>|\[Request interrupted)/;
export function isCliText(text: string): boolean {
  return CLI_TEXT.test(text);
}
const SYNTHETIC = '<synthetic>';

/** Forgiving: a line of a newer version is `other`, only what is no JSON object is `broken`. */
export function readTranscriptLine(text: string): TranscriptLine {
  const line = parseObject(text);
  if (line === null) return { type: 'broken' };
  const uuid = textOf(line['uuid']);
  const timestamp = textOf(line['timestamp']);
  if (uuid === null || timestamp === null) return { type: 'state' };
  const place: Place = {
    uuid,
    parent: line['parentUuid'] === undefined ? undefined : parentOf(line),
    side: line['isSidechain'] === true ? { agent: textOf(line['agentId']) } : null,
  };
  switch (line['type']) {
    case 'assistant':
      return readAssistant(line, place, timestamp);
    case 'user':
      return readUser(line, place, timestamp);
    case 'attachment':
      return readAttachment(line, place, timestamp);
    case 'system':
      return noticeLine(place, timestamp, readSystemNotice(line));
    default:
      return { type: 'other', ...place };
  }
}

/** A compaction begins a tree of its own, and says what it stands for. */
function parentOf(line: Json): string | null {
  return textOf(line['parentUuid']) ?? textOf(line['logicalParentUuid']);
}

function readAssistant(line: Json, place: Place, timestamp: string): TranscriptLine {
  const message = objectOf(line['message']);
  const id = textOf(message?.['id']);
  if (message === null || id === null) return { type: 'other', ...place };
  const model = textOf(message['model']);
  const stopReason = textOf(message['stop_reason']);
  const usage = objectOf(message['usage']) === null ? null : readUsage(message['usage']);
  const tokens = usage === null ? 0 : totalTokens(usage);
  const content = blocksOf(message['content']);
  // What the program puts in an answer's place when it mends a broken history is no word of Claude's.
  if (model === SYNTHETIC && line['isApiErrorMessage'] !== true)
    return {
      type: 'notice',
      ...place,
      isComment: false,
      message: { id, role: 'system', content, timestamp, notice: 'info' },
    };
  return {
    type: 'assistant',
    ...place,
    usage,
    message: {
      id,
      role: 'assistant',
      content,
      timestamp,
      ...(model === null || model === SYNTHETIC ? {} : { model }),
      ...(tokens === 0 ? {} : { tokens }),
      ...(line['isApiErrorMessage'] === true
        ? readFailure(line, stopReason)
        : stopReason === 'refusal'
          ? { notice: 'refused' as const }
          : {}),
      ...(line['isAbortedMidStream'] === true ? { notice: 'interrupted' as const } : {}),
    },
  };
}

function readUser(line: Json, place: Place, timestamp: string): TranscriptLine {
  if (line['isMeta'] === true) return { type: 'other', ...place };
  const content = objectOf(line['message'])?.['content'];
  const results = resultsOf(content);
  if (results.length > 0) {
    const answeredBy = textOf(objectOf(line['toolUseResult'])?.['agentId']);
    return { type: 'tool-results', ...place, timestamp, results, answeredBy };
  }
  const said = saidLine(place, place.uuid, timestamp, content);
  if (line['isCompactSummary'] !== true || !('message' in said)) return said;
  return { type: 'summary', ...place, message: { ...said.message, role: 'system', notice: 'compacted' } };
}

function saidLine(place: Place, id: string, timestamp: string, content: unknown): TranscriptLine {
  const blocks = blocksOf(content);
  const [first] = blocks;
  if (first === undefined) return { type: 'other', ...place };
  const base = { id, content: blocks, timestamp };
  if (first.type !== 'text' || !isCliText(first.text))
    return { type: 'prompt', ...place, message: { ...base, role: 'user' } };
  const message: Message = { ...base, role: 'system', ...noticeOfCliText(first.text) };
  return { type: 'notice', ...place, isComment: false, message };
}

function readAttachment(line: Json, place: Place, timestamp: string): TranscriptLine {
  const attachment = objectOf(line['attachment']);
  if (attachment?.['type'] === 'queued_command') {
    // Taken into the running turn, a prompt never becomes a line of its own kind; its id is the one it was sent with.
    const id = textOf(attachment['source_uuid']) ?? place.uuid;
    const said = saidLine(place, id, timestamp, attachment['prompt']);
    if (said.type !== 'prompt') return said;
    return { ...said, message: { ...said.message, is_absorbed: true } };
  }
  return noticeLine(place, timestamp, attachment === null ? null : readHookNotice(attachment));
}

function noticeLine(place: Place, timestamp: string, notice: Notice | null): TranscriptLine {
  if (notice === null) return { type: 'other', ...place };
  const { text, ...facts } = notice;
  const content: Message['content'] = text === '' ? [] : [{ type: 'text', text }];
  return {
    type: 'notice',
    ...place,
    isComment: true,
    message: { id: place.uuid, role: 'system', content, timestamp, ...facts },
  };
}
