import { type LossReason, NEVER_GIVEN_UP } from '@domain/git/errors';
import type { EndPlan, EndWish } from '@domain/work/end-plan';

/** What a person may change in the dialog. */
export type EndForm = {
  readonly outcome: EndWish['outcome'];
  readonly isMoving: boolean;
  readonly log: string;
  readonly changes: EndWish['changes'];
  readonly message: string;
  readonly isRemoving: boolean;
};

export type EndPartProps = {
  readonly plan: EndPlan;
  readonly form: EndForm;
  readonly change: (part: Partial<EndForm>) => void;
};

export const firstForm = (plan: EndPlan): EndForm => ({
  outcome: 'done',
  isMoving: plan.bead?.move != null,
  log: plan.log,
  changes: 'keep',
  message: plan.commit_message,
  isRemoving: false,
});

export function wishOf(form: EndForm, plan: EndPlan): EndWish {
  const hasChanges = (plan.changes?.files.length ?? 0) > 0;
  const changes = hasChanges ? form.changes : 'keep';
  const removal = plan.worktree === null ? null : removalOf(plan.worktree.reasons, changes);
  return {
    outcome: form.outcome,
    move: form.isMoving ? (plan.bead?.move ?? null) : null,
    log: plan.bead === null ? null : form.log,
    changes,
    message: form.message.trim() || plan.commit_message,
    remove_worktree: form.isRemoving ? acceptedIn(removal) : null,
  };
}

/** What the choice for the uncommitted files takes care of is no loss any more. */
const SETTLED: Readonly<Record<EndWish['changes'], readonly LossReason[]>> = {
  keep: [],
  commit: ['changed-files', 'untracked-files'],
  stash: ['changed-files', 'untracked-files'],
};

/** And what it makes instead: a commit that is nowhere else yet, or a stash. */
const CAUSED: Readonly<Record<EndWish['changes'], readonly LossReason[]>> = {
  keep: [],
  commit: ['unpushed-commits'],
  stash: ['stashed-work'],
};

export type Removal =
  | { readonly type: 'safe' }
  /** Only by explicit choice, with these read. */
  | { readonly type: 'loses'; readonly reasons: readonly LossReason[] }
  | { readonly type: 'never'; readonly reasons: readonly LossReason[] };

export function removalOf(reasons: readonly LossReason[], changes: EndWish['changes']): Removal {
  const unsettled = reasons.filter((reason) => !SETTLED[changes].includes(reason));
  const left = [...new Set([...unsettled, ...CAUSED[changes]])];
  const never = left.filter((reason) => NEVER_GIVEN_UP.includes(reason));
  if (never.length > 0) return { type: 'never', reasons: never };
  return left.length === 0 ? { type: 'safe' } : { type: 'loses', reasons: left };
}

/** Exactly what was read; null: it stays. */
function acceptedIn(removal: Removal | null): LossReason[] | null {
  if (removal === null || removal.type === 'never') return null;
  return removal.type === 'safe' ? [] : [...removal.reasons];
}
