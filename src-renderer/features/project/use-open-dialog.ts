import { useCallback } from 'react';
import { useAppInfo } from '../../app/state/app-info';
import { forgetFailure, openProject } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import { useClient } from '../../bridge/react';

/** The shell's own folder dialog where there is one; the path field where there is none, or where opening failed. */
export function useOpenDialog(): () => void {
  const client = useClient();
  const { has_folder_dialog } = useAppInfo();
  return useCallback(() => {
    forgetFailure();
    if (!has_folder_dialog) {
      openOverlay('project.open');
      return;
    }
    const choose = async () => {
      const chosen = await client.call('projects.choose', {});
      if (!chosen.ok || chosen.value.path === null) return;
      if (!(await openProject(client, chosen.value.path))) openOverlay('project.open', chosen.value.path);
    };
    void choose();
  }, [client, has_folder_dialog]);
}
