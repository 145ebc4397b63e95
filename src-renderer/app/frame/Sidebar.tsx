import { Search } from 'lucide-react';
import { classNames } from '../../ui/class-names';
import { ErrorRegion } from '../../ui/ErrorRegion';
import { Icon } from '../../ui/Icon';
import { Kbd } from '../../ui/Kbd';
import { Tooltip } from '../../ui/Tooltip';
import type { Feature, SidebarSection, View } from '../feature';
import { useShortcutOf } from '../keymap/use-keymap';
import { WithoutBars } from '../lazy-view';
import { useProject } from '../state/project';
import { openOverlay } from '../state/window';
import { bringViewForward } from './panel-acts';
import styles from './Sidebar.module.css';
import { byOrder } from './views.logic';

type SidebarProps = { features: readonly Feature[]; isRail: boolean; current: string };

export function Sidebar({ features, isRail, current }: SidebarProps) {
  const hasProject = useProject() !== null;
  const views = byOrder(features.flatMap((feature) => feature.views ?? [])).filter(
    (view) => hasProject || !view.needsProject,
  );
  const sections = byOrder(features.flatMap((feature) => feature.sidebar ?? []));
  const at = (place: SidebarSection['place']) => sections.filter((section) => section.place === place);
  const links = (place: View['place']) => views.filter((view) => view.place === place);
  return (
    <div className={classNames(styles['sidebar'], isRail && styles['rail'])}>
      <Sections list={at('top')} isRail={isRail} />
      <FindButton isRail={isRail} />
      {links('views').length > 0 && (
        <ul className={styles['views']}>
          {links('views').map((view) => (
            <ViewLink key={view.id} view={view} isRail={isRail} isCurrent={view.id === current} />
          ))}
        </ul>
      )}
      <div className={styles['middle']}>
        <Sections list={at('middle')} isRail={isRail} />
      </div>
      <div className={styles['foot']}>
        {/* What is offered there may turn out to be nothing. */}
        <WithoutBars value={true}>
          <Sections list={at('foot')} isRail={isRail} />
        </WithoutBars>
        <ul className={styles['views']}>
          {links('foot').map((view) => (
            <ViewLink key={view.id} view={view} isRail={isRail} isCurrent={view.id === current} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function Sections({ list, isRail }: { list: readonly SidebarSection[]; isRail: boolean }) {
  return list.map(({ id, Content }) => (
    <ErrorRegion key={id} name="This part of the sidebar">
      <Content isRail={isRail} />
    </ErrorRegion>
  ));
}

function FindButton({ isRail }: { isRail: boolean }) {
  const shortcut = useShortcutOf('palette.open');
  const open = () => openOverlay('palette');
  if (isRail)
    return (
      <Tooltip label="Search or run" shortcut={shortcut} side="right">
        <button type="button" className={styles['link']} aria-label="Search or run" onClick={open}>
          <Icon of={Search} />
        </button>
      </Tooltip>
    );
  return (
    <button type="button" data-find className={styles['find']} onClick={open}>
      <Icon of={Search} size="s" />
      <span>Search or run…</span>
      {shortcut !== null && <Kbd keys={shortcut} />}
    </button>
  );
}

const noCount = () => null;

function ViewLink({ view, isRail, isCurrent }: { view: View; isRail: boolean; isCurrent: boolean }) {
  const count = (view.useCount ?? noCount)();
  const shortcut = useShortcutOf(`view.${view.id}`);
  const link = (
    <a
      className={styles['link']}
      href={`#/${view.id}`}
      onClick={bringViewForward}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={isRail ? view.name : undefined}
    >
      <Icon of={view.icon} />
      {!isRail && <span className="cut">{view.name}</span>}
      {!isRail && count !== null && <span className={styles['count']}>{count}</span>}
    </a>
  );
  return (
    <li>
      {isRail ? (
        <Tooltip label={view.name} shortcut={shortcut} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}
