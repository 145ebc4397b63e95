import { costOf, totalTokens } from '@domain/cost/usage';
import type { SessionTally } from '@domain/transcript/session-tally';
import { type Inherited, nothingInherited, statsOf } from '@domain/transcript/tally-stats';
import { captureAfterRead } from './capture';
import { activeMsOf } from './figures';
import type { HistorySession, HistoryStats } from './record';
import type { PriceFinder } from './report';

/** What the catalog says of a session; whose it is and what it worked on is known elsewhere. */
export type SessionRecord = Omit<HistorySession, Elsewhere>;

type Elsewhere =
  | 'id'
  | 'project'
  | 'owner'
  | 'bead_id'
  | 'agent'
  | 'status'
  | 'outcome'
  | 'tags'
  | 'commits'
  | 'files'
  | 'keeping';

export type SessionFacts = {
  readonly cwd?: string;
  readonly branch?: string;
  readonly version?: string;
  readonly title?: string;
  readonly firstPrompt?: string;
  readonly claudeCostUsd?: number;
};

export type FileFacts = {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly openTail: 0 | 1;
};

const MAX_PROMPT = 1000;
const MAX_TITLE = 300;

/** `isOpen`: a process of Claude may write on. */
export function describeSession(
  tally: SessionTally,
  facts: SessionFacts,
  files: readonly FileFacts[],
  price: PriceFinder,
  isOpen = false,
): SessionRecord {
  const main = files.find(({ path }) => !isSubagentFile(path));
  const last = Math.max(0, ...files.map(({ mtimeMs }) => mtimeMs));
  return {
    cwd: facts.cwd ?? null,
    branch: facts.branch === undefined || facts.branch === '' ? null : facts.branch,
    title: facts.title?.slice(0, MAX_TITLE) ?? null,
    initial_prompt: facts.firstPrompt?.slice(0, MAX_PROMPT) ?? null,
    claude_version: facts.version ?? null,
    models: modelsOf(tally),
    started_at: iso(tally.firstMs),
    ended_at: iso(tally.lastMs),
    updated_at: iso(last) ?? new Date(0).toISOString(),
    transcript_path: main?.path ?? null,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    capture: captureAfterRead(tally.lines, isOpen),
    stats: describeStats(
      tally,
      nothingInherited,
      files.reduce((sum, { openTail }) => sum + openTail, 0),
      price,
    ),
    claude_cost_micro_usd:
      facts.claudeCostUsd === undefined || !(facts.claudeCostUsd >= 0)
        ? null
        : Math.round(facts.claudeCostUsd * 1e6),
  };
}

/** `openTails`: files that end in the middle of a line, which nobody understands until it is whole. */
export function describeStats(
  tally: SessionTally,
  inherited: Inherited,
  openTails: number,
  price: PriceFinder,
): HistoryStats {
  const { usage, whole_usage: _whole, ...counts } = statsOf(tally, inherited);
  const moments: number[] = [];
  let cost = 0;
  let unpriced = 0;
  let hasPrice = false;
  tally.billed.each(inherited.billed, (used, model, atMs) => {
    moments.push(atMs);
    const found = price(model, atMs);
    if (found === null) unpriced += totalTokens(used);
    else {
      hasPrice = true;
      cost += costOf(used, found);
    }
  });
  const isUnknown = unpriced > 0 && !hasPrice;
  return {
    ...counts,
    total_messages: counts.user_messages + counts.assistant_messages + counts.subagent_messages,
    ...usage,
    lines_not_understood: tally.broken + openTails,
    ...(isUnknown ? {} : { cost_micro_usd: cost }),
    cost_source: unpriced === 0 ? 'prices' : isUnknown ? 'unknown' : 'partial',
    unpriced_tokens: unpriced,
    active_ms: Math.round(activeMsOf(moments)),
  };
}

/** The one that was billed most often first. */
function modelsOf(tally: SessionTally): string[] {
  return [...tally.billed.countModels()]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([model]) => model);
}

export function isSubagentFile(path: string): boolean {
  return /(^|[\\/])agent-[^\\/]+\.jsonl$/.test(path);
}

function iso(ms: number): string | null {
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : null;
}
