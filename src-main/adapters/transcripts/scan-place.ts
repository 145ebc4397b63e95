import { SYNTHETIC_MODEL } from '@domain/transcript/line-facts';
import { type LinePlace, type PlacedLine, placeOfLine } from '@domain/transcript/line-place';
import {
  BACKSLASH,
  BROKEN,
  isAt,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
  TooDeep,
  TRUE,
} from './json-bytes';
import { K } from './line-keys';
import type { ScanMemory } from './line-tokens';
import { decode } from './scan-session';
import { createNames, wholeNumber } from './scan-values';
import { createWalker, type OnKey } from './walk-json';

/** What an attachment says to a reader; all others are words for the model. */
const TOLD = new Set(['queued_command', 'hook_non_blocking_error', 'hook_blocking_error']);

/**
 * Where a line belongs, from its bytes. Answers and results, which are nearly all of a transcript, are read here; whatever
 * else says something is left to the full reader. `bytes[end]` must be a line feed.
 */
export function createPlaceScanner(memory: ScanMemory) {
  const names = createNames();
  let view: Buffer = Buffer.alloc(0);
  let isOdd = false;
  const walker = createWalker(memory, () => {
    isOdd = true;
  });
  const { skipValue, walkObject, walkList, walkLine } = walker;
  let type = '';
  let uuid: string | null = null;
  let hasTime = false;
  let parent: string | null | undefined;
  let logicalParent: string | null = null;
  let isSide = false;
  let agent: string | null = null;
  let isMeta = false;
  let messageId: string | null = null;
  let model = '';
  let answeredBy: string | null = null;
  let attachment = '';
  let uses: { id: string; tool: string }[] = [];
  let results: string[] = [];
  let input = 0;
  let blockType = '';
  let blockId: string | null = null;
  let blockName: string | null = null;
  let blockFor: string | null = null;

  const reset = () => {
    isOdd = false;
    type = '';
    uuid = null;
    hasTime = false;
    parent = undefined;
    logicalParent = null;
    isSide = false;
    agent = null;
    isMeta = false;
    messageId = null;
    model = '';
    answeredBy = null;
    attachment = '';
    uses = [];
    results = [];
    input = 0;
  };

  const nameAt = (bytes: Uint8Array, at: number, behind: number): string => {
    if (bytes[at] !== QUOTE) return '';
    const name = names.of(bytes, at + 1, behind - 1);
    if (name === null) isOdd = true;
    return name ?? '';
  };
  const idAt = (bytes: Uint8Array, at: number, behind: number): string | null => {
    if (bytes[at] !== QUOTE) return null;
    for (let each = at + 1; each < behind - 1; each += 1) {
      const code = bytes[each] ?? 0;
      if (code === BACKSLASH || code > 0x7f) isOdd = true;
    }
    // A text put together letter by letter is slow to compare later.
    if (view.buffer !== bytes.buffer) view = Buffer.from(bytes.buffer);
    return view.toString('latin1', bytes.byteOffset + at + 1, bytes.byteOffset + behind - 1);
  };

  const onLine: OnKey = (bytes, key, at) => {
    if (bytes[at] === OPEN_OBJECT) {
      if (key === K.message) return walkObject(bytes, onMessage);
      if (key === K.attachment) return walkObject(bytes, onAttachment);
      if (key === K.toolUseResult) return walkObject(bytes, onToolUseResult);
    }
    const behind = skipValue();
    switch (key) {
      case K.type:
        type = nameAt(bytes, at, behind);
        break;
      case K.uuid:
        uuid = idAt(bytes, at, behind);
        break;
      case K.isMeta:
        isMeta = isAt(bytes, at, TRUE);
        break;
      case K.agentId:
        agent = idAt(bytes, at, behind);
        break;
      case K.timestamp:
        hasTime = bytes[at] === QUOTE;
        break;
      case K.parentUuid:
        parent = idAt(bytes, at, behind);
        break;
      case K.isSidechain:
        isSide = isAt(bytes, at, TRUE);
        break;
      case K.logicalParentUuid:
        logicalParent = idAt(bytes, at, behind);
        break;
    }
    return behind;
  };

  const onMessage: OnKey = (bytes, key, at) => {
    if (key === K.content) {
      uses = [];
      results = [];
      if (bytes[at] === OPEN_LIST) return walkList(bytes, onBlock);
    }
    if (key === K.usage && bytes[at] === OPEN_OBJECT) {
      input = 0;
      return walkObject(bytes, onUsage);
    }
    const behind = skipValue();
    if (key === K.id) messageId = idAt(bytes, at, behind);
    else if (key === K.model) model = nameAt(bytes, at, behind);
    return behind;
  };

  const onUsage: OnKey = (bytes, key, at) => {
    const behind = skipValue();
    const isInput =
      key === K.input_tokens || key === K.cache_read_input_tokens || key === K.cache_creation_input_tokens;
    if (isInput) input += Math.max(0, wholeNumber(bytes, at, behind));
    return behind;
  };

  const onBlock = (bytes: Uint8Array): void => {
    blockType = '';
    blockId = null;
    blockName = null;
    blockFor = null;
    walkObject(bytes, onBlockKey);
    if (blockType === 'tool_use')
      uses.push({ id: (blockId ?? '').slice(0, 200), tool: (blockName ?? 'unknown').slice(0, 200) });
    else if (blockType === 'tool_result' && blockFor !== null) results.push(blockFor);
  };

  const onBlockKey: OnKey = (bytes, key, at) => {
    const behind = skipValue();
    if (key === K.id) blockId = idAt(bytes, at, behind);
    else if (key === K.type) blockType = nameAt(bytes, at, behind);
    else if (key === K.name) blockName = bytes[at] === QUOTE ? nameAt(bytes, at, behind) : null;
    else if (key === K.tool_use_id) blockFor = idAt(bytes, at, behind);
    return behind;
  };

  const onAttachment: OnKey = (bytes, key, at) => {
    const behind = skipValue();
    if (key === K.type) attachment = nameAt(bytes, at, behind);
    return behind;
  };

  const onToolUseResult: OnKey = (bytes, key, at) => {
    const behind = skipValue();
    if (key === K.agentId) answeredBy = idAt(bytes, at, behind);
    return behind;
  };

  /** Null: the full reader must look. */
  const known = (): PlacedLine | null => {
    if (isOdd) return null;
    if (uuid === null || !hasTime) return 'state';
    const base: LinePlace = {
      uuid,
      parent: parent === null ? logicalParent : parent,
      side: isSide ? { agent } : null,
      kind: 'other',
      isComment: false,
      messageId: '',
      uses: [],
      results: [],
      answeredBy: null,
      contextTokens: 0,
    };
    switch (type) {
      case 'assistant':
        if (model === SYNTHETIC_MODEL || messageId === null) return null;
        return { ...base, kind: 'assistant', messageId, uses, contextTokens: input };
      case 'user':
        if (isMeta) return base;
        return results.length === 0 ? null : { ...base, kind: 'results', results, answeredBy };
      case 'attachment':
        return TOLD.has(attachment) ? null : base;
      case 'system':
        return null;
      default:
        return base;
    }
  };

  return {
    place(bytes: Uint8Array, from: number, end: number): PlacedLine {
      reset();
      try {
        const at = skipSpace(bytes, from);
        const behind = bytes[at] === OPEN_OBJECT ? walkLine(bytes, at, onLine) : BROKEN;
        if (behind === BROKEN || skipSpace(bytes, behind) !== end) return 'broken';
        const place = known();
        if (place !== null) return place;
      } catch (error) {
        if (!(error instanceof TooDeep)) throw error;
      }
      return placeOfLine(decode(bytes, from, end));
    },
  };
}
