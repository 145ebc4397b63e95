import { app } from './app';
import { audit } from './audit';
import { beads } from './beads';
import { changes } from './changes';
import { demo } from './demo';
import { ending } from './ending';
import { history } from './history';
import { hooks } from './hooks';
import { layout } from './layout';
import { notices } from './notices';
import { privacy } from './privacy';
import type { Contract } from './procedure';
import { projects } from './projects';
import { resuming } from './resuming';
import { sessions } from './sessions';
import { settings } from './settings';
import { starting } from './starting';
import { storage } from './storage';
import { terminal } from './terminal';
import { tokens } from './tokens';
import { trigger } from './trigger';
import { worktrees } from './worktrees';

/** Everything the program can be asked, by name: `subject.entry`. Our public face. */
export const contract = {
  app,
  audit,
  beads,
  changes,
  demo,
  ending,
  history,
  hooks,
  layout,
  notices,
  privacy,
  projects,
  resuming,
  sessions,
  settings,
  starting,
  storage,
  terminal,
  tokens,
  trigger,
  worktrees,
} satisfies Contract;
export type BeadsContract = typeof contract;
