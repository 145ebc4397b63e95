import type { Feature } from '../../app/feature';
import { OpenProjectDialog } from './OpenProjectDialog';
import { ProjectAlways } from './ProjectAlways';
import { ProjectSwitcher } from './ProjectSwitcher';
import { useProjectItems } from './palette-items';
import { TrustDialog } from './TrustDialog';

export { Logo } from './Logo';
export { projectSentences } from './project-errors';
export { TrustNotice } from './TrustNotice';
export { useOpenDialog } from './use-open-dialog';
export { TrustDialog };

export const project: Feature = {
  id: 'project',
  sidebar: [{ id: 'project', place: 'top', order: 0, Content: ProjectSwitcher }],
  overlays: [
    { id: 'project.open', Content: OpenProjectDialog },
    { id: 'project.trust', Content: TrustDialog },
  ],
  usePaletteItems: useProjectItems,
  Always: ProjectAlways,
};
