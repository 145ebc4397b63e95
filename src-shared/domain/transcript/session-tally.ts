import type { LineFacts } from './line-facts';

/** One billed message of a session: of the lines that repeat it, the one with the largest output. */
export type Billed = {
  atMs: number;
  model: string;
  isSidechain: boolean;
  tokensIn: number;
  tokensOut: number;
  cacheRead: number;
  cacheWrite: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
};

/**
 * What a line counts for, apart from what it bills: its time, thinking blocks and whether it is a prompt, in one number. A
 * history has millions of them, and an object each is what a collector drowns in.
 */
export type LineMark = number;
const THINKING = 1024;
const NO_TIME = -1;

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
  readonly marks: Map<number, LineMark>;
  readonly tools: Set<number>;
  readonly toolErrors: Set<number>;
  readonly agents: Set<string>;
  /** Subagents of the oldest versions have no name: the line they begin with stands for them. */
  readonly roots: Set<number>;
  readonly billed: Map<number, Billed>;
};

export function createTally(): SessionTally {
  return {
    lines: 0,
    broken: 0,
    unknown: 0,
    firstMs: Number.POSITIVE_INFINITY,
    lastMs: Number.NEGATIVE_INFINITY,
    marks: new Map(),
    tools: new Set(),
    toolErrors: new Set(),
    agents: new Set(),
    roots: new Set(),
    billed: new Map(),
  };
}

/** True when the line was not there yet. */
export function addLine(tally: SessionTally, line: LineFacts): boolean {
  tally.lines += 1;
  if (line.isBroken) {
    tally.broken += 1;
    return false;
  }
  if (!knownTypes.has(line.type)) tally.unknown += 1;
  if (line.atMs < tally.firstMs) tally.firstMs = line.atMs;
  if (line.atMs > tally.lastMs) tally.lastMs = line.atMs;
  if (line.billKey !== 0) addBilled(tally, line);
  for (let at = 0; at < line.toolUses.length; at += 1) tally.tools.add(line.toolUses[at] ?? 0);
  for (let at = 0; at < line.toolErrors.length; at += 1) tally.toolErrors.add(line.toolErrors[at] ?? 0);
  if (line.agentId !== null) tally.agents.add(line.agentId);
  else if (line.isSidechain && line.isRoot && line.uuid !== 0) tally.roots.add(line.uuid);
  if (line.uuid === 0) return true;
  if (tally.marks.has(line.uuid)) return false;
  tally.marks.set(line.uuid, markOf(line.atMs, line.thinkingBlocks, line.isPrompt));
  return true;
}

function addBilled(tally: SessionTally, line: LineFacts): void {
  const known = tally.billed.get(line.billKey);
  if (known === undefined) {
    const { atMs, model, isSidechain, tokensIn, tokensOut } = line;
    const { cacheRead, cacheWrite, cacheWrite5m, cacheWrite1h } = line;
    tally.billed.set(line.billKey, {
      atMs,
      model,
      isSidechain,
      tokensIn,
      tokensOut,
      cacheRead,
      cacheWrite,
      cacheWrite5m,
      cacheWrite1h,
    });
    return;
  }
  if (line.atMs < known.atMs) known.atMs = line.atMs;
  if (line.isSidechain) known.isSidechain = true;
  if (line.tokensOut <= known.tokensOut) return;
  known.model = line.model;
  known.tokensIn = line.tokensIn;
  known.tokensOut = line.tokensOut;
  known.cacheRead = line.cacheRead;
  known.cacheWrite = line.cacheWrite;
  known.cacheWrite5m = line.cacheWrite5m;
  known.cacheWrite1h = line.cacheWrite1h;
}

/** Every kind of line a version of Claude Code was seen to write, or names. */
const knownTypes = new Set(
  `user assistant system attachment progress summary queue-operation last-prompt permission-mode mode custom-title
agent-name ai-title agent-setting tools-used cost-state file-history-snapshot file-history-delta atis-latch api-request
api-request-blob api-request-shape tag relocated continued-in derived-from fork-context-ref pr-link agent-color
worktree-state session-owner memory-mode content-replacement ended-by-model bridge-session history-suppression
attribution-snapshot isolation-latch`.split(/\s+/),
);
