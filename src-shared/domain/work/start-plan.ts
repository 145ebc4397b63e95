import { AgentList, AgentName } from '@domain/agent';
import { BeadError } from '@domain/bead/errors';
import { GitError } from '@domain/git/errors';
import { Dirt, GitOperation } from '@domain/git/repository';
import { BeadId, FolderPath, SessionId } from '@domain/ids';
import { ContextChoice, ContextPartKind, ContextPreview, NO_CONTEXT } from '@domain/session/context-pack';
import { AddDirs } from '@domain/session/driving';
import { SessionError } from '@domain/session/errors';
import { PermissionMode } from '@domain/session/live';
import { Session } from '@domain/session/record';
import { Seat } from '@domain/session/values';
import { z } from 'zod';

export const Where = z.enum(['in-place', 'worktree']);
export type Where = z.infer<typeof Where>;
/** What `--model=` takes. */
export const ModelName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:@[\]/-]*$/);
const BranchText = z.string().min(1).max(500);

/** What a person chose last in a project; the next start begins with it. */
export const StartDefaults = z.object({
  where: Where.default('in-place'),
  agent: AgentName.nullable().default(null),
  model: ModelName.nullable().default(null),
  permission_mode: PermissionMode.default('default'),
  /** Null: the one of the settings. */
  seat: Seat.nullable().default(null),
  /** Parts of the context pack that were taken out. */
  without: z.array(ContextPartKind).default([]),
});
export type StartDefaults = z.infer<typeof StartDefaults>;

export const BranchCheck = z.object({
  branch: z.string(),
  /** `clash`: `feat` exists, so `feat/x` cannot, or the other way round. `in-use`: checked out in another place. */
  verdict: z.enum(['free', 'exists', 'in-use', 'clash', 'invalid']),
  /** Of the branch that exists. */
  head: z.string().nullable(),
  /** The branch it clashes with, or the folder that has it checked out. */
  other: z.string().nullable(),
  /** Where a worktree for it would be made. */
  place: z.string(),
});
export type BranchCheck = z.infer<typeof BranchCheck>;

export const StartGit = z.object({
  root: z.string(),
  /** Null: detached. */
  branch: z.string().nullable(),
  head: z.string().nullable(),
  /** Where a new branch would begin; null: where the checkout is. */
  base: z.string().nullable(),
  bases: z.array(z.object({ name: z.string(), head: z.string() })),
  dirt: Dirt,
  operation: GitOperation.nullable(),
});
export type StartGit = z.infer<typeof StartGit>;

export const StartPlan = z.object({
  bead: z
    .object({
      id: BeadId,
      title: z.string(),
      issue_type: z.string(),
      status: z.string(),
      assignee: z.string().nullable(),
    })
    .nullable(),
  /** Why it could not be claimed as it is now; null: it could. */
  claim_problem: BeadError.nullable(),
  /** Null: no branch can be made here, `git_problem` says why. */
  git: StartGit.nullable(),
  git_problem: GitError.nullable(),
  /** Suggested and free. */
  branch: BranchCheck,
  /** Sessions that work in this checkout now. */
  busy: z.array(z.object({ session_id: SessionId, title: z.string() })),
  agents: AgentList,
  models: z.array(z.string()),
  seat: Seat,
  defaults: StartDefaults,
  prompt: z.string(),
  context: ContextPreview,
});
export type StartPlan = z.infer<typeof StartPlan>;

const named = {
  branch: BranchText,
  /** Null: where the checkout is. */
  base: z.string().min(1).max(500).nullable().default(null),
  /** Go on with a branch that exists. */
  reuse: z.boolean().default(false),
};
export const CheckoutWish = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('as-is') }),
  z.strictObject({ type: z.literal('branch'), ...named }),
  /** Null: the place of the settings. */
  z.strictObject({ type: z.literal('worktree'), ...named, place: FolderPath.nullable().default(null) }),
]);
export type CheckoutWish = z.infer<typeof CheckoutWish>;

export const StartWish = z.strictObject({
  project: FolderPath,
  bead_id: BeadId.nullable().default(null),
  /** Take the bead; else the session is only linked to it. */
  claim: z.boolean().default(false),
  title: z.string().max(1000).nullable().default(null),
  objective: z.string().max(20_000).nullable().default(null),
  prompt: z.string().max(500_000).default(''),
  checkout: CheckoutWish.default({ type: 'as-is' }),
  agent: AgentName.nullable().default(null),
  model: ModelName.nullable().default(null),
  permission_mode: PermissionMode.default('default'),
  /** More folders that Claude may work in. */
  add_dirs: AddDirs.optional(),
  /** Null: the one of the settings. */
  seat: Seat.nullable().default(null),
  context: ContextChoice.default(NO_CONTEXT),
  /** Under this name its steps are told; chosen by who asks. */
  attempt: z.string().max(100).nullable().default(null),
});
export type StartWish = z.infer<typeof StartWish>;

export const HandOffWish = z.strictObject({
  project: FolderPath.optional(),
  id: z.string().min(1).max(100),
  seed: z.string().max(500_000),
  title: z.string().max(1000).optional(),
  /** Null: none. Left out: the same. */
  agent_id: AgentName.nullable().optional(),
  branch: BranchText,
  /** Null: the place of the settings. */
  place: FolderPath.nullable().default(null),
});
export type HandOffWish = z.infer<typeof HandOffWish>;

export const WorktreeRefused = z.object({ code: z.literal('worktree-refused'), cause: GitError });
export type WorktreeRefused = z.infer<typeof WorktreeRefused>;

/** In this order; `branch` or `worktree`, and only those that are needed. */
export const StartStep = z.enum(['check', 'draft', 'claim', 'branch', 'worktree', 'context', 'claude']);
export type StartStep = z.infer<typeof StartStep>;

export const StartCause = z.union([
  SessionError,
  BeadError,
  GitError,
  z.object({ code: z.literal('agent-unknown'), agent: z.string() }),
  /** Another session works in this checkout: its branch is not changed under it. */
  z.object({ code: z.literal('checkout-in-use'), session_id: SessionId, title: z.string() }),
]);
export type StartCause = z.infer<typeof StartCause>;

/** What could not be put back, and why: somebody changed it meanwhile, or the way back failed too. */
export const StartLeft = z.object({
  what: z.enum(['bead', 'branch', 'checkout', 'worktree', 'draft']),
  name: z.string(),
  why: z.string(),
});
export type StartLeft = z.infer<typeof StartLeft>;

/** `left` empty: bead, git and files are as they were. */
export const StartStopped = z.object({
  code: z.literal('start-stopped'),
  step: StartStep,
  cause: StartCause,
  undone: z.array(StartStep),
  left: z.array(StartLeft),
});
export type StartStopped = z.infer<typeof StartStopped>;

export const StartUnderWay = z.object({
  attempt: z.string(),
  bead_id: BeadId.nullable(),
  /** Once the draft is there. */
  session_id: SessionId.nullable(),
  steps: z.array(StartStep),
  at: StartStep,
  is_undoing: z.boolean(),
});
export type StartUnderWay = z.infer<typeof StartUnderWay>;

/** `is_waiting`: every place is taken; it starts by itself when one is free. */
export const Started = z.object({ session: Session, is_waiting: z.boolean() });
export type Started = z.infer<typeof Started>;

/** The steps a wish needs. */
export function stepsOf(wish: Pick<StartWish, 'claim' | 'bead_id' | 'checkout'>): StartStep[] {
  return [
    'check',
    'draft',
    ...(wish.claim && wish.bead_id !== null ? (['claim'] as const) : []),
    ...(wish.checkout.type === 'as-is' ? [] : ([wish.checkout.type] as const)),
    'context',
    'claude',
  ];
}
