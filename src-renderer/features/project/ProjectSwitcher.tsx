import { ChevronsUpDown, Folder, FolderGit2, FolderOpen, House, ShieldCheck, ShieldOff } from 'lucide-react';
import { useShortcutOf } from '../../app/keymap/use-keymap';
import { useAppInfo } from '../../app/state/app-info';
import { closeProject, openProject, useProject } from '../../app/state/project';
import { useRecentProjects } from '../../app/state/projects';
import { openOverlay } from '../../app/state/window';
import { shortPath } from '../../app/words';
import { useClient } from '../../bridge/react';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/Icon';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '../../ui/Menu';
import { Logo } from './Logo';
import styles from './ProjectSwitcher.module.css';
import { useOpenDialog } from './use-open-dialog';

export function ProjectSwitcher({ isRail }: { isRail: boolean }) {
  const client = useClient();
  const project = useProject();
  const recent = useRecentProjects() ?? [];
  const { home_folder } = useAppInfo();
  const openDialog = useOpenDialog();
  const openShortcut = useShortcutOf('project.open');
  const name = project?.name ?? 'No project';
  const others = recent.filter((each) => each.path !== project?.path && !each.is_missing).slice(0, 8);
  const openRecent = async (path: string) => {
    if (!(await openProject(client, path))) openOverlay('project.open', path);
  };
  return (
    <Menu
      side={isRail ? 'right' : 'bottom'}
      trigger={
        <button
          type="button"
          className={classNames(styles['switcher'], isRail && styles['rail'])}
          aria-label={isRail ? `Project: ${name}` : undefined}
        >
          <Logo />
          {!isRail && (
            <>
              <span className={styles['names']}>
                <b className="cut">
                  <span className="visually-hidden">Project: </span>
                  {name}
                </b>
                <small className="cut">
                  {project === null ? 'Open one to begin' : shortPath(project.path, home_folder)}
                </small>
              </span>
              <Icon of={ChevronsUpDown} size="s" />
            </>
          )}
        </button>
      }
    >
      {others.length > 0 && (
        <MenuSection label="Recent projects">
          {others.map((each) => (
            <MenuItem
              key={each.path}
              icon={each.is_git ? FolderGit2 : Folder}
              hint={shortPath(each.path, home_folder)}
              onSelect={() => void openRecent(each.path)}
            >
              {each.name}
            </MenuItem>
          ))}
        </MenuSection>
      )}
      {others.length > 0 && <MenuSeparator />}
      <MenuItem icon={FolderOpen} shortcut={openShortcut} onSelect={openDialog}>
        Open a project…
      </MenuItem>
      {project !== null && (
        <MenuItem
          icon={project.is_trusted ? ShieldOff : ShieldCheck}
          onSelect={() => openOverlay('project.trust')}
        >
          {project.is_trusted ? 'Stop trusting this project…' : 'Trust this project…'}
        </MenuItem>
      )}
      {project !== null && (
        <MenuItem icon={House} onSelect={() => void closeProject(client)}>
          Close project
        </MenuItem>
      )}
    </Menu>
  );
}
