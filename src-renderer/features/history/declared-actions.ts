import { declarationsOf } from '../../app/keymap/action';
import { findActions } from './find-actions';
import { resultsActions } from './use-results-actions';
import { transcriptActions } from './use-transcript-actions';

export const declared = [
  ...declarationsOf(resultsActions),
  ...declarationsOf(transcriptActions),
  ...declarationsOf(findActions),
];
