export { beadSentences } from './bead-errors';
export { Priority } from './Priority';
export { typeIcon } from './type-icon';
export { useBeads, useIsWindowVisible } from './use-beads';
