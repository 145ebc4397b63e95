import type { Agent } from '@domain/agent';
import type { BeadId } from '@domain/ids';
import { useState } from 'react';
import { useProject } from '../../../app/state/project';
import { useQueryEntry } from '../../../bridge/react';
import type { SeenSession } from '../session-words.logic';

/** How the next session goes on: where, and who. */
export type Ways = { readonly where: 'same' | 'worktree'; readonly branch: string; readonly agent: string };

export type WayChoices = {
  readonly agents: readonly Agent[];
  /** Why it cannot be in a worktree of its own; null: it can. */
  readonly worktreeBar: string | null;
  readonly sameWords: string;
};

/**
 * Agents and a free branch come from the same plan as those of Start Work; without one the way stays the same.
 * `canUseWorktree`: undefined while nobody knows.
 */
export function useWays(session: SeenSession, canUseWorktree: boolean | undefined) {
  const project = useProject()?.path;
  const { data } = useQueryEntry(
    'starting.plan',
    { project: project ?? ('' as never), bead_id: session.bead_id as BeadId | undefined },
    { isEnabled: project !== undefined, isFresh: true },
  );
  const [edited, setEdited] = useState<Partial<Ways>>({});
  const ways: Ways = {
    where: 'same',
    branch: data?.branch.branch ?? '',
    agent: session.agent_id ?? '',
    ...edited,
  };
  // A closed session is continued with all that was said, which Claude finds by its folder.
  const worktreeBar =
    session.status === 'closed'
      ? 'What was said here is continued in the same folder.'
      : canUseWorktree === undefined
        ? 'Looking at git…'
        : canUseWorktree
          ? null
          : 'Without a commit in git there is only this folder.';
  const choices: WayChoices = {
    agents: data?.agents.agents ?? [],
    worktreeBar,
    sameWords: session.worktree === undefined ? 'Same folder' : 'Same worktree',
  };
  return { ways, choices, change: (part: Partial<Ways>) => setEdited((before) => ({ ...before, ...part })) };
}

/** Only another one is said. */
export function agentWish({ agent_id }: SeenSession, { agent }: Ways): { agent_id?: string | null } {
  if (agent === (agent_id ?? '')) return {};
  return { agent_id: agent === '' ? null : agent };
}
