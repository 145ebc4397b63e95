import {
  AGENT,
  AGENT_NAMES,
  AGENTS,
  AT_MS,
  BILL_KEY,
  BILLED,
  BILLED_ROWS,
  BILLED_SLOTS,
  BROKEN_LINES,
  COUNTS,
  ERRORS,
  ERRORS_LIST,
  FIRST_MS,
  FLAGS,
  IS_PROMPT,
  IS_ROOT,
  IS_SIDECHAIN,
  KNOWN_TYPES,
  LAST_MS,
  LINES,
  MARK_ROWS,
  MARK_SLOTS,
  MARKS,
  MODEL,
  MODEL_NAMES,
  MODELS,
  MOST_AGENTS,
  MOST_BILLED,
  MOST_IDS,
  MOST_ITEMS,
  MOST_MARKS,
  MOST_MODELS,
  NUMBERS,
  ROOT_ROWS,
  ROOT_SLOTS,
  ROOTS,
  TALLY,
  THINKING,
  TOKENS_IN,
  TOKENS_OUT,
  TOOL_ERROR_ROWS,
  TOOL_ERROR_SLOTS,
  TOOL_ERRORS,
  TOOL_ROWS,
  TOOL_SLOTS,
  TOOLS,
  TYPE,
  UNKNOWN_LINES,
  USES,
  USES_LIST,
  UUID,
} from '../src-main/adapters/transcripts/scan-layout';
import { addRow, clearSlots, findRow } from './rows';

/* What a session counts for: the rules of `session-tally.ts` and `billed-rows.ts`, on lines that were just scanned. */
const MARK_BYTES = 16;
const BILLED_BYTES = 72;

/** Whether whatever the next line may bring has room. */
export function hasRoom(): bool {
  return (
    held(MARKS) < MOST_MARKS &&
    held(BILLED) < MOST_BILLED &&
    held(TOOLS) < MOST_IDS - MOST_ITEMS &&
    held(TOOL_ERRORS) < MOST_IDS - MOST_ITEMS &&
    held(ROOTS) < MOST_IDS &&
    held(AGENTS) < MOST_AGENTS &&
    held(MODELS) < MOST_MODELS
  );
}

export function countBroken(): void {
  hold(LINES, held(LINES) + 1);
  hold(BROKEN_LINES, held(BROKEN_LINES) + 1);
}

/** The line whose facts are in memory. True when it was not there yet. */
export function countLine(): bool {
  hold(LINES, held(LINES) + 1);
  if (load<u8>(KNOWN_TYPES + said(TYPE)) === 0) hold(UNKNOWN_LINES, held(UNKNOWN_LINES) + 1);
  const atMs = number(AT_MS);
  if (atMs < load<f64>(FIRST_MS)) store<f64>(FIRST_MS, atMs);
  if (atMs > load<f64>(LAST_MS)) store<f64>(LAST_MS, atMs);
  const flags = said(FLAGS);
  if (number(BILL_KEY) !== 0) countBill(atMs, flags & IS_SIDECHAIN);
  for (let each = 0; each < said(USES); each += 1)
    countId(TOOLS, TOOL_ROWS, TOOL_SLOTS, load<f64>(USES_LIST + (each << 3)));
  for (let each = 0; each < said(ERRORS); each += 1)
    countId(TOOL_ERRORS, TOOL_ERROR_ROWS, TOOL_ERROR_SLOTS, load<f64>(ERRORS_LIST + (each << 3)));
  const uuid = number(UUID);
  const isRoot = (flags & (IS_SIDECHAIN | IS_ROOT)) === (IS_SIDECHAIN | IS_ROOT);
  if (said(AGENT) !== 0) countName(AGENTS, AGENT_NAMES, said(AGENT));
  else if (isRoot && uuid !== 0) countId(ROOTS, ROOT_ROWS, ROOT_SLOTS, uuid);
  if (uuid === 0) return true;
  if (findRow(MARK_SLOTS, MOST_MARKS * 2 - 1, uuid) !== 0) return false;
  const row = MARK_ROWS + held(MARKS) * MARK_BYTES;
  store<f64>(row, uuid);
  store<f64>(row, markOf(atMs, said(THINKING), (flags & IS_PROMPT) !== 0), 8);
  addRow(MARK_SLOTS, MOST_MARKS * 2 - 1, row);
  hold(MARKS, held(MARKS) + 1);
  return true;
}

/** Begins anew. */
export function clearTally(): void {
  clearSlots(MARK_SLOTS, MOST_MARKS * 2 - 1, MARK_ROWS, held(MARKS), MARK_BYTES);
  clearSlots(BILLED_SLOTS, MOST_BILLED * 2 - 1, BILLED_ROWS, held(BILLED), BILLED_BYTES);
  clearSlots(TOOL_SLOTS, MOST_IDS * 2 - 1, TOOL_ROWS, held(TOOLS), 8);
  clearSlots(TOOL_ERROR_SLOTS, MOST_IDS * 2 - 1, TOOL_ERROR_ROWS, held(TOOL_ERRORS), 8);
  clearSlots(ROOT_SLOTS, MOST_IDS * 2 - 1, ROOT_ROWS, held(ROOTS), 8);
  memory.fill(TALLY, 0, (MODELS + 1) << 2);
  store<f64>(FIRST_MS, Infinity);
  store<f64>(LAST_MS, -Infinity);
}

/** Makes rows findable that were put into memory as they are. */
export function findable(): void {
  for (let each = 0; each < held(MARKS); each += 1)
    addRow(MARK_SLOTS, MOST_MARKS * 2 - 1, MARK_ROWS + each * MARK_BYTES);
  for (let each = 0; each < held(BILLED); each += 1)
    addRow(BILLED_SLOTS, MOST_BILLED * 2 - 1, BILLED_ROWS + each * BILLED_BYTES);
  for (let each = 0; each < held(TOOLS); each += 1)
    addRow(TOOL_SLOTS, MOST_IDS * 2 - 1, TOOL_ROWS + (each << 3));
  for (let each = 0; each < held(TOOL_ERRORS); each += 1)
    addRow(TOOL_ERROR_SLOTS, MOST_IDS * 2 - 1, TOOL_ERROR_ROWS + (each << 3));
  for (let each = 0; each < held(ROOTS); each += 1)
    addRow(ROOT_SLOTS, MOST_IDS * 2 - 1, ROOT_ROWS + (each << 3));
}

function countBill(atMs: f64, isSidechain: i32): void {
  const known = findRow(BILLED_SLOTS, MOST_BILLED * 2 - 1, number(BILL_KEY));
  if (known === 0) {
    const row = BILLED_ROWS + held(BILLED) * BILLED_BYTES;
    store<f64>(row, number(BILL_KEY));
    store<f64>(row, atMs, 8);
    setBill(row, isSidechain);
    addRow(BILLED_SLOTS, MOST_BILLED * 2 - 1, row);
    hold(BILLED, held(BILLED) + 1);
    return;
  }
  if (atMs < load<f64>(known, 8)) store<f64>(known, atMs, 8);
  const kind = <i32>load<f64>(known, 16);
  if (number(TOKENS_OUT) > load<f64>(known, 32)) setBill(known, isSidechain | (kind & 1));
  else store<f64>(known, <f64>(kind | isSidechain), 16);
}

function setBill(row: i32, isSidechain: i32): void {
  store<f64>(row, <f64>(countName(MODELS, MODEL_NAMES, said(MODEL)) * 2 + isSidechain), 16);
  memory.copy(row + 24, NUMBERS + (TOKENS_IN << 3), 6 << 3);
}

function countId(which: i32, rows: i32, slots: i32, id: f64): void {
  if (findRow(slots, MOST_IDS * 2 - 1, id) !== 0) return;
  const row = rows + (held(which) << 3);
  store<f64>(row, id);
  addRow(slots, MOST_IDS * 2 - 1, row);
  hold(which, held(which) + 1);
}

/** Its place among the names; there are never many. */
function countName(which: i32, names: i32, name: i32): i32 {
  const count = held(which);
  for (let each = 0; each < count; each += 1) if (load<i32>(names + (each << 2)) === name) return each;
  store<i32>(names + (count << 2), name);
  hold(which, count + 1);
  return count;
}

function markOf(atMs: f64, thinkingBlocks: i32, isPrompt: bool): f64 {
  const time = atMs >= 0 && atMs < Infinity ? floor(atMs) : -1;
  return (time * 1024 + <f64>min(thinkingBlocks, 1023)) * 2 + (isPrompt ? 1 : 0);
}

function held(which: i32): i32 {
  return load<i32>(TALLY + (which << 2));
}

function hold(which: i32, value: i32): void {
  store<i32>(TALLY + (which << 2), value);
}

function said(which: i32): i32 {
  return load<i32>(COUNTS + (which << 2));
}

function number(which: i32): f64 {
  return load<f64>(NUMBERS + (which << 3));
}
