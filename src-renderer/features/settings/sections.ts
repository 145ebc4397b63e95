import { About } from './About';
import { Appearance } from './Appearance';
import { Budget } from './Budget';
import { Claude } from './Claude';
import { General } from './General';
import { Integrations } from './Integrations';
import { Keys } from './Keys';
import { Notices } from './Notices';
import { Prices } from './Prices';
import { Privacy } from './Privacy';
import { SessionLimits } from './SessionLimits';
import { Storage } from './Storage';
import type { SettingsSection } from './section';
import { SECTION_NAMES, type SectionId } from './section-names';
import { Tracker } from './Tracker';
import { Work } from './Work';

const CONTENT: Readonly<Record<SectionId, SettingsSection['Content']>> = {
  general: General,
  appearance: Appearance,
  claude: Claude,
  sessions: SessionLimits,
  tracker: Tracker,
  git: Work,
  privacy: Privacy,
  notices: Notices,
  budget: Budget,
  prices: Prices,
  keys: Keys,
  storage: Storage,
  integrations: Integrations,
  about: About,
};

export const SECTIONS: readonly SettingsSection[] = SECTION_NAMES.map((each) => ({
  ...each,
  Content: CONTENT[each.id],
}));
