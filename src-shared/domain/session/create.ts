import type { BeadId, DeviceId, ProjectId, SessionId } from '@domain/ids';
import { drivingOf } from './driving';
import { SESSION_VERSION, type Session } from './record';
import type { Owner, Timestamp, TriggerSource } from './values';

export type NewSession = {
  readonly id: SessionId;
  readonly project_id: ProjectId;
  readonly device_id: DeviceId;
  readonly at: Timestamp;
  readonly cwd: string;
  readonly owner?: Owner;
  readonly trigger_source?: TriggerSource;
  readonly title?: string | undefined;
  readonly objective?: string | undefined;
  readonly prompt?: string | undefined;
  readonly bead_id?: BeadId | undefined;
  readonly agent_id?: string | undefined;
  readonly branch?: string | undefined;
  readonly worktree?: string | undefined;
  readonly model?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly source?: string | undefined;
  readonly place?: Partial<
    Pick<Session, 'agent' | 'rig' | 'role' | 'tmux_session' | 'molecule_id' | 'step_ref'>
  >;
  readonly metadata?: Record<string, unknown> | undefined;
};

/** A draft owns its id before Claude has seen it. The first of a chain gives the chain its name. */
export function draftOf(facts: NewSession): Session {
  return withoutUndefined<Session>({
    id: facts.id,
    version: SESSION_VERSION,
    revision: 0,
    owner: facts.owner ?? 'console',
    project_id: facts.project_id,
    bead_id: facts.bead_id,
    agent_id: facts.agent_id,
    status: 'draft',
    created_at: facts.at,
    updated_at: facts.at,
    title: facts.title,
    objective: facts.objective,
    files_touched: [],
    commits: [],
    ...facts.place,
    chain_id: facts.id,
    child_ids: [],
    cwd: facts.cwd,
    branch: facts.branch,
    worktree: facts.worktree,
    trigger_source: facts.trigger_source ?? 'ad-hoc',
    prompt: facts.prompt ?? '',
    capture: { state: 'detected', parse_status: 'pending' },
    source: facts.source ?? 'startup',
    model: facts.model,
    tags: [...(facts.tags ?? [])],
    device_id: facts.device_id,
    metadata: { ...facts.metadata },
    run_count: 0,
  });
}

export type ChildOf = {
  readonly id: SessionId;
  readonly device_id: DeviceId;
  readonly at: Timestamp;
  readonly prompt: string;
  readonly title?: string | undefined;
  readonly objective?: string | undefined;
  readonly trigger_source?: TriggerSource;
  readonly source?: string;
  /** Null: none. Left out: its parent's. */
  readonly agent_id?: string | null | undefined;
  /** Another place than its parent's. */
  readonly checkout?: { readonly branch: string; readonly worktree: string } | undefined;
};

/** A child goes on with its parent's bead, agent and branch unless it was given others, driven alike, in the same chain. */
export function childOf(parent: Session, facts: ChildOf): Session {
  const draft = draftOf({
    id: facts.id,
    project_id: parent.project_id,
    device_id: facts.device_id,
    at: facts.at,
    cwd: parent.cwd,
    trigger_source: facts.trigger_source ?? 'handoff',
    title: facts.title ?? parent.title,
    objective: facts.objective ?? parent.objective,
    prompt: facts.prompt,
    bead_id: parent.bead_id,
    agent_id: facts.agent_id === undefined ? parent.agent_id : (facts.agent_id ?? undefined),
    branch: facts.checkout?.branch ?? parent.branch,
    worktree: facts.checkout?.worktree ?? parent.worktree,
    model: parent.model,
    tags: parent.tags,
    source: facts.source,
    metadata: withoutUndefined(drivingOf(parent)),
    place: {
      agent: parent.agent,
      rig: parent.rig,
      role: parent.role,
      molecule_id: parent.molecule_id,
      step_ref: parent.step_ref,
    },
  });
  return withoutUndefined({ ...draft, chain_id: parent.chain_id, parent_id: parent.id });
}

function withoutUndefined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
