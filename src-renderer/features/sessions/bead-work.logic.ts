import { costWords } from '../../app/usage-words';
import type { MarkState } from '../../ui/Mark';
import { madeWords, sumsOf } from './chain/chain.logic';
import { markOf, type SeenSession } from './session-words.logic';

export type BeadWork = {
  readonly count: number;
  /** The last few, oldest first. */
  readonly marks: readonly { readonly id: string; readonly mark: MarkState }[];
  /** Null while no session of it says what it cost. */
  readonly cost: string | null;
  /** Time, tokens, cost, files and commits of all of them, for who asks. */
  readonly words: string;
};

const MOST_MARKS = 5;
const NOTHING: BeadWork = { count: 0, marks: [], cost: null, words: '' };

export function beadWork(sessions: readonly SeenSession[], beadId: string, nowMs: number): BeadWork {
  const own = sessions.filter((each) => each.bead_id === beadId && each.trashed_at === undefined);
  if (own.length === 0) return NOTHING;
  const inOrder = own.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const costs = own.flatMap(({ stats }) => stats?.cost_micro_usd ?? []);
  const sums = sumsOf(own, nowMs);
  const counted = own.length === 1 ? '1 session' : `${own.length} sessions`;
  return {
    words: [counted, sums.time, sums.tokens, sums.cost, ...madeWords(sums)]
      .filter((word) => word !== null)
      .join(', '),
    count: own.length,
    marks: inOrder.slice(-MOST_MARKS).map((session) => ({ id: session.id, mark: markOf(session) })),
    cost: costs.length === 0 ? null : costWords(costs.reduce((sum, cost) => sum + cost, 0)),
  };
}
