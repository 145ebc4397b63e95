import { hashCodes, NO_ID } from '@domain/transcript/id-hash';
import type { LineFacts } from '@domain/transcript/line-facts';
import { BACKSLASH, isAt, OPEN_LIST, OPEN_OBJECT, QUOTE, TRUE } from './json-bytes';
import { K } from './line-keys';
import { type Names, wholeNumber } from './scan-values';
import type { OnKey, Walker } from './walk-json';

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

export type MessageScanner = {
  readonly message: ScannedMessage;
  reset(): void;
  resetUsage(): void;
  readonly onMessage: OnKey;
};

/** `onOdd`: the bytes alone do not tell, the full reader must look. */
export function createMessageScanner(
  walker: Walker,
  names: Names,
  facts: LineFacts,
  onOdd: () => void,
): MessageScanner {
  const { skipValue, walkObject, walkList } = walker;
  const message: ScannedMessage = {
    isThere: false,
    hasResults: false,
    blocks: 0,
    firstText: -1,
    id: { from: 0, to: 0 },
    texts: [],
  };
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
    for (let each = at + 1; each < behind - 1; each += 1) {
      const code = bytes[each] ?? 0;
      if (code === BACKSLASH || code > 0x7f) onOdd();
    }
    return hashCodes(bytes, at + 1, behind - 1);
  };

  // Here and below the length of a name is looked at first: it rules out nearly all of them.
  const onMessage: OnKey = (bytes, key, length, at) => {
    if (length === 7 && isAt(bytes, key, K.content)) return onContent(bytes, at);
    if (length === 5 && isAt(bytes, key, K.usage)) {
      resetUsage();
      if (bytes[at] === OPEN_OBJECT) return walkObject(bytes, onUsage);
    }
    const behind = skipValue();
    if (length === 5 && isAt(bytes, key, K.model)) facts.model = name(bytes, at, behind);
    else if (length === 2 && isAt(bytes, key, K.id)) {
      id(bytes, at, behind);
      message.id.from = bytes[at] === QUOTE ? at + 1 : 0;
      message.id.to = bytes[at] === QUOTE ? behind - 1 : 0;
    }
    return behind;
  };

  const onContent = (bytes: Uint8Array, at: number): number => {
    resetContent();
    if (bytes[at] === OPEN_LIST) return walkList(bytes, onBlock);
    const behind = skipValue();
    if (bytes[at] === QUOTE && behind - at > 2) {
      message.blocks = 1;
      message.firstText = at + 1;
      message.texts.push({ kind: 'text', from: at + 1, to: behind - 1 });
    }
    return behind;
  };

  const onBlock = (bytes: Uint8Array): void => {
    type = '';
    useId = NO_ID;
    resultId = NO_ID;
    isError = false;
    text.from = -1;
    thinking.from = -1;
    inner.from = -1;
    walkObject(bytes, onBlockKey);
    endBlock();
  };

  const onBlockKey: OnKey = (bytes, key, length, at) => {
    const behind = skipValue();
    switch (length) {
      case 2:
        if (isAt(bytes, key, K.id)) useId = id(bytes, at, behind);
        break;
      case 4:
        if (isAt(bytes, key, K.type)) type = name(bytes, at, behind);
        else if (isAt(bytes, key, K.text)) take(bytes, at, behind, text);
        break;
      case 7:
        if (isAt(bytes, key, K.content)) {
          inner.from = at;
          inner.to = behind;
        }
        break;
      case 8:
        if (isAt(bytes, key, K.thinking)) take(bytes, at, behind, thinking);
        else if (isAt(bytes, key, K.isError)) isError = isAt(bytes, at, TRUE);
        break;
      case 11:
        if (isAt(bytes, key, K.toolUseId)) resultId = id(bytes, at, behind);
        break;
    }
    return behind;
  };

  const endBlock = () => {
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

  const onUsage: OnKey = (bytes, key, length, at) => {
    if (length === 14 && bytes[at] === OPEN_OBJECT && isAt(bytes, key, K.cacheCreation))
      return walkObject(bytes, onCreation);
    const behind = skipValue();
    switch (length) {
      case 12:
        if (isAt(bytes, key, K.input)) facts.tokensIn = count(bytes, at, behind);
        break;
      case 13:
        if (isAt(bytes, key, K.output)) facts.tokensOut = count(bytes, at, behind);
        break;
      case 23:
        if (isAt(bytes, key, K.cacheRead)) facts.cacheRead = count(bytes, at, behind);
        break;
      case 27:
        if (isAt(bytes, key, K.cacheWrite)) facts.cacheWrite = count(bytes, at, behind);
        break;
    }
    return behind;
  };

  const onCreation: OnKey = (bytes, key, length, at) => {
    const behind = skipValue();
    if (length !== K.short.length) return behind;
    if (isAt(bytes, key, K.short)) facts.cacheWrite5m = count(bytes, at, behind);
    else if (isAt(bytes, key, K.long)) facts.cacheWrite1h = count(bytes, at, behind);
    return behind;
  };

  return {
    message,
    resetUsage,
    onMessage,
    reset() {
      resetContent();
      resetUsage();
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
