import type { FolderPath } from '@domain/ids';
import type { ContextChoice, ContextPartKind } from '@domain/session/context-pack';
import type { PermissionMode } from '@domain/session/live';
import type { Seat } from '@domain/session/values';
import type { BranchCheck, CheckoutWish, StartPlan, StartWish, Where } from '@domain/work/start-plan';

/** What a person chose, as the dialog holds it. */
export type StartForm = {
  readonly branch: string;
  /** Go on with a branch that exists. */
  readonly reuse: boolean;
  /** Empty: where the checkout is. */
  readonly base: string;
  readonly where: Where;
  /** Empty: Claude without one. */
  readonly agent: string;
  /** Empty: Claude's own choice. */
  readonly model: string;
  readonly mode: PermissionMode;
  readonly seat: Seat;
  readonly parts: readonly ContextPartKind[];
  readonly files: readonly string[];
  readonly notes: string;
  readonly prompt: string;
};

export function firstForm(plan: StartPlan): StartForm {
  const { defaults, branch, git, context, prompt } = plan;
  return {
    branch: branch.branch,
    reuse: false,
    base: git?.base ?? git?.branch ?? '',
    where: git === null ? 'in-place' : defaults.where,
    agent: defaults.agent ?? '',
    model: defaults.model ?? '',
    mode: defaults.permission_mode,
    seat: defaults.seat ?? plan.seat,
    parts: context.parts.filter(({ is_chosen }) => is_chosen).map(({ kind }) => kind),
    files: [],
    notes: '',
    prompt,
  };
}

export function choiceOf({ parts, files, notes }: StartForm): ContextChoice {
  return { parts: [...parts], files: [...files], notes };
}

export function wishOf(plan: StartPlan, form: StartForm, project: FolderPath, attempt: string): StartWish {
  const { bead, seat } = plan;
  return {
    project,
    bead_id: bead?.id ?? null,
    claim: bead !== null && plan.claim_problem === null,
    title: null,
    objective: null,
    prompt: form.prompt,
    checkout: checkoutOf(plan, form),
    agent: form.agent === '' ? null : form.agent,
    model: form.model === '' ? null : form.model,
    permission_mode: form.mode,
    seat: form.seat === seat ? null : form.seat,
    context: choiceOf(form),
    attempt,
  };
}

function checkoutOf({ git, branch }: StartPlan, form: StartForm): CheckoutWish {
  if (git === null) return { type: 'as-is' };
  const base = form.base === '' || form.reuse ? null : form.base;
  const named = { branch: form.branch.trim(), base, reuse: form.reuse };
  if (form.where === 'in-place') return { type: 'branch', ...named };
  // As shown: the place of the suggested name is known; for another one it is chosen when it is made.
  const place = form.branch === branch.branch ? (branch.place as FolderPath) : null;
  return { type: 'worktree', ...named, place };
}

export type BranchState =
  | { readonly type: 'checking' }
  | { readonly type: 'good'; readonly words: string }
  | { readonly type: 'exists'; readonly words: string }
  | { readonly type: 'bad'; readonly words: string };

/** `check` is of an earlier name while the newer one is asked for. */
export function branchState(form: StartForm, check: BranchCheck, isAllowedHere: boolean): BranchState {
  if (form.branch.trim() === '') return { type: 'bad', words: 'A branch needs a name.' };
  if (check.branch !== form.branch.trim()) return { type: 'checking' };
  switch (check.verdict) {
    case 'free':
      return form.reuse
        ? { type: 'good', words: 'New: it does not exist yet' }
        : { type: 'good', words: 'Free to use' };
    case 'invalid':
      return { type: 'bad', words: 'Git does not take this name. Letters, digits, - and / are safe.' };
    case 'clash':
      return {
        type: 'bad',
        words: `${check.other ?? 'Another branch'} exists, and the two cannot live side by side.`,
      };
    case 'in-use':
      return { type: 'bad', words: `It is checked out in ${check.other ?? 'another place'}.` };
    case 'exists':
      if (!form.reuse)
        return { type: 'exists', words: 'This branch exists. Take another name or continue on it.' };
      return isAllowedHere
        ? { type: 'good', words: 'Continues on this branch' }
        : { type: 'bad', words: 'It is checked out here already, so a worktree cannot have it.' };
  }
}
