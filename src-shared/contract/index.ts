import { app } from './app';
import { audit } from './audit';
import { beads } from './beads';
import { demo } from './demo';
import { history } from './history';
import { layout } from './layout';
import { privacy } from './privacy';
import type { Contract } from './procedure';
import { projects } from './projects';
import { sessions } from './sessions';
import { settings } from './settings';
import { terminal } from './terminal';
import { tokens } from './tokens';

/** Everything the program can be asked, by name: `subject.entry`. Our public face. */
export const contract = {
  app,
  audit,
  beads,
  demo,
  history,
  layout,
  privacy,
  projects,
  sessions,
  settings,
  terminal,
  tokens,
} satisfies Contract;
export type BeadsContract = typeof contract;
