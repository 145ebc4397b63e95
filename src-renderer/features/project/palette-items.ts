import { Folder, FolderGit2 } from 'lucide-react';
import { createElement } from 'react';
import type { PaletteItem } from '../../app/feature';
import { useAppInfo } from '../../app/state/app-info';
import { openProject, useProject } from '../../app/state/project';
import { useRecentProjects } from '../../app/state/projects';
import { openOverlay } from '../../app/state/window';
import { shortPath } from '../../app/words';
import { useClient } from '../../bridge/react';
import { Icon } from '../../ui/Icon';

export function useProjectItems(): readonly PaletteItem[] {
  const client = useClient();
  const project = useProject();
  const { home_folder } = useAppInfo();
  const recent = useRecentProjects() ?? [];
  return recent
    .filter((each) => !each.is_missing && each.path !== project?.path)
    .map((each) => ({
      id: `project ${each.path}`,
      name: each.name,
      section: 'Projects',
      Icon: () => createElement(Icon, { of: each.is_git ? FolderGit2 : Folder }),
      kind: shortPath(each.path, home_folder),
      words: each.path,
      run: async () => {
        if (!(await openProject(client, each.path))) openOverlay('project.open', each.path);
      },
    }));
}
