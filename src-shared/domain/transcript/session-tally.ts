import { BilledRows } from './billed-rows';
import type { LineFacts } from './line-facts';
import { NumberRows } from './number-rows';

/**
 * What a line counts for, apart from what it bills: its time, thinking blocks and whether it is a prompt, in one number.
 */
export type LineMark = number;
const THINKING = 1024;
const NO_TIME = -1;
/** A row of marks: the uuid, the mark. */
export const MARK_NUMBERS = 2;

export function markOf(atMs: number, thinkingBlocks: number, isPrompt: boolean): LineMark {
  const time = Number.isFinite(atMs) && atMs >= 0 ? Math.floor(atMs) : NO_TIME;
  return (time * THINKING + Math.min(thinkingBlocks, THINKING - 1)) * 2 + (isPrompt ? 1 : 0);
}

/** NaN: the line has no time. */
export function timeOfMark(mark: LineMark): number {
  const time = Math.floor(mark / (THINKING * 2));
  return time === NO_TIME ? Number.NaN : time;
}

export const isPromptMark = (mark: LineMark): boolean => Math.abs(mark % 2) === 1;

export function thinkingOfMark(mark: LineMark): number {
  const half = Math.floor(mark / 2);
  return half - Math.floor(half / THINKING) * THINKING;
}

/*
 * Lines in, numbers out. Everything is a set, so lines may come twice, from several files and in any order.
 * N1  A line counts once by its uuid, a tool call by its id, a billed message by message and request.
 * N2  Of a message's lines the one with the largest output is billed, at the time of the earliest.
 * N3  A broken line counts as broken and for nothing else.
 */
export type SessionTally = {
  lines: number;
  broken: number;
  unknown: number;
  firstMs: number;
  lastMs: number;
  /** The mark of each line, by its uuid. */
  readonly marks: NumberRows;
  readonly tools: NumberRows;
  readonly toolErrors: NumberRows;
  readonly agents: Set<string>;
  /** Subagents of the oldest versions have no name: the line they begin with stands for them. */
  readonly roots: NumberRows;
  readonly billed: BilledRows;
};

export function createTally(): SessionTally {
  return {
    lines: 0,
    broken: 0,
    unknown: 0,
    firstMs: Number.POSITIVE_INFINITY,
    lastMs: Number.NEGATIVE_INFINITY,
    marks: new NumberRows(MARK_NUMBERS),
    tools: new NumberRows(1),
    toolErrors: new NumberRows(1),
    agents: new Set(),
    roots: new NumberRows(1),
    billed: new BilledRows(),
  };
}

/** True when the line was not there yet. */
export function addLine(tally: SessionTally, line: LineFacts): boolean {
  tally.lines += 1;
  if (line.isBroken) {
    tally.broken += 1;
    return false;
  }
  if (!isKnownType(line.type)) tally.unknown += 1;
  if (line.atMs < tally.firstMs) tally.firstMs = line.atMs;
  if (line.atMs > tally.lastMs) tally.lastMs = line.atMs;
  if (line.billKey !== 0) tally.billed.add(line);
  for (let at = 0; at < line.toolUses.length; at += 1) addId(tally.tools, line.toolUses[at] ?? 0);
  for (let at = 0; at < line.toolErrors.length; at += 1) addId(tally.toolErrors, line.toolErrors[at] ?? 0);
  if (line.agentId !== null) tally.agents.add(line.agentId);
  else if (line.isSidechain && line.isRoot && line.uuid !== 0) addId(tally.roots, line.uuid);
  if (line.uuid === 0) return true;
  if (tally.marks.has(line.uuid)) return false;
  const row = tally.marks.add(line.uuid);
  tally.marks.numbers[row + 1] = markOf(line.atMs, line.thinkingBlocks, line.isPrompt);
  return true;
}

function addId(ids: NumberRows, id: number): void {
  if (!ids.has(id)) ids.add(id);
}

/** The mark of every line, by its uuid. */
export function* marksOf({ marks }: Pick<SessionTally, 'marks'>): Generator<[uuid: number, mark: LineMark]> {
  for (let at = 0; at < marks.size * MARK_NUMBERS; at += MARK_NUMBERS)
    yield [marks.numbers[at] ?? 0, marks.numbers[at + 1] ?? 0];
}

/** Every kind of line a version of Claude Code was seen to write, or names. */
const knownTypes = new Set(
  `user assistant system attachment progress summary queue-operation last-prompt permission-mode mode custom-title
agent-name ai-title agent-setting tools-used cost-state file-history-snapshot file-history-delta atis-latch api-request
api-request-blob api-request-shape tag relocated continued-in derived-from fork-context-ref pr-link agent-color
worktree-state session-owner memory-mode content-replacement ended-by-model bridge-session history-suppression
attribution-snapshot isolation-latch`.split(/\s+/),
);

export function isKnownType(type: string): boolean {
  return knownTypes.has(type);
}
