import type { Session } from '@domain/session/record';
import { durationWords } from '../../../app/time-words';
import { costWords, countWords } from '../../../app/usage-words';
import { activeMs, type SeenSession } from '../session-words.logic';

/** "2 files", "1 commit"; nothing for none. */
export function madeWords({ files, commits }: Pick<ChainSums, 'files' | 'commits'>): readonly string[] {
  return [
    ...(files === 0 ? [] : [files === 1 ? '1 file' : `${files} files`]),
    ...(commits === 0 ? [] : [commits === 1 ? '1 commit' : `${commits} commits`]),
  ];
}

/** Oldest first. What is known live takes the place of what was asked once; the trash is elsewhere. */
export function chainOf(asked: readonly Session[], live: readonly SeenSession[]): readonly SeenSession[] {
  const byId = new Map<string, SeenSession>([...asked, ...live].map((session) => [session.id, session]));
  return [...byId.values()]
    .filter(({ trashed_at }) => trashed_at === undefined)
    .sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
}

export type ChainSums = {
  readonly time: string;
  readonly tokens: string | null;
  readonly cost: string | null;
  /** Each once, whichever of the sessions touched it. */
  readonly files: number;
  readonly commits: number;
};

const hasTokens = ({ total_tokens }: Session) => total_tokens !== undefined && total_tokens > 0;

/** Of one session or of all of them. A cost that leaves out a price nobody knows is marked as such. */
export function sumsOf(sessions: readonly SeenSession[], nowMs: number): ChainSums {
  const time = sessions.reduce((sum, session) => sum + activeMs(session, nowMs), 0);
  const tokens = sessions.reduce((sum, { total_tokens }) => sum + (total_tokens ?? 0), 0);
  const costs = sessions.flatMap(({ stats }) => stats?.cost_micro_usd ?? []);
  const isPartial = sessions.some(
    (session) => hasTokens(session) && session.stats?.cost_micro_usd === undefined,
  );
  const cost = costs.reduce((sum, each) => sum + each, 0);
  return {
    time: durationWords(time),
    tokens: tokens === 0 ? null : `${countWords(tokens)} tokens`,
    cost: costs.length === 0 ? null : `${isPartial ? '≈ ' : ''}${costWords(cost)}`,
    files: new Set(sessions.flatMap(({ files_touched = [] }) => files_touched)).size,
    commits: new Set(sessions.flatMap(({ commits = [] }) => commits)).size,
  };
}
