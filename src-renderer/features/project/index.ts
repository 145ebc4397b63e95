import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';
import { ProjectAlways } from './ProjectAlways';
import { ProjectSwitcher } from './ProjectSwitcher';
import { useProjectItems } from './palette-items';

export { Logo } from './Logo';
export { projectSentences } from './project-errors';
export { TrustNotice } from './TrustNotice';
export { useOpenDialog } from './use-open-dialog';

export const TrustDialog = lazyView(async () => (await import('./TrustDialog')).TrustDialog);

export const project: Feature = {
  id: 'project',
  sidebar: [{ id: 'project', place: 'top', order: 0, Content: ProjectSwitcher }],
  overlays: [
    {
      id: 'project.open',
      Content: lazyView(async () => (await import('./OpenProjectDialog')).OpenProjectDialog),
    },
    { id: 'project.trust', Content: TrustDialog },
  ],
  usePaletteItems: useProjectItems,
  Always: ProjectAlways,
};
