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

/** What a line counts for, apart from what it bills. */
export type LineMark = { readonly atMs: number; readonly thinkingBlocks: number; readonly isPrompt: boolean };

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
  for (const id of line.toolUses) tally.tools.add(id);
  for (const id of line.toolErrors) tally.toolErrors.add(id);
  if (line.agentId !== null) tally.agents.add(line.agentId);
  else if (line.isSidechain && line.isRoot && line.uuid !== 0) tally.roots.add(line.uuid);
  if (line.uuid === 0) return true;
  if (tally.marks.has(line.uuid)) return false;
  const { atMs, thinkingBlocks, isPrompt } = line;
  tally.marks.set(line.uuid, { atMs, thinkingBlocks, isPrompt });
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
