import { GRAVE } from '@domain/session/grave';
import { useCallback } from 'react';
import { useProject } from '../../../app/state/project';
import { useClient } from '../../../bridge/react';
import { tellRefusal } from '../run-refusals';
import { askResume } from './resume-wish';

export type ResumeWish = { readonly prompt?: string; readonly permission_mode?: string };

/**
 * Resumes at once, unless there is something a person should know before anything runs: then the dialog asks, with what
 * was typed as its prompt. Answers whether it was resumed.
 */
export function useGuardedResume() {
  const client = useClient();
  const project = useProject()?.path;
  return useCallback(
    async (id: string, wish: ResumeWish): Promise<boolean> => {
      const plan = await client.ask('resuming.plan', { project, id });
      const verdict = plan.ok ? plan.value.bead?.verdict : undefined;
      const isGrave = verdict !== undefined && GRAVE.has(verdict);
      if (plan.ok && (plan.value.obstacle !== null || isGrave)) {
        askResume(id, wish.prompt ?? null);
        return false;
      }
      const result = await client.call('sessions.resume', { id, project, ...wish });
      tellRefusal(id, result.ok ? null : result.error);
      return result.ok;
    },
    [client, project],
  );
}
