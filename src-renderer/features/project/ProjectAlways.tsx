import { FolderOpen, House, ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { closeProject, useProjectState } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import { useClient } from '../../bridge/react';
import { useOpenDialog } from './use-open-dialog';

const current = () => useProjectState.getState().project;

export function ProjectAlways() {
  const client = useClient();
  const openDialog = useOpenDialog();
  const actions = useMemo<readonly Action[]>(
    () => [
      {
        id: 'project.open',
        name: 'Open a project…',
        chord: 'mod+o',
        icon: FolderOpen,
        section: 'Project',
        words: 'folder switch',
        run: openDialog,
      },
      {
        id: 'project.trust',
        name: 'Trust this project…',
        chord: 'shift+p',
        icon: ShieldCheck,
        section: 'Project',
        isAvailable: () => current()?.is_trusted === false,
        run: () => openOverlay('project.trust'),
      },
      {
        id: 'project.close',
        name: 'Close project',
        chord: 'shift+w',
        icon: House,
        section: 'Project',
        isAvailable: () => current() !== null,
        run: () => void closeProject(client),
      },
    ],
    [client, openDialog],
  );
  useActions(actions);
  return null;
}
