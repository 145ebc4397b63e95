import { BILL_KEY, COUNTS, FLAGS, IS_SIDECHAIN, NUMBERS } from '../src-main/adapters/transcripts/scan-layout';
import * as W from '../src-main/adapters/transcripts/scan-words';
import { hashPair } from './hashes';
import { OPEN_OBJECT, QUOTE } from './json';
import { keepModel, readUsage } from './message';
import { setOdd } from './odd';
import { isPlain } from './values';
import { wordAt } from './words';

/*
 * A step of an agent: some versions repeat what a subagent said inside the file of its parent, as the message of a message in
 * the data of a line. Only what it bills counts.
 */
let dataEnd = 0;
let outerEnd = 0;
let innerEnd = 0;

/** Where each of them stands, from and to; from 0 when there is none. */
let kindAt = 0;
let kindTo = 0;
let typeAt = 0;
let typeTo = 0;
let uuidAt = 0;
let uuidTo = 0;
let requestAt = 0;
let requestTo = 0;
let idAt = 0;
let idTo = 0;
let modelAt = 0;
let modelTo = 0;
let usageAt = 0;
/** Of two the last one counts; names of the first would be lost. */
let isTwice = false;

export function resetStep(): void {
  dataEnd = 0;
  outerEnd = 0;
  innerEnd = 0;
  kindAt = 0;
  typeAt = 0;
  uuidAt = 0;
  requestAt = 0;
  idAt = 0;
  modelAt = 0;
  usageAt = 0;
  isTwice = false;
}

export function beginData(at: i32, behind: i32): void {
  if (dataEnd !== 0) setOdd();
  dataEnd = load<u8>(at) === OPEN_OBJECT ? behind : at;
}

export function isInData(at: i32): bool {
  return at < dataEnd;
}

/** A member below the data, by its depth and name as they stand in the list. */
export function takeOfData(head: i32, at: i32, behind: i32): void {
  const depth = head & 0xff;
  if (depth === 2) takeOuter(head >> 8, at, behind);
  else if (depth === 3 && at < outerEnd) takeInner(head >> 8, at, behind);
  else if (depth === 4 && at < innerEnd) takeInnermost(head >> 8, at, behind);
}

function takeOuter(word: i32, at: i32, behind: i32): void {
  if (word === W.type) {
    kindAt = at;
    kindTo = behind;
  } else if (word === W.message) {
    if (outerEnd !== 0) isTwice = true;
    outerEnd = load<u8>(at) === OPEN_OBJECT ? behind : 0;
  }
}

function takeInner(word: i32, at: i32, behind: i32): void {
  switch (word) {
    case W.type:
      typeAt = at;
      typeTo = behind;
      break;
    case W.uuid:
      uuidAt = at;
      uuidTo = behind;
      break;
    case W.requestId:
      requestAt = at;
      requestTo = behind;
      break;
    case W.message:
      if (innerEnd !== 0) isTwice = true;
      innerEnd = load<u8>(at) === OPEN_OBJECT ? behind : 0;
      break;
  }
}

function takeInnermost(word: i32, at: i32, behind: i32): void {
  switch (word) {
    case W.id:
      idAt = at;
      idTo = behind;
      break;
    case W.model:
      modelAt = at;
      modelTo = behind;
      break;
    case W.usage:
      usageAt = at;
      break;
  }
}

/** Whether the data is a step of an agent. */
export function isStep(): bool {
  return kindAt > 0 && isWord(kindAt, kindTo, W.agent_progress);
}

/** Bills what an agent said. */
export function settleStep(): void {
  if (isTwice) setOdd();
  if (innerEnd === 0 || !isWord(typeAt, typeTo, W.assistant)) return;
  const flags = COUNTS + (FLAGS << 2);
  store<i32>(flags, load<i32>(flags) | IS_SIDECHAIN);
  const hasId = isText(idAt, idTo);
  if (!hasId && !isText(uuidAt, uuidTo)) return;
  const from = hasId ? idAt : uuidAt;
  const to = hasId ? idTo : uuidTo;
  const hasRequest = isText(requestAt, requestTo);
  const requestFrom = hasRequest ? requestAt + 1 : 0;
  const requestEnd = hasRequest ? requestTo - 1 : 0;
  if (modelAt > 0) keepModel(modelAt, modelTo);
  store<f64>(NUMBERS + (BILL_KEY << 3), hashPair(from + 1, to - 1, requestFrom, requestEnd));
  if (usageAt > 0 && load<u8>(usageAt) === OPEN_OBJECT) readUsage(usageAt);
}

/** Whether this word stands here. An escape is looked at by the full reader. */
function isWord(at: i32, behind: i32, word: i32): bool {
  return isText(at, behind) && wordAt(at + 1, behind - at - 2) === word;
}

function isText(at: i32, behind: i32): bool {
  if (at === 0 || load<u8>(at) !== QUOTE) return false;
  if (!isPlain(at, behind)) setOdd();
  return true;
}
