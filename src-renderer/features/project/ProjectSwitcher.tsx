import { ChevronsUpDown, Folder, FolderGit2, FolderOpen, House, ShieldCheck, ShieldOff } from 'lucide-react';
import { ActionItem } from '../../app/keymap/ActionItem';
import { useAppInfo } from '../../app/state/app-info';
import { openProject, useProject } from '../../app/state/project';
import { useRecentProjects } from '../../app/state/projects';
import { openOverlay } from '../../app/state/window';
import { shortPath } from '../../app/words';
import { useClient } from '../../bridge/react';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/Icon';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '../../ui/Menu';
import { Logo } from './Logo';
import styles from './ProjectSwitcher.module.css';

export function ProjectSwitcher({ isRail }: { isRail: boolean }) {
  const client = useClient();
  const project = useProject();
  const recent = useRecentProjects() ?? [];
  const { home_folder } = useAppInfo();
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
          data-action="project.switch"
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
      <ActionItem id="project.open" icon={FolderOpen}>
        Open a project…
      </ActionItem>
      {project !== null && (
        <ActionItem
          id={project.is_trusted ? 'project.distrust' : 'project.trust'}
          icon={project.is_trusted ? ShieldOff : ShieldCheck}
        >
          {project.is_trusted ? 'Stop trusting this project…' : 'Trust this project…'}
        </ActionItem>
      )}
      {project !== null && (
        <ActionItem id="project.close" icon={House}>
          Close project
        </ActionItem>
      )}
    </Menu>
  );
}
