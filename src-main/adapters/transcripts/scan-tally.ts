import { BILLED_NUMBERS } from '@domain/transcript/billed-rows';
import { MARK_NUMBERS, type SessionTally } from '@domain/transcript/session-tally';
import { type PackedTally, packRows, type TallyHead } from '@domain/transcript/tally-bytes';
import * as L from './scan-layout';
import type { ScannedLine } from './scan-line';
import type { ScanMemory } from './scan-memory';

const TALLY = L.TALLY / 4;
const IDS = [
  ['tools', L.TOOLS, L.TOOL_ROWS / 8],
  ['toolErrors', L.TOOL_ERRORS, L.TOOL_ERROR_ROWS / 8],
  ['roots', L.ROOTS, L.ROOT_ROWS / 8],
] as const;

/** Hands a tally to the program, which counts on from there. False: it is too large for its memory. */
export function lendTally(memory: ScanMemory, line: ScannedLine, tally: SessionTally): boolean {
  if (tally.lines === 0) {
    memory.clearTally();
    return true;
  }
  const { marks, billed } = tally;
  const models = billed.models.map(line.numberOf);
  const isLarge =
    marks.size > L.MOST_MARKS / 2 ||
    billed.size > L.MOST_BILLED / 2 ||
    models.length > L.MOST_MODELS / 2 ||
    models.includes(null) ||
    IDS.some(([name]) => tally[name].size > L.MOST_IDS / 2);
  if (isLarge) return false;
  memory.clearTally();
  const counts = memory.counts();
  const numbers = memory.numbers();
  counts.set([tally.lines, tally.broken, tally.unknown, marks.size, billed.size], TALLY + L.LINES);
  numbers.set([tally.firstMs, tally.lastMs], L.FIRST_MS / 8);
  numbers.set(marks.numbers.subarray(0, marks.size * MARK_NUMBERS), L.MARK_ROWS / 8);
  numbers.set(billed.numbers, L.BILLED_ROWS / 8);
  for (const [name, count, rows] of IDS) {
    const { numbers: ids, size } = tally[name];
    counts[TALLY + count] = size;
    numbers.set(ids.subarray(0, size), rows);
  }
  counts[TALLY + L.MODELS] = models.length;
  counts.set(
    models.map((model) => model ?? 0),
    L.MODEL_NAMES / 4,
  );
  memory.findable();
  return true;
}

/** What the program has counted. */
export function returnTally(memory: ScanMemory, line: ScannedLine, tally: SessionTally): void {
  const { rows, names, count } = readerOf(memory, line);
  const numbers = memory.numbers();
  tally.lines = count(L.LINES);
  tally.broken = count(L.BROKEN_LINES);
  tally.unknown = count(L.UNKNOWN_LINES);
  tally.firstMs = numbers[L.FIRST_MS / 8] ?? tally.firstMs;
  tally.lastMs = numbers[L.LAST_MS / 8] ?? tally.lastMs;
  tally.marks.replace(rows(L.MARKS, L.MARK_ROWS / 8, MARK_NUMBERS));
  tally.billed.replace(rows(L.BILLED, L.BILLED_ROWS / 8, BILLED_NUMBERS), names(L.MODELS, L.MODEL_NAMES));
  for (const [name, which, at] of IDS) tally[name].replace(rows(which, at, 1));
  for (const agent of names(L.AGENTS, L.AGENT_NAMES)) tally.agents.add(agent);
}

/** The same as `packTally` makes of it once it is returned. */
export function packLent(memory: ScanMemory, line: ScannedLine, tally: SessionTally): PackedTally {
  const { rows, names, count } = readerOf(memory, line);
  const numbers = memory.numbers();
  const timeAt = (place: number) => {
    const atMs = numbers[place / 8] ?? Number.NaN;
    return Number.isFinite(atMs) ? atMs : null;
  };
  const head: TallyHead = {
    lines: count(L.LINES),
    broken: count(L.BROKEN_LINES),
    unknown: count(L.UNKNOWN_LINES),
    first: timeAt(L.FIRST_MS),
    last: timeAt(L.LAST_MS),
    agents: [...new Set([...tally.agents, ...names(L.AGENTS, L.AGENT_NAMES)])],
    models: names(L.MODELS, L.MODEL_NAMES),
    counts: [count(L.TOOLS), count(L.TOOL_ERRORS), count(L.ROOTS)],
  };
  return packRows(
    head,
    rows(L.BILLED, L.BILLED_ROWS / 8, BILLED_NUMBERS),
    rows(L.MARKS, L.MARK_ROWS / 8, MARK_NUMBERS),
    IDS.map(([, which, at]) => rows(which, at, 1)),
  );
}

function readerOf(memory: ScanMemory, line: ScannedLine) {
  const counts = memory.counts();
  const numbers = memory.numbers();
  const count = (which: number) => counts[TALLY + which] ?? 0;
  return {
    count,
    names: (which: number, list: number) =>
      Array.from(counts.subarray(list / 4, list / 4 + count(which)), (number) => line.nameOf(number)),
    rows: (which: number, at: number, width: number) => numbers.subarray(at, at + count(which) * width),
  };
}
