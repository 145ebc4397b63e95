import { Settings } from 'lucide-react';
import { createElement } from 'react';
import type { PaletteItem } from '../../app/feature';
import { navigate } from '../../app/state/route';
import { Icon } from '../../ui/Icon';
import { SECTION_NAMES } from './section-names';

const SettingsMark = () => createElement(Icon, { of: Settings });

const ITEMS: readonly PaletteItem[] = SECTION_NAMES.map(({ id, name, words }) => ({
  id: `settings ${id}`,
  name: `Settings: ${name}`,
  section: 'Settings',
  prefix: '>',
  Icon: SettingsMark,
  words,
  run: () => navigate('settings', id),
}));

export const usePaletteSettings = (): readonly PaletteItem[] => ITEMS;
