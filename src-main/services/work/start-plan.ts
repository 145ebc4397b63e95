import { isClaimable } from '@domain/bead/claim';
import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import type { GitError } from '@domain/git/errors';
import type { Repository } from '@domain/git/repository';
import type { BeadId, FolderPath } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import type { ContextChoice, ContextPartKind } from '@domain/session/context-pack';
import type { SessionError } from '@domain/session/errors';
import type { BeadDetails } from '@domain/tracker-state';
import { firstPrompt } from '@domain/work/first-prompt';
import {
  type BranchCheck,
  ModelName,
  type StartDefaults,
  type StartGit,
  type StartPlan,
} from '@domain/work/start-plan';
import type { SessionsService } from '../sessions/sessions-service';
import { checkBranch, freeBranch } from './check-branch';
import { type Packed, packContext } from './context-pack';
import { gatherPieces } from './context-pieces';
import { busyIn, placeFor, type StartWorld, showBead } from './start-world';

type PlanError = SessionError | BeadError;
/** Names that every Claude knows; behind them it chooses the newest. */
const MODELS = ['opus', 'sonnet', 'haiku'];
const OFFERED: readonly ContextPartKind[] = ['bead', 'blockers', 'named-files', 'sessions'];
const MOST_BASES = 200;
const MOST_MODELS = 12;

export type PackWish = {
  readonly project: FolderPath;
  readonly details: BeadDetails | null;
  readonly prompt: string;
  readonly choice: ContextChoice;
};

export async function packFor(world: StartWorld, service: SessionsService, wish: PackWish): Promise<Packed> {
  const { project, details, prompt, choice } = wish;
  const git = await world.git();
  const tracker = details === null ? null : (await world.beads()).of(project);
  const pieces = await gatherPieces(
    { service, tracker, git, files: world.files },
    { root: project, details, choice },
  );
  return packContext(prompt, pieces, choice, world.settings().contextTokens);
}

/** Looks and changes nothing. Without git, or with a tracker that refuses, the rest is answered and the reason goes along. */
export function createStartPlan(world: StartWorld) {
  const plan = async (
    project: FolderPath,
    beadId: BeadId | undefined,
  ): Promise<Result<StartPlan, PlanError>> => {
    const opened = await world.sessions();
    if (!opened.ok) return opened;
    const service = opened.value;
    const located = await service.count({ folder: project }, {});
    if (!located.ok) return located;
    const details = beadId === undefined ? null : await showBead(world, project, beadId);
    if (details !== null && !details.ok) return details;
    const bead = details?.value.bead ?? null;
    const [repository, agents, remembered] = await Promise.all([
      world.git().then((git) => git.look(project)),
      world.agents.list(project),
      world.defaults.read(project),
    ]);
    const git = repository.ok && repository.value.head !== null ? repository.value : null;
    const busy = git === null ? [] : busyIn(service, git.root);
    const defaults: StartDefaults = {
      ...remembered,
      where: git !== null && busy.length > 0 ? 'worktree' : remembered.where,
      agent: agents.agents.some(({ name }) => name === remembered.agent) ? remembered.agent : null,
    };
    const prompt = bead === null ? '' : firstPrompt(bead);
    const parts = OFFERED.filter((kind) => !defaults.without.includes(kind));
    const packed = await packFor(world, service, {
      project,
      details: details?.value ?? null,
      prompt,
      choice: { parts, files: [], notes: '' },
    });
    return ok({
      bead: bead === null ? null : beadFacts(bead),
      claim_problem: bead === null ? null : claimProblem(bead),
      git: git === null ? null : gitFacts(git),
      git_problem: gitProblem(repository, project),
      branch: git === null ? noBranch(bead) : suggested(world, git, bead),
      busy: busy.map(({ id, title }) => ({ session_id: id, title: title ?? 'A session' })),
      agents,
      models: modelsOf(service),
      seat: world.settings().seat,
      defaults,
      prompt,
      context: packed.preview,
    });
  };

  const branch = async (
    project: FolderPath,
    name: string,
    beadId: BeadId | undefined,
  ): Promise<Result<BranchCheck, never>> => {
    const repository = await (await world.git()).look(project);
    if (!repository.ok) return ok({ branch: name, verdict: 'invalid', head: null, other: null, place: '' });
    return ok({
      ...checkBranch(repository.value, name),
      place: placeFor(world, repository.value, name, beadId ?? null),
    });
  };

  const preview = async (
    project: FolderPath,
    beadId: BeadId | undefined,
    prompt: string,
    choice: ContextChoice,
  ): Promise<Result<Packed['preview'], PlanError>> => {
    const opened = await world.sessions();
    if (!opened.ok) return opened;
    const details = beadId === undefined ? null : await showBead(world, project, beadId);
    if (details !== null && !details.ok) return details;
    const packed = await packFor(world, opened.value, {
      project,
      details: details?.value ?? null,
      prompt,
      choice,
    });
    return ok(packed.preview);
  };

  return { plan, branch, preview };
}

function beadFacts({ id, title, issue_type, status, assignee }: Bead) {
  return { id, title, issue_type, status, assignee: assignee ?? null };
}

/** As far as it can be told before: who asks is known only to the tracker, so an assignee alone is no obstacle yet. */
export function claimProblem(bead: Bead): BeadError | null {
  if (isClaimable(bead, bead.assignee ?? '', '')) return null;
  return { code: 'claim-lost', id: bead.id, holder: bead.assignee ?? null, status: bead.status };
}

function gitProblem(looked: Result<Repository, GitError>, folder: string): GitError | null {
  if (!looked.ok) return looked.error;
  return looked.value.head === null ? { code: 'no-commit-yet', folder } : null;
}

function gitFacts({ root, branch, head, base, branches, dirt, operation }: Repository): StartGit {
  const first = (name: string) => (name === base ? 0 : name === branch ? 1 : 2);
  const bases = branches
    .map(({ name, head: at }) => ({ name, head: at }))
    .toSorted((a, b) => first(a.name) - first(b.name) || a.name.localeCompare(b.name));
  return { root, branch, head, base, bases: bases.slice(0, MOST_BASES), dirt, operation };
}

function suggested(world: StartWorld, repository: Repository, bead: Bead | null): BranchCheck {
  const name = bead === null ? '' : freeBranch(repository, bead);
  return { ...checkBranch(repository, name), place: placeFor(world, repository, name, bead?.id ?? null) };
}

function noBranch(bead: Bead | null): BranchCheck {
  return { branch: bead?.id ?? '', verdict: 'invalid', head: null, other: null, place: '' };
}

function modelsOf(service: SessionsService): string[] {
  const used = service.book.list
    .inOrder({ trash: 'without' }, ({ model }) => model !== undefined)
    .flatMap(({ model }) => ModelName.safeParse(model).data ?? []);
  return [...new Set([...MODELS, ...used.reverse()])].slice(0, MOST_MODELS);
}
