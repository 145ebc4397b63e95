import { NONE } from '@domain/history/billed-days';
import type { HistoryFilter } from '@domain/history/record';
import type { EngineFilter } from './history-engine';
import type { OwnSession } from './own-session';

/**
 * What the catalog can be asked, with everything that only our own records know turned into ids. A session without a
 * record of ours is closed, came from a terminal, and has no bead, agent, tag or outcome that we know of. Of several
 * filters all must hold.
 */
export function catalogFilterOf(filters: readonly HistoryFilter[], own: readonly OwnSession[]): EngineFilter {
  const of = <T>(pick: (filter: HistoryFilter) => T | undefined): T[] =>
    filters.map(pick).filter((each) => each !== undefined);
  const models = of(({ model }) => model);
  const since = of((filter) => filter.since).sort((a, b) => Date.parse(b) - Date.parse(a))[0];
  const until = of((filter) => filter.until).sort((a, b) => Date.parse(a) - Date.parse(b))[0];
  const min = of((filter) => filter.min_cost_micro_usd);
  const max = of((filter) => filter.max_cost_micro_usd);
  const billed = of((filter) => filter.billed);
  const isReckoned = filters.some(({ has }) => has?.includes('claude-cost'));
  const isUnpriced = filters.some(({ has }) => has?.includes('unpriced'));
  // A record follows its commits and files; what a session without one left behind its transcript tells.
  const work = (['commits', 'files'] as const)
    .filter((what) => filters.some(({ has }) => has?.includes(what)))
    .map((what) => ({ what, orIds: own.filter((each) => each[what].length > 0).map(({ id }) => id) }));
  // What is in the trash is found no more; but it was paid for, and counts.
  const trashed = billed.length > 0 ? [] : own.filter(({ is_trashed }) => is_trashed);
  const kept = billed.length > 0 ? own : own.filter(({ is_trashed }) => !is_trashed);
  const named = filters.map((filter) => withName(filter, own));
  const isUnknownMeant = named.every(passes.bind(null, null));
  const isNarrowed = filters.some(isOfRecords);
  const passing = (session: OwnSession) => named.every((filter) => passes(session, filter));
  const ids = isNarrowed && !isUnknownMeant ? kept.filter(passing).map(({ id }) => id) : undefined;
  const wrong = isNarrowed && isUnknownMeant ? kept.filter((session) => !passing(session)) : [];
  const notIds = [...trashed, ...wrong].map(({ id }) => id);
  return {
    projects: of(({ project }) => project),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(models.length === 0 ? {} : { models }),
    ...(billed.length === 0 ? {} : { billed }),
    ...(isReckoned ? { isReckoned } : {}),
    ...(isUnpriced ? { isUnpriced } : {}),
    ...(work.length === 0 ? {} : { work }),
    ...(min.length === 0 ? {} : { minCost: Math.max(...min) }),
    ...(max.length === 0 ? {} : { maxCost: Math.min(...max) }),
    ...(ids === undefined ? {} : { ids }),
    ...(notIds.length === 0 ? {} : { notIds }),
  };
}

function isOfRecords({ bead, not_beads, agent, tags, status, outcome, owner, has }: HistoryFilter): boolean {
  return [bead, not_beads, agent, tags, status, outcome, owner, has].some((each) => each !== undefined);
}

const UNKNOWN = {
  bead_id: null,
  agent: null,
  tags: [],
  status: 'closed',
  outcome: null,
  owner: 'external',
} as const;

/** An agent's name in another case means it, as long as nobody has exactly that name. */
type Named = HistoryFilter & { readonly isAgent: (agent: string | null) => boolean };

function withName(filter: HistoryFilter, own: readonly OwnSession[]): Named {
  const wanted = filter.agent;
  const isThere = own.some(({ agent }) => agent === wanted);
  const isAgent = (agent: string | null) =>
    wanted === undefined ||
    (wanted === NONE
      ? agent === null
      : isThere
        ? agent === wanted
        : agent?.toLowerCase() === wanted.toLowerCase());
  return { ...filter, isAgent };
}

/** Null: no record of ours. */
function passes(session: OwnSession | null, filter: Named): boolean {
  const { bead_id, agent, tags, status, outcome, owner } = session ?? UNKNOWN;
  const traits = {
    bead: bead_id !== null,
    // These the engine knows.
    commits: true,
    files: true,
    'claude-cost': true,
    unpriced: true,
  };
  return (
    (filter.bead === undefined || bead_id === (filter.bead === NONE ? null : filter.bead)) &&
    (filter.not_beads === undefined || !filter.not_beads.some((bead) => bead === bead_id)) &&
    filter.isAgent(agent) &&
    (filter.tags === undefined || filter.tags.every((tag) => tags.some((own) => own === tag))) &&
    (filter.status === undefined || filter.status.includes(status)) &&
    (filter.outcome === undefined || (outcome !== null && filter.outcome.includes(outcome))) &&
    (filter.owner === undefined || owner === filter.owner) &&
    (filter.has === undefined || filter.has.every((trait) => traits[trait]))
  );
}
