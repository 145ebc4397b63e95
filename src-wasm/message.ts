import {
  CACHE_READ,
  CACHE_WRITE,
  CACHE_WRITE_1H,
  CACHE_WRITE_5M,
  COUNTS,
  DEEPEST,
  ENTRY,
  ERRORS,
  ERRORS_LIST,
  ITEM,
  LIST,
  LIST_END,
  MODEL,
  MODEL_AT,
  MOST_ITEMS,
  NUMBERS,
  ODD_NAME,
  SAID,
  TEXT_ENTRY,
  TEXT_RESULT,
  TEXT_SAID,
  TEXT_THINKING,
  TEXTS,
  TEXTS_LIST,
  THINKING,
  TOKENS_IN,
  TOKENS_OUT,
  USES,
  USES_LIST,
} from '../src-main/adapters/transcripts/scan-layout';
import * as W from '../src-main/adapters/transcripts/scan-words';
import { hash } from './hashes';
import { OPEN_LIST, OPEN_OBJECT, QUOTE, tokens } from './json';
import { keepName, setOdd } from './odd';
import { isPlain, isTrue, wholeNumber } from './values';
import { wordAt } from './words';

/* What the message of a line says. Members come in the order they stand in: one belongs to the last object begun that does
 * not end before it. */
let messageEnd = 0;
let contentEnd = 0;
let usageEnd = 0;
let creationEnd = 0;

let isThere = false;
let areResults = false;
let blockCount = 0;
let firstAt = -1;
let messageFrom = 0;
let messageTo = 0;

let isInBlock = false;
let blockType = 0;
let useId: f64 = 0;
let resultId: f64 = 0;
let isError = false;
let textFrom = -1;
let textTo = 0;
let thinkingFrom = -1;
let thinkingTo = 0;
let innerFrom = -1;
let innerTo = 0;

export function isMessage(): bool {
  return isThere;
}
export function hasResults(): bool {
  return areResults;
}
export function blocks(): i32 {
  return blockCount;
}
/** Of the first block, when that is text; else -1. */
export function firstText(): i32 {
  return firstAt;
}
export function idFrom(): i32 {
  return messageFrom;
}
export function idTo(): i32 {
  return messageTo;
}

export function resetMessage(): void {
  resetContent();
  resetUsage();
  messageEnd = 0;
  contentEnd = 0;
  usageEnd = 0;
  creationEnd = 0;
  isInBlock = false;
  isThere = false;
  messageFrom = 0;
  messageTo = 0;
  store<i32>(COUNTS + (MODEL << 2), 0);
}

export function resetUsage(): void {
  memory.fill(NUMBERS + (TOKENS_IN << 3), 0, 6 << 3);
}

/** The message is the object that ends here. */
export function beginMessage(end: i32): void {
  isThere = true;
  messageEnd = end;
}

/** A member below the line, by its depth and name as they stand in the list. */
export function takeOfMessage(head: i32, at: i32, behind: i32): void {
  if (at >= messageEnd) return;
  const depth = head & 0xff;
  if (depth === DEEPEST) {
    takeDeepest(head, at, behind);
    return;
  }
  endBlock();
  if (depth === 2) takeMember(head >> 8, at, behind);
  else if (at < usageEnd) takeOfUsage(head >> 8, at, behind);
}

/** A usage that stands deeper than the list of members reaches, which is made anew for it. */
export function readUsage(from: i32): void {
  creationEnd = 0;
  tokens(from);
  if (load<i32>(ODD_NAME) !== 0) setOdd();
  const listEnd = load<i32>(LIST_END);
  for (let entry = LIST; entry < listEnd; entry += ENTRY) {
    const head = load<i32>(entry);
    const at = load<i32>(entry, 4);
    if ((head & 0xff) === 1) takeOfUsage(head >> 8, at, load<i32>(entry, 8));
    else if ((head & 0xff) === 2 && at < creationEnd) takeOfCreation(head >> 8, at, load<i32>(entry, 8));
  }
  settleUsage();
}

/** What was written to a cache is at least what was written for some time. */
export function settleUsage(): void {
  const parts = load<f64>(NUMBERS + (CACHE_WRITE_5M << 3)) + load<f64>(NUMBERS + (CACHE_WRITE_1H << 3));
  if (load<f64>(NUMBERS + (CACHE_WRITE << 3)) < parts) store<f64>(NUMBERS + (CACHE_WRITE << 3), parts);
}

/** There are no more members. */
export function endMessage(): void {
  endBlock();
}

export function keepModel(at: i32, behind: i32): void {
  keepName(MODEL, MODEL_AT, at, behind);
  // `<synthetic>`, or whatever may be the same.
  if (load<u8>(at) === QUOTE && load<u8>(at, 1) === 0x3c) setOdd();
}

function resetContent(): void {
  areResults = false;
  blockCount = 0;
  firstAt = -1;
  store<i32>(COUNTS + (THINKING << 2), 0);
  store<i32>(COUNTS + (USES << 2), 0);
  store<i32>(COUNTS + (ERRORS << 2), 0);
  store<i32>(COUNTS + (TEXTS << 2), 0);
  store<i32>(COUNTS + (SAID << 2), 0);
}

function takeMember(word: i32, at: i32, behind: i32): void {
  const isText = load<u8>(at) === QUOTE;
  switch (word) {
    case W.content:
      resetContent();
      contentEnd = load<u8>(at) === OPEN_LIST ? behind : 0;
      if (!isText || behind - at <= 2) break;
      blockCount = 1;
      firstAt = at + 1;
      addText(TEXT_SAID, at + 1, behind - 1);
      break;
    case W.usage:
      resetUsage();
      usageEnd = load<u8>(at) === OPEN_OBJECT ? behind : 0;
      break;
    case W.model:
      keepModel(at, behind);
      break;
    case W.id:
      messageFrom = isText ? at + 1 : 0;
      messageTo = isText ? behind - 1 : 0;
      if (isText && !isPlain(at, behind)) setOdd();
      break;
  }
}

function takeDeepest(head: i32, at: i32, behind: i32): void {
  if (at < contentEnd) {
    if (head === ITEM) beginBlock();
    else takeOfBlock(head >> 8, at, behind);
  } else if (at < creationEnd) takeOfCreation(head >> 8, at, behind);
}

function takeOfCreation(word: i32, at: i32, behind: i32): void {
  if (word === W.ephemeral_5m_input_tokens) keepNumber(CACHE_WRITE_5M, at, behind);
  else if (word === W.ephemeral_1h_input_tokens) keepNumber(CACHE_WRITE_1H, at, behind);
}

function takeOfUsage(word: i32, at: i32, behind: i32): void {
  switch (word) {
    case W.input_tokens:
      keepNumber(TOKENS_IN, at, behind);
      break;
    case W.output_tokens:
      keepNumber(TOKENS_OUT, at, behind);
      break;
    case W.cache_read_input_tokens:
      keepNumber(CACHE_READ, at, behind);
      break;
    case W.cache_creation_input_tokens:
      keepNumber(CACHE_WRITE, at, behind);
      break;
    case W.cache_creation:
      creationEnd = load<u8>(at) === OPEN_OBJECT ? behind : 0;
      break;
  }
}

function beginBlock(): void {
  endBlock();
  isInBlock = true;
  blockType = 0;
  useId = 0;
  resultId = 0;
  isError = false;
  textFrom = -1;
  thinkingFrom = -1;
  innerFrom = -1;
}

function takeOfBlock(word: i32, at: i32, behind: i32): void {
  const isText = load<u8>(at) === QUOTE;
  switch (word) {
    case W.type:
      blockType = isText ? wordAt(at + 1, behind - at - 2) : 0;
      if (isText && !isPlain(at, behind)) setOdd();
      break;
    case W.id:
      useId = isText ? idOf(at, behind) : 0;
      break;
    case W.tool_use_id:
      resultId = isText ? idOf(at, behind) : 0;
      break;
    case W.text:
      textFrom = isText ? at + 1 : -1;
      textTo = behind - 1;
      break;
    case W.thinking:
      thinkingFrom = isText ? at + 1 : -1;
      thinkingTo = behind - 1;
      break;
    case W.content:
      innerFrom = at;
      innerTo = behind;
      break;
    case W.is_error:
      isError = isTrue(at);
      break;
  }
}

function endBlock(): void {
  if (!isInBlock) return;
  isInBlock = false;
  switch (blockType) {
    case W.text:
      if (blockCount === 0) firstAt = textFrom;
      if (textFrom > 0 && textTo > textFrom) addText(TEXT_SAID, textFrom, textTo);
      blockCount += 1;
      break;
    case W.thinking:
      if (thinkingFrom > 0 && thinkingTo > thinkingFrom) addText(TEXT_THINKING, thinkingFrom, thinkingTo);
      addThinking();
      break;
    case W.redacted_thinking:
      addThinking();
      break;
    case W.tool_use:
      if (useId !== 0) addId(USES, USES_LIST, useId);
      blockCount += 1;
      break;
    case W.image:
      blockCount += 1;
      break;
    case W.tool_result:
      if (resultId === 0) break;
      areResults = true;
      if (isError) addId(ERRORS, ERRORS_LIST, resultId);
      if (innerFrom > 0) addText(TEXT_RESULT, innerFrom, innerTo);
      break;
  }
}

function idOf(at: i32, behind: i32): f64 {
  if (!isPlain(at, behind)) setOdd();
  return hash(at + 1, behind - 1);
}

function keepNumber(which: i32, at: i32, behind: i32): void {
  const value = wholeNumber(at, behind);
  if (value < 0) setOdd();
  store<f64>(NUMBERS + (which << 3), value);
}

function addThinking(): void {
  store<i32>(COUNTS + (THINKING << 2), load<i32>(COUNTS + (THINKING << 2)) + 1);
  blockCount += 1;
}

function addId(which: i32, list: i32, id: f64): void {
  const count = load<i32>(COUNTS + (which << 2));
  if (count === MOST_ITEMS) {
    setOdd();
    return;
  }
  store<f64>(list + (count << 3), id);
  store<i32>(COUNTS + (which << 2), count + 1);
}

function addText(kind: i32, from: i32, to: i32): void {
  const count = load<i32>(COUNTS + (TEXTS << 2));
  if (count === MOST_ITEMS) {
    setOdd();
    return;
  }
  const place = TEXTS_LIST + count * TEXT_ENTRY;
  store<i32>(place, kind);
  store<i32>(place, from, 4);
  store<i32>(place, to, 8);
  store<i32>(COUNTS + (TEXTS << 2), count + 1);
  if (kind !== TEXT_RESULT) store<i32>(COUNTS + (SAID << 2), load<i32>(COUNTS + (SAID << 2)) + 1);
}
