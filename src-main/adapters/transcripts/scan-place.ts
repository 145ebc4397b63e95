import { type LinePlace, type PlacedLine, placeOfLine } from '@domain/transcript/line-place';
import { BACKSLASH, codesOf, isAt, OPEN_LIST, OPEN_OBJECT, QUOTE, skipSpace, TRUE } from './json-bytes';
import { DEEPEST, ENTRY, ITEM, LIST, LIST_END, NO_JSON, ODD_NAME } from './scan-layout';
import type { ScanMemory } from './scan-memory';
import { decode } from './scan-session';
import { wholeNumber } from './scan-values';
import * as K from './scan-words';

const LESS_THAN = 0x3c;
/** What an attachment says to a reader; all others are words for the model. */
const TOLD = new Set(['queued_command', 'hook_non_blocking_error', 'hook_blocking_error']);
/** An escape, or a letter beyond ASCII: the full reader knows what it means. */
const ODD_TEXT = /[\\\x80-\xff]/;
const NONE: never[] = [];
const TYPES = ['assistant', 'user', 'attachment', 'system'] as const;
const BLOCKS = ['tool_use', 'tool_result'] as const;
/** A text as it stands on the line, with its quotes. */
const wordsOf = <T extends string>(texts: readonly T[]) =>
  texts.map((text) => ({ text, codes: codesOf(`"${text}"`) }));
const WORDS = { types: wordsOf(TYPES), blocks: wordsOf(BLOCKS) };
/** `<synthetic>`, or whatever may be the same: the full reader tells. */
const isOddModel = (first: number | undefined) => first === LESS_THAN || first === BACKSLASH;

/** Of which value the members are that follow: one on the line, and one in that. */
type Outer = typeof K.message | typeof K.attachment | typeof K.toolUseResult | null;
type Inner = typeof K.usage | typeof K.content | null;

/**
 * Where a line belongs, from its bytes. Answers and results, which are nearly all of a transcript, are read here; whatever
 * else says something is left to the full reader. `bytes[end]` must be a line feed.
 *
 * A transcript is opened by code that has hardly run before, so what counts here is how much of it there is to run: one
 * pass over the list of members, and no look at single letters that the engine can look at itself.
 */
export function createPlaceScanner(memory: ScanMemory) {
  let bytes: Uint8Array = memory.bytes();
  let view = Buffer.from(bytes.buffer);
  let isOdd = false;
  let type: (typeof TYPES)[number] | '' = '';
  let uuid: string | null = null;
  let hasTime = false;
  let parent: string | null | undefined;
  let logicalParent: string | null = null;
  let isSide = false;
  let agent: string | null = null;
  let isMeta = false;
  let messageId: string | null = null;
  let answeredBy: string | null = null;
  let attachment = '';
  let uses: { id: string; tool: string }[] = NONE;
  let results: string[] = NONE;
  let input = 0;
  let isBlock = false;
  let blockType: (typeof BLOCKS)[number] | '' = '';
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
    answeredBy = null;
    attachment = '';
    uses = NONE;
    results = NONE;
    input = 0;
    isBlock = false;
  };

  /** Null: it is no text. */
  const textAt = (at: number, behind: number): string | null => {
    if (bytes[at] !== QUOTE) return null;
    const text = view.toString('latin1', at + 1, behind - 1);
    if (ODD_TEXT.test(text)) isOdd = true;
    return text;
  };

  /** The one of these that stands here; nothing for any other. An escape is looked at by the full reader. */
  const wordAt = <T extends string>(
    words: readonly { readonly text: T; readonly codes: Uint8Array }[],
    at: number,
    behind: number,
  ): T | '' => {
    for (const { text, codes } of words)
      if (codes.length === behind - at && isAt(bytes, at, codes)) return text;
    textAt(at, behind);
    return '';
  };

  const endBlock = () => {
    if (!isBlock) return;
    isBlock = false;
    if (blockType === 'tool_use') {
      const use = { id: (blockId ?? '').slice(0, 200), tool: (blockName ?? 'unknown').slice(0, 200) };
      if (uses === NONE) uses = [use];
      else uses.push(use);
    } else if (blockType === 'tool_result' && blockFor !== null) {
      if (results === NONE) results = [blockFor];
      else results.push(blockFor);
    }
  };
  const beginBlock = () => {
    isBlock = true;
    blockType = '';
    blockId = null;
    blockName = null;
    blockFor = null;
  };

  const onLine = (key: number, at: number, behind: number): Outer => {
    switch (key) {
      case K.type:
        type = wordAt(WORDS.types, at, behind);
        break;
      case K.uuid:
        uuid = textAt(at, behind);
        break;
      case K.isMeta:
        isMeta = isAt(bytes, at, TRUE);
        break;
      case K.agentId:
        agent = textAt(at, behind);
        break;
      case K.timestamp:
        hasTime = bytes[at] === QUOTE;
        break;
      case K.parentUuid:
        parent = textAt(at, behind);
        break;
      case K.isSidechain:
        isSide = isAt(bytes, at, TRUE);
        break;
      case K.logicalParentUuid:
        logicalParent = textAt(at, behind);
        break;
      case K.message:
      case K.attachment:
      case K.toolUseResult:
        return bytes[at] === OPEN_OBJECT ? key : null;
    }
    return null;
  };

  const onMessage = (key: number, at: number, behind: number): Inner => {
    switch (key) {
      case K.id:
        messageId = textAt(at, behind);
        break;
      case K.model:
        isOdd ||= isOddModel(bytes[at + 1]);
        break;
      case K.usage:
        if (bytes[at] !== OPEN_OBJECT) break;
        input = 0;
        return key;
      case K.content:
        uses = NONE;
        results = NONE;
        return bytes[at] === OPEN_LIST ? key : null;
    }
    return null;
  };

  const onUsage = (key: number, at: number, behind: number): void => {
    const isInput =
      key === K.input_tokens || key === K.cache_read_input_tokens || key === K.cache_creation_input_tokens;
    if (isInput) input += Math.max(0, wholeNumber(bytes, at, behind));
  };

  const onBlock = (key: number, at: number, behind: number): void => {
    if (key === K.id) blockId = textAt(at, behind);
    else if (key === K.type) blockType = wordAt(WORDS.blocks, at, behind);
    else if (key === K.name) blockName = textAt(at, behind);
    else if (key === K.tool_use_id) blockFor = textAt(at, behind);
  };

  /** The members stand in the list as they do on the line, each before those inside of it; what has another name is left out. */
  const readList = (): void => {
    const list = memory.counts();
    const listEnd = (list[LIST_END / 4] ?? 0) >> 2;
    if (list[ODD_NAME / 4] !== 0) isOdd = true;
    let outer: Outer = null;
    let outerEnd = 0;
    let inner: Inner = null;
    let innerEnd = 0;
    for (let entry = LIST / 4; entry < listEnd; entry += ENTRY / 4) {
      const head = list[entry] ?? 0;
      const depth = head & 0xff;
      const key = head >> 8;
      const at = list[entry + 1] ?? 0;
      const behind = list[entry + 2] ?? 0;
      if (depth === 1) {
        endBlock();
        outer = onLine(key, at, behind);
        outerEnd = behind;
        inner = null;
      } else if (outer === null || at >= outerEnd) continue;
      else if (depth === 2) {
        endBlock();
        inner = outer === K.message ? onMessage(key, at, behind) : null;
        innerEnd = behind;
        if (outer === K.attachment && key === K.type) attachment = textAt(at, behind) ?? '';
        else if (outer === K.toolUseResult && key === K.agentId) answeredBy = textAt(at, behind);
      } else if (inner === null || at >= innerEnd) continue;
      else if (inner === K.usage) {
        if (depth === 3) onUsage(key, at, behind);
      } else if (head === ITEM) {
        endBlock();
        beginBlock();
      } else if (depth === DEEPEST && isBlock) onBlock(key, at, behind);
    }
    endBlock();
  };

  const placed = (kind: LinePlace['kind']): LinePlace => ({
    uuid: uuid ?? '',
    parent: parent === null ? logicalParent : parent,
    side: isSide ? { agent } : null,
    kind,
    isComment: false,
    messageId: kind === 'assistant' ? (messageId ?? '') : '',
    uses: kind === 'assistant' ? uses : NONE,
    results: kind === 'results' ? results : NONE,
    answeredBy: kind === 'results' ? answeredBy : null,
    contextTokens: kind === 'assistant' ? input : 0,
  });

  /** Null: the full reader must look. */
  const known = (): PlacedLine | null => {
    if (isOdd) return null;
    if (uuid === null || !hasTime) return 'state';
    switch (type) {
      case 'assistant':
        return messageId === null ? null : placed('assistant');
      case 'user':
        if (isMeta) return placed('other');
        return results.length === 0 ? null : placed('results');
      case 'attachment':
        return TOLD.has(attachment) ? null : placed('other');
      case 'system':
        return null;
      default:
        return placed('other');
    }
  };

  return {
    place(line: Uint8Array, from: number, end: number): PlacedLine {
      if (line !== bytes) {
        bytes = line;
        view = Buffer.from(line.buffer);
      }
      const at = skipSpace(bytes, from);
      const behind = bytes[at] === OPEN_OBJECT ? memory.tokens(at) : NO_JSON;
      if (behind === NO_JSON) return 'broken';
      if (behind >= 0) {
        if (skipSpace(bytes, behind) !== end) return 'broken';
        reset();
        readList();
        const place = known();
        if (place !== null) return place;
      }
      return placeOfLine(decode(bytes, from, end));
    },
  };
}
