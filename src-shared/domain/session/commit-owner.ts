/** A session that works in the checkout a commit was made in. */
export type CommitCandidate<Id> = {
  readonly id: Id;
  /** When commands of a shell ran that speak of git; `to` null: it still runs. */
  readonly shells: readonly Span[];
  /** When its turns ran. */
  readonly turns: readonly Span[];
  /** From the root of the checkout on. */
  readonly files: ReadonlySet<string>;
};

export type Span = { readonly from: number; readonly to: number | null };

/** Git counts in seconds, and its words reach us a moment later. */
const SLACK_MS = 1_500;

/**
 * Whose commit it is, of several sessions in one checkout: the one whose shell spoke of git at that moment, else the only one
 * that was at work, else the one that touched most of its files. Null: nothing tells them apart, and nobody gets it.
 */
export function ownerOfCommit<Id>(
  candidates: readonly CommitCandidate<Id>[],
  commit: { readonly atMs: number; readonly files: readonly string[] },
): Id | null {
  if (candidates.length <= 1) return candidates[0]?.id ?? null;
  const within = ({ from, to }: Span) =>
    from - SLACK_MS <= commit.atMs && commit.atMs <= (to ?? Number.POSITIVE_INFINITY) + SLACK_MS;
  const inShell = candidates.filter(({ shells }) => shells.some(within));
  if (inShell.length === 1) return inShell[0]?.id ?? null;
  const atWork = (inShell.length > 0 ? inShell : candidates).filter(({ turns }) => turns.some(within));
  if (atWork.length === 1) return atWork[0]?.id ?? null;
  const left = atWork.length > 0 ? atWork : candidates;
  const scored = left
    .map(({ id, files }) => ({ id, score: commit.files.filter((file) => files.has(file)).length }))
    .toSorted((a, b) => b.score - a.score);
  const [best, next] = scored;
  return best === undefined || best.score === 0 || best.score === next?.score ? null : best.id;
}
