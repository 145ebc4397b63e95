import {
  AGENT,
  AGENT_AT,
  AT_MS,
  BILL_KEY,
  BRANCH_AT,
  BROKEN,
  COUNTS,
  COUNTS_END,
  CWD_AT,
  ENTRY,
  ERRORS,
  FLAGS,
  IS_PROMPT,
  IS_ROOT,
  IS_SIDECHAIN,
  KNOWN,
  LINE_AT,
  LIST,
  LIST_END,
  MODEL,
  NO_JSON,
  NUMBERS,
  ODD_NAME,
  SAID,
  SESSION_AT,
  TEXTS,
  THINKING,
  TYPE,
  TYPE_AT,
  USES,
  UUID,
  UUID_AT,
  VERSION_AT,
  WHOLE,
} from '../src-main/adapters/transcripts/scan-layout';
import * as W from '../src-main/adapters/transcripts/scan-words';
import { hash, hashPair } from './hashes';
import { LINE_FEED, OPEN_OBJECT, QUOTE, skipSpace, tokens } from './json';
import {
  beginMessage,
  blocks,
  endMessage,
  firstText,
  hasResults,
  idFrom,
  idTo,
  isMessage,
  resetMessage,
  resetUsage,
  settleUsage,
  takeOfMessage,
} from './message';
import { clearOdd, isOdd, keepName, keepPlace, setOdd } from './odd';
import { beginData, isInData, isStep, resetStep, settleStep, takeOfData } from './step';
import { isNull, isoMs, isPlain, isTrue } from './values';
import { wordAt } from './words';

/*
 * The facts of a line from its bytes: the three levels that matter (line, message, block) are looked at and everything else
 * is stepped over. Whatever is not met every day (an escape in a name, a queued prompt) is left to the full reader, which is
 * the one that decides what a line means.
 */
let type = 0;
let isMeta = false;
let isSummary = false;
let attachmentEnd = 0;
let timeFrom = 0;
let timeTo = 0;
let requestFrom = 0;
let requestTo = 0;

let lineEnd = 0;
let arePassed = false;

/** Whether lines that only say what a session is called or has cost are read as all others. */
export function passNotes(are: bool): void {
  arePassed = are;
}

/** The line that begins here; `endOfLine` is the line feed behind it. */
export function scan(from: i32): i32 {
  reset();
  const found = read(from);
  if (found !== KNOWN) lineEnd = feedFrom(from);
  setCount(LINE_AT, from);
  setCount(LINE_AT + 1, lineEnd);
  return found;
}

export function endOfLine(): i32 {
  return lineEnd;
}

function read(from: i32): i32 {
  const at = skipSpace(from);
  if (load<u8>(at) !== OPEN_OBJECT) return BROKEN;
  const behind = tokens(at);
  if (behind === NO_JSON) return BROKEN;
  if (behind < 0) return WHOLE;
  lineEnd = skipSpace(behind);
  if (load<u8>(lineEnd) !== LINE_FEED) return BROKEN;
  takeAll();
  if (type >= W.FIRST_WHOLE && !arePassed) return WHOLE;
  if (!isOdd()) settle();
  return isOdd() ? WHOLE : KNOWN;
}

/** The next line feed. */
function feedFrom(from: i32): i32 {
  let at = from;
  while (true) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(0x0a)));
    if (mask !== 0) return at + ctz(mask);
    at += 16;
  }
}

function reset(): void {
  memory.fill(COUNTS, 0, COUNTS_END << 2);
  store<f64>(NUMBERS + (UUID << 3), 0);
  store<f64>(NUMBERS + (AT_MS << 3), NaN);
  store<f64>(NUMBERS + (BILL_KEY << 3), 0);
  clearOdd();
  resetMessage();
  resetStep();
  type = 0;
  isMeta = false;
  isSummary = false;
  attachmentEnd = 0;
  timeFrom = 0;
  timeTo = 0;
  requestFrom = 0;
  requestTo = 0;
}

/** What the list holds of the line. */
function takeAll(): void {
  if (load<i32>(ODD_NAME) !== 0) setOdd();
  const listEnd = load<i32>(LIST_END);
  for (let entry = LIST; entry < listEnd; entry += ENTRY) {
    const head = load<i32>(entry);
    const at = load<i32>(entry, 4);
    const behind = load<i32>(entry, 8);
    if ((head & 0xff) === 1) takeMember(head >> 8, at, behind);
    else if (at < attachmentEnd) {
      if (head === (2 | (W.type << 8))) suspectType(at, behind, W.queued_command);
    } else if (isInData(at)) takeOfData(head, at, behind);
    else takeOfMessage(head, at, behind);
  }
  endMessage();
}

function takeMember(word: i32, at: i32, behind: i32): void {
  switch (word) {
    case W.type:
      type = load<u8>(at) === QUOTE ? wordAt(at + 1, behind - at - 2) : 0;
      keepName(TYPE, TYPE_AT, at, behind);
      break;
    case W.message:
      // Told twice: names of the first one would be lost.
      if (isMessage()) setOdd();
      else if (load<u8>(at) === OPEN_OBJECT) beginMessage(behind);
      break;
    case W.attachment:
      attachmentEnd = load<u8>(at) === OPEN_OBJECT ? behind : 0;
      break;
    case W.data:
      beginData(at, behind);
      break;
    case W.uuid:
      keepPlace(UUID_AT, at, behind);
      if (!isPlain(at, behind)) setOdd();
      break;
    case W.timestamp:
      timeFrom = load<u8>(at) === QUOTE ? at + 1 : 0;
      timeTo = load<u8>(at) === QUOTE ? behind - 1 : 0;
      break;
    case W.requestId:
      requestFrom = load<u8>(at) === QUOTE ? at + 1 : 0;
      requestTo = load<u8>(at) === QUOTE ? behind - 1 : 0;
      if (!isPlain(at, behind)) setOdd();
      break;
    case W.parentUuid:
      setFlag(IS_ROOT, isNull(at));
      break;
    case W.isSidechain:
      setFlag(IS_SIDECHAIN, isTrue(at));
      break;
    case W.agentId:
      keepName(AGENT, AGENT_AT, at, behind);
      break;
    case W.isMeta:
      isMeta = isTrue(at);
      break;
    case W.isCompactSummary:
      isSummary = isTrue(at);
      break;
    case W.cwd:
      keepPlace(CWD_AT, at, behind);
      break;
    case W.version:
      keepPlace(VERSION_AT, at, behind);
      break;
    case W.gitBranch:
      keepPlace(BRANCH_AT, at, behind);
      break;
    case W.sessionId:
      keepPlace(SESSION_AT, at, behind);
      break;
  }
}

/** An attachment that is a prompt: the full reader looks inside. */
function suspectType(at: i32, behind: i32, word: i32): void {
  if (load<u8>(at) !== QUOTE) return;
  if (!isPlain(at, behind) || wordAt(at + 1, behind - at - 2) === word) setOdd();
}

function settle(): void {
  const uuidFrom = count(UUID_AT);
  const uuidTo = count(UUID_AT + 1);
  if (uuidFrom > 0) store<f64>(NUMBERS + (UUID << 3), hash(uuidFrom, uuidTo));
  if (timeFrom > 0) {
    const atMs = isoMs(timeFrom, timeTo);
    if (atMs < 0) setOdd();
    store<f64>(NUMBERS + (AT_MS << 3), atMs);
  }
  const isAssistant = type === W.assistant && isMessage();
  settleBill(isAssistant, uuidFrom, uuidTo);
  if (type === W.progress && isStep()) settleStep();
  if (!isAssistant) {
    setCount(THINKING, 0);
    setCount(USES, 0);
  }
  if (type !== W.user) setCount(ERRORS, 0);
  const isSaid = type === W.user && !isMeta && !isSummary && !hasResults() && blocks() > 0;
  const isSidechain = (count(FLAGS) & IS_SIDECHAIN) !== 0;
  const isPrompt = isSaid && uuidFrom > 0 && timeFrom > 0 && !isSidechain;
  setFlag(IS_PROMPT, isPrompt);
  if (isPrompt) suspectCliText(firstText());
  if (!isAssistant && (type !== W.user || isMeta)) {
    setCount(TEXTS, 0);
    setCount(SAID, 0);
  }
}

function settleBill(isAssistant: bool, uuidFrom: i32, uuidTo: i32): void {
  const hasId = idFrom() > 0;
  const from = hasId ? idFrom() : uuidFrom;
  const to = hasId ? idTo() : uuidTo;
  if (isAssistant && from > 0) {
    store<f64>(NUMBERS + (BILL_KEY << 3), hashPair(from, to, requestFrom, requestTo));
    settleUsage();
    return;
  }
  setCount(MODEL, 0);
  resetUsage();
}

/** What the CLI writes in the user's place begins with `<` or `[`; which of these it is, the full reader says. */
function suspectCliText(at: i32): void {
  if (at <= 0) return;
  const code: u32 = load<u8>(at);
  if (code === 0x3c || code === 0x5b || (code === 0x5c && load<u8>(at, 1) === 0x75)) setOdd();
}

function count(which: i32): i32 {
  return load<i32>(COUNTS + (which << 2));
}

function setCount(which: i32, value: i32): void {
  store<i32>(COUNTS + (which << 2), value);
}

function setFlag(flag: i32, is: bool): void {
  const flags = count(FLAGS);
  setCount(FLAGS, is ? flags | flag : flags & ~flag);
}
