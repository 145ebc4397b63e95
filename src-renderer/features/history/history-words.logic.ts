import type { HistorySession } from '@domain/history/record';
import { folderName } from '../../app/project-words';
import { durationWords, momentWords } from '../../app/time-words';
import { costWords, countWords } from '../../app/usage-words';

const MOST_TITLE = 90;

type Named = Pick<HistorySession, 'id' | 'title' | 'initial_prompt'>;

/** Its title, else the beginning of what was asked first. */
export function historyTitle({ id, title, initial_prompt }: Named): string {
  const line = (title ?? initial_prompt ?? '').trim().split('\n')[0]?.trim() ?? '';
  if (line === '') return `Session ${id.slice(0, 8)}`;
  return line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE)}…` : line;
}

const OUTCOMES = {
  done: 'done',
  handoff: 'handed off',
  abandoned: 'abandoned',
  crash: 'ended by crash',
  killed: 'ended by force',
} as const;

export function endWords({ status, outcome }: Pick<HistorySession, 'status' | 'outcome'>): string {
  if (status !== 'closed') return status === 'active' ? 'working' : status;
  return outcome === null ? 'closed' : OUTCOMES[outcome];
}

const CAPTURES = {
  detected: 'found, nothing in it yet',
  capturing: 'being written',
  ended: 'being read again',
  parsed: 'whole',
  summarized: 'whole, with a summary',
  archived: 'whole, in our copy alone',
  failed: 'could not be read',
} as const;

/** How far its transcript is captured. */
export function captureWords({ state, parse_error }: HistorySession['capture']): string {
  return parse_error === undefined ? CAPTURES[state] : `${CAPTURES[state]}: ${parse_error}`;
}

export function costOf({ stats }: Pick<HistorySession, 'stats'>): string | null {
  if (stats.cost_micro_usd === undefined) return tokensOf({ stats }) > 0 ? 'cost unknown' : null;
  return `${stats.cost_source === 'partial' ? '≈ ' : ''}${costWords(stats.cost_micro_usd)}`;
}

export function tokensOf({ stats }: Pick<HistorySession, 'stats'>): number {
  return stats.tokens_in + stats.tokens_out + stats.cache_read_tokens + stats.cache_write_tokens;
}

export const tokenWords = (session: Pick<HistorySession, 'stats'>) =>
  `${countWords(tokensOf(session))} tokens`;

export function whenWords(session: HistorySession, nowMs: number): string {
  return momentWords(session.started_at ?? session.updated_at, nowMs);
}

/** The third line of a row: bead, time, cost, hits, where it came from. */
export function rowWords(session: HistorySession, hits: number, project: string | null): readonly string[] {
  const { stats, owner, cwd } = session;
  const isElsewhere = cwd !== null && project !== null && cwd !== project && !cwd.startsWith(`${project}/`);
  return [
    ...(stats.active_ms >= 1000 ? [durationWords(stats.active_ms)] : []),
    ...(costOf(session) === null ? [] : [costOf(session) ?? '']),
    ...(hits > 0 ? [hits === 1 ? '1 hit' : `${hits} hits`] : []),
    ...(isElsewhere || project === null ? [folderName(cwd) ?? ''] : []),
    ...(owner === 'external' ? ['from a terminal'] : []),
  ].filter((word) => word !== '');
}

export const count = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
