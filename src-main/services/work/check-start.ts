import { claimMarkerOf } from '@domain/bead/claim';
import type { Repository } from '@domain/git/repository';
import { err, ok, type Result } from '@domain/result';
import type { BeadDetails } from '@domain/tracker-state';
import type { StartCause, StartWish } from '@domain/work/start-plan';
import type { StartRecord } from '@domain/work/start-record';
import type { SessionsService } from '../sessions/sessions-service';
import { checkBranch } from './check-branch';
import type { Packed } from './context-pack';
import { claimProblem, packFor } from './start-plan';
import { busyIn, placeFor, type StartWorld, showBead } from './start-world';

/** What a start stands on: everything it looked at before it changed anything. */
export type Ground = {
  readonly details: BeadDetails | null;
  readonly repository: Repository | null;
  /** Of a worktree; empty when none is made. */
  readonly place: string;
  readonly packed: Packed;
  readonly record: StartRecord;
};

type Checked<T> = Promise<Result<T, StartCause>>;

export async function checkStart(
  world: StartWorld,
  service: SessionsService,
  wish: StartWish,
): Checked<Ground> {
  const { project, agent, model, permission_mode, seat, bead_id } = wish;
  if (agent !== null) {
    const { agents } = await world.agents.list(project);
    if (!agents.some(({ name }) => name === agent)) return err({ code: 'agent-unknown', agent });
  }
  const can = await service.checkLaunch({
    cwd: project,
    project,
    permission_mode,
    ...(seat === null ? {} : { seat }),
    ...(agent === null ? {} : { agent }),
    ...(model === null ? {} : { model }),
  });
  if (!can.ok) return can;
  const details = bead_id === null ? null : await showBead(world, project, bead_id);
  if (details !== null && !details.ok) return details;
  const bead = details?.value.bead ?? null;
  const isClaimed = wish.claim && bead !== null;
  const problem = isClaimed ? claimProblem(bead) : null;
  if (problem !== null) return err(problem);
  const checkout = await checkCheckout(world, service, wish);
  if (!checkout.ok) return checkout;
  const packed = await packFor(world, service, {
    project,
    details: details?.value ?? null,
    prompt: wish.prompt,
    choice: wish.context,
  });
  const claim = !isClaimed
    ? null
    : {
        bead_id: bead.id,
        status: bead.status,
        assignee: bead.assignee ?? null,
        marker: claimMarkerOf(bead),
      };
  const { repository, place, made } = checkout.value;
  return ok({
    details: details?.value ?? null,
    repository,
    place,
    packed,
    record: { claim, made, is_ready: false },
  });
}

type Standing = Pick<Ground, 'repository' | 'place'> & Pick<StartRecord, 'made'>;

async function checkCheckout(
  world: StartWorld,
  service: SessionsService,
  wish: StartWish,
): Checked<Standing> {
  const { checkout, project, bead_id } = wish;
  const looked = await (await world.git()).look(project);
  if (checkout.type === 'as-is')
    return ok({ repository: looked.ok ? looked.value : null, place: '', made: null });
  if (!looked.ok) return looked;
  const repository = looked.value;
  if (repository.head === null) return err({ code: 'no-commit-yet', folder: project });
  const { branch, base, reuse } = checkout;
  const { verdict, head, other } = checkBranch(repository, branch);
  if (verdict === 'invalid') return err({ code: 'branch-name-invalid', branch });
  if (verdict === 'clash') return err({ code: 'branch-name-clash', branch, other: other ?? '' });
  if (verdict === 'in-use') return err({ code: 'branch-in-use', branch, place: other ?? '' });
  if (verdict === 'exists' && !reuse) return err({ code: 'branch-exists', branch, head: head ?? '' });
  if (verdict === 'free' && reuse) return err({ code: 'branch-missing', branch });
  const [worker] = checkout.type === 'branch' ? busyIn(service, repository.root) : [];
  if (worker !== undefined && repository.branch !== branch)
    return err({ code: 'checkout-in-use', session_id: worker.id, title: worker.title ?? 'A session' });
  const place =
    checkout.type === 'worktree' ? (checkout.place ?? placeFor(world, repository, branch, bead_id)) : '';
  const start =
    head ?? (base === null ? repository.head : repository.branches.find(({ name }) => name === base)?.head);
  const foreseen = {
    root: repository.root,
    branch,
    head: start ?? '',
    isNew: !reuse,
    before: { branch: repository.branch, head: repository.head },
  };
  return ok({
    repository,
    place,
    made:
      checkout.type === 'worktree'
        ? { type: 'worktree', ...foreseen, place, madeParent: null }
        : { type: 'branch', ...foreseen },
  });
}
