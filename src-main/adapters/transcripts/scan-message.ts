import { hashCodes, NO_ID } from '@domain/transcript/id-hash';
import type { LineFacts } from '@domain/transcript/line-facts';
import { isAt, isPlain, OPEN_LIST, OPEN_OBJECT, QUOTE, TRUE } from './json-bytes';
import { K } from './line-keys';
import { DEEPEST, ITEM } from './line-tokens';
import { type Names, wholeNumber } from './scan-values';

/** Where the text of a content block stands, in the bytes of its line. A result may be a string or a list of blocks. */
export type Span = {
  readonly kind: 'text' | 'thinking' | 'result';
  readonly from: number;
  readonly to: number;
};
export type Place = { from: number; to: number };

/** What the message of a line says, apart from what goes straight into the facts. */
export type ScannedMessage = {
  isThere: boolean;
  hasResults: boolean;
  blocks: number;
  /** Of the first block, when that is text; else -1. */
  firstText: number;
  readonly id: Place;
  readonly texts: Span[];
};

/** Members of a line come in the order they stand in: one belongs to the last object begun that does not end before it. */
export type MessageScanner = {
  readonly message: ScannedMessage;
  reset(): void;
  resetUsage(): void;
  /** The message is the object that ends here. */
  begin(end: number): void;
  /** A member below the line, by its depth and name as they stand in the list. */
  take(bytes: Uint8Array, head: number, at: number, behind: number): void;
  /** There are no more members. */
  end(): void;
};

/** `onOdd`: the bytes alone do not tell, the full reader must look. */
export function createMessageScanner(names: Names, facts: LineFacts, onOdd: () => void): MessageScanner {
  const message: ScannedMessage = {
    isThere: false,
    hasResults: false,
    blocks: 0,
    firstText: -1,
    id: { from: 0, to: 0 },
    texts: [],
  };
  // Where the objects that are of interest end; 0: there was none.
  let messageEnd = 0;
  let contentEnd = 0;
  let usageEnd = 0;
  let creationEnd = 0;
  let isInBlock = false;
  let type = '';
  let useId = NO_ID;
  let resultId = NO_ID;
  let isError = false;
  const text: Place = { from: -1, to: 0 };
  const thinking: Place = { from: -1, to: 0 };
  const inner: Place = { from: -1, to: 0 };

  const resetContent = () => {
    message.hasResults = false;
    message.blocks = 0;
    message.firstText = -1;
    facts.thinkingBlocks = 0;
    // Emptying a list costs a call even when it is empty, and here it nearly always is.
    if (message.texts.length > 0) message.texts.length = 0;
    if (facts.toolUses.length > 0) facts.toolUses.length = 0;
    if (facts.toolErrors.length > 0) facts.toolErrors.length = 0;
  };

  const resetUsage = () => {
    facts.tokensIn = 0;
    facts.tokensOut = 0;
    facts.cacheRead = 0;
    facts.cacheWrite = 0;
    facts.cacheWrite5m = 0;
    facts.cacheWrite1h = 0;
  };

  const name = (bytes: Uint8Array, at: number, behind: number): string => {
    if (bytes[at] !== QUOTE) return '';
    const known = names.of(bytes, at + 1, behind - 1);
    if (known === null) onOdd();
    return known ?? '';
  };

  const id = (bytes: Uint8Array, at: number, behind: number): number => {
    if (bytes[at] !== QUOTE) return NO_ID;
    if (!isPlain(bytes, at + 1, behind - 1)) onOdd();
    return hashCodes(bytes, at + 1, behind - 1);
  };

  const takeMember = (bytes: Uint8Array, key: number, at: number, behind: number) => {
    switch (key) {
      case K.content:
        takeContent(bytes, at, behind);
        break;
      case K.usage:
        resetUsage();
        usageEnd = bytes[at] === OPEN_OBJECT ? behind : 0;
        break;
      case K.model:
        facts.model = name(bytes, at, behind);
        break;
      case K.id:
        message.id.from = bytes[at] === QUOTE ? at + 1 : 0;
        message.id.to = bytes[at] === QUOTE ? behind - 1 : 0;
        if (!isPlain(bytes, message.id.from, message.id.to)) onOdd();
        break;
    }
  };

  const takeContent = (bytes: Uint8Array, at: number, behind: number) => {
    resetContent();
    contentEnd = bytes[at] === OPEN_LIST ? behind : 0;
    if (bytes[at] !== QUOTE || behind - at <= 2) return;
    message.blocks = 1;
    message.firstText = at + 1;
    message.texts.push({ kind: 'text', from: at + 1, to: behind - 1 });
  };

  const beginBlock = () => {
    isInBlock = true;
    type = '';
    useId = NO_ID;
    resultId = NO_ID;
    isError = false;
    text.from = -1;
    thinking.from = -1;
    inner.from = -1;
  };

  const takeOfBlock = (bytes: Uint8Array, key: number, at: number, behind: number) => {
    switch (key) {
      case K.type:
        type = name(bytes, at, behind);
        break;
      case K.id:
        useId = id(bytes, at, behind);
        break;
      case K.text:
        take(bytes, at, behind, text);
        break;
      case K.content:
        inner.from = at;
        inner.to = behind;
        break;
      case K.thinking:
        take(bytes, at, behind, thinking);
        break;
      case K.is_error:
        isError = isAt(bytes, at, TRUE);
        break;
      case K.tool_use_id:
        resultId = id(bytes, at, behind);
        break;
    }
  };

  const endBlock = () => {
    isInBlock = false;
    switch (type) {
      case 'text':
        if (message.blocks === 0) message.firstText = text.from;
        if (text.from > 0 && text.to > text.from)
          message.texts.push({ kind: 'text', from: text.from, to: text.to });
        message.blocks += 1;
        break;
      case 'thinking':
        if (thinking.from > 0 && thinking.to > thinking.from)
          message.texts.push({ kind: 'thinking', from: thinking.from, to: thinking.to });
        facts.thinkingBlocks += 1;
        message.blocks += 1;
        break;
      case 'redacted_thinking':
        facts.thinkingBlocks += 1;
        message.blocks += 1;
        break;
      case 'tool_use':
        if (useId !== NO_ID) facts.toolUses.push(useId);
        message.blocks += 1;
        break;
      case 'image':
        message.blocks += 1;
        break;
      case 'tool_result':
        if (resultId === NO_ID) break;
        message.hasResults = true;
        if (isError) facts.toolErrors.push(resultId);
        if (inner.from > 0) message.texts.push({ kind: 'result', from: inner.from, to: inner.to });
        break;
    }
  };

  const count = (bytes: Uint8Array, at: number, behind: number): number => {
    const value = wholeNumber(bytes, at, behind);
    if (value >= 0) return value;
    onOdd();
    return 0;
  };

  const takeOfUsage = (bytes: Uint8Array, key: number, at: number, behind: number) => {
    switch (key) {
      case K.input_tokens:
        facts.tokensIn = count(bytes, at, behind);
        break;
      case K.output_tokens:
        facts.tokensOut = count(bytes, at, behind);
        break;
      case K.cache_read_input_tokens:
        facts.cacheRead = count(bytes, at, behind);
        break;
      case K.cache_creation_input_tokens:
        facts.cacheWrite = count(bytes, at, behind);
        break;
      case K.cache_creation:
        creationEnd = bytes[at] === OPEN_OBJECT ? behind : 0;
        break;
    }
  };

  const takeDeepest = (bytes: Uint8Array, head: number, at: number, behind: number) => {
    if (at < contentEnd) {
      if (head !== ITEM) takeOfBlock(bytes, head >> 8, at, behind);
      else {
        if (isInBlock) endBlock();
        beginBlock();
      }
    } else if (at < creationEnd) {
      const key = head >> 8;
      if (key === K.ephemeral_5m_input_tokens) facts.cacheWrite5m = count(bytes, at, behind);
      else if (key === K.ephemeral_1h_input_tokens) facts.cacheWrite1h = count(bytes, at, behind);
    }
  };

  return {
    message,
    resetUsage,
    begin(end) {
      message.isThere = true;
      messageEnd = end;
    },
    take(bytes, head, at, behind) {
      if (at >= messageEnd) return;
      const depth = head & 0xff;
      if (depth === DEEPEST) {
        takeDeepest(bytes, head, at, behind);
        return;
      }
      if (isInBlock) endBlock();
      if (depth === 2) takeMember(bytes, head >> 8, at, behind);
      else if (at < usageEnd) takeOfUsage(bytes, head >> 8, at, behind);
    },
    end() {
      if (isInBlock) endBlock();
    },
    reset() {
      resetContent();
      resetUsage();
      messageEnd = 0;
      contentEnd = 0;
      usageEnd = 0;
      creationEnd = 0;
      isInBlock = false;
      facts.model = '';
      message.isThere = false;
      message.id.from = 0;
      message.id.to = 0;
    },
  };
}

function take(bytes: Uint8Array, at: number, behind: number, place: Place): void {
  place.from = bytes[at] === QUOTE ? at + 1 : -1;
  place.to = behind - 1;
}
