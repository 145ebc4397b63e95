import type { BeadStatusInfo } from './change';

const REVIEW = 'in_review';

/** Work on it is over: somebody looks at it, or it is closed. */
export function hasMovedOn(status: string): boolean {
  return status === 'closed' || /(^|[_-])review/.test(status);
}

/** The tracker's own word for a bead that waits to be looked at; our word, to be added, where it has none. */
export function reviewStatus(known: readonly BeadStatusInfo[]): { status: string; needs_adding: boolean } {
  const names = known.filter(({ category }) => category !== 'done').map(({ name }) => name);
  const own =
    names.find((name) => name === REVIEW) ?? names.find((name) => /review|verif|(^|[_-])qa/.test(name));
  return { status: own ?? REVIEW, needs_adding: own === undefined };
}
