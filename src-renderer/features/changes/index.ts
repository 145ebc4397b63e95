import { FileDiff, FolderGit2 } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';
import { keepLayout, panelOf, useLayoutState } from '../../app/state/layout';
import { useProjectState } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';

/** Fetched when it is first looked at. */
export const ChangesPanel = lazyView(async () => (await import('./ChangesPanel')).ChangesPanel);
export const ChangesAtAGlance = lazyView(async () => (await import('./ChangesAtAGlance')).ChangesAtAGlance);

function isSessionShown(): boolean {
  const { layout } = useLayoutState.getState();
  return !layout.is_panel_collapsed && panelOf(layout)?.id === 'session';
}

export const changes: Feature = {
  id: 'changes',
  actions: [
    {
      id: 'changes.show',
      name: 'Changes of this session',
      chord: 'd',
      icon: FileDiff,
      section: 'Sessions',
      words: 'diff review files commits comment',
      isAvailable: isSessionShown,
      run: () => keepLayout({ session_tab: 'changes', session_beside: 'changes' }),
    },
    {
      id: 'worktrees.show',
      name: 'Worktrees…',
      chord: 'g w',
      icon: FolderGit2,
      section: 'Sessions',
      words: 'checkouts branches clean up disk space remove',
      isAvailable: () => useProjectState.getState().project?.is_git === true,
      run: () => openOverlay('worktrees'),
    },
  ],
  overlays: [
    { id: 'worktrees', Content: lazyView(async () => (await import('./WorktreesDialog')).WorktreesDialog) },
  ],
};
