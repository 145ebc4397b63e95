import { declarationsOf } from '../../app/keymap/action';
import { placeActions } from './use-place-keys';
import { runActions } from './use-run-actions';
import { menuActions } from './use-session-menu';
import { tabActions } from './use-tab-keys';

export const declared = [
  ...declarationsOf(placeActions),
  ...declarationsOf(runActions),
  ...declarationsOf(menuActions),
  ...declarationsOf(tabActions),
];
