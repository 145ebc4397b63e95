import { Settings as SettingsIcon } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';
import { usePaletteSettings } from './palette-items';
import { SettingsProblemNotice } from './SettingsProblemNotice';

export const settings: Feature = {
  id: 'settings',
  views: [
    {
      id: 'settings',
      name: 'Settings',
      icon: SettingsIcon,
      place: 'foot',
      order: 90,
      chord: 'g s',
      needsProject: false,
      Content: lazyView(async () => (await import('./SettingsView')).SettingsView),
    },
  ],
  usePaletteItems: usePaletteSettings,
  Always: SettingsProblemNotice,
};
