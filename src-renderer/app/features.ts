import { audit } from '../features/audit';
import { bead } from '../features/bead';
import { board } from '../features/board';
import { changes } from '../features/changes';
import { dashboard } from '../features/dashboard';
import { demo } from '../features/demo';
import { doctor } from '../features/doctor';
import { history } from '../features/history';
import { notices } from '../features/notices';
import { project } from '../features/project';
import { sessions } from '../features/sessions';
import { settings } from '../features/settings';
import { start } from '../features/start';
import { tour } from '../features/tour';
import { welcome } from '../features/welcome';
import type { Feature } from './feature';

/** Everything the window can show. A feature enters here and nowhere else. */
export const features: readonly Feature[] = [
  project,
  welcome,
  board,
  bead,
  sessions,
  history,
  start,
  changes,
  dashboard,
  notices,
  settings,
  doctor,
  audit,
  demo,
  tour,
];
