import { FolderGit2, FolderOpen, House, ShieldCheck, ShieldOff } from 'lucide-react';
import { useMemo } from 'react';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { menuAction } from '../../app/keymap/run-action';
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
        id: 'project.distrust',
        name: 'Stop trusting this project…',
        chord: 'shift+u',
        icon: ShieldOff,
        section: 'Project',
        isAvailable: () => current()?.is_trusted === true,
        run: () => openOverlay('project.trust'),
      },
      menuAction({
        id: 'project.switch',
        name: 'Switch to another project…',
        chord: 'g p',
        icon: FolderGit2,
        section: 'Project',
        words: 'recent open',
      }),
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
