import type { BeadError } from '@domain/bead/errors';
import { assertNever } from '@domain/result';
import { type CommonError, commonSentences, isCommonError, type Sentences } from '../../app/words';

const UNTOUCHED = 'Nothing was changed.';
const BOARD_STAYS = 'The board shows what we knew before.';

const say = (happened: string, safe: string, next: string, details: string | null = null): Sentences => ({
  happened,
  safe,
  next,
  details,
});

const listOf = (ids: readonly string[]) => ids.join(', ');

const CLOSING = {
  blocked: (by: string) => `It waits for ${by}.`,
  'open-children': (by: string) => `Its children ${by} are still open.`,
  pinned: () => 'It is pinned.',
  template: () => 'It is a template.',
  gate: () => 'It is a gate that has not opened.',
} as const;

const EDGES = {
  itself: (id: string) => `${id} cannot wait for itself.`,
  'second-edge': (id: string, other: string) => `${id} and ${other} are linked already.`,
  'no-such-edge': (id: string, other: string) => `${id} does not wait for ${other}.`,
  'epic-under-other': (id: string, other: string) =>
    `${id} is an epic, and in this tracker only an epic can hold it; ${other} is none.`,
  ancestor: (id: string, other: string) =>
    `${id} stands under ${other}, which cannot close before it: the two would wait for each other.`,
} as const;

export function beadSentences(error: BeadError | CommonError): Sentences {
  if (isCommonError(error)) return commonSentences(error);
  switch (error.code) {
    case 'bead-not-found':
      return say(
        `There is no bead ${error.id}.`,
        UNTOUCHED,
        'Somebody may have deleted it: look at the board.',
      );
    case 'bead-conflict':
      return say(
        `Somebody else changed ${error.id} meanwhile (${listOf(error.fields)}).`,
        'Their change is kept and yours was not written.',
        'Look at both and choose.',
      );
    case 'cycle':
      return say(
        `That would close a circle: ${error.path.join(' → ')}.`,
        UNTOUCHED,
        'Remove one of these links first.',
      );
    case 'blocked-close':
      return say(
        `${error.id} cannot be closed yet. ${CLOSING[error.why](listOf(error.by))}`,
        UNTOUCHED,
        'Finish that first, or close it all the same.',
      );
    case 'status-unknown':
      return say(
        `The tracker does not know the status “${error.status}”.`,
        UNTOUCHED,
        `It knows ${listOf(error.known)}. Add the status, or choose one of these.`,
      );
    case 'dependency-refused':
      return say(EDGES[error.why](error.id, error.depends_on), UNTOUCHED, 'Choose another bead.');
    case 'bead-invalid':
      return say(`The ${error.field} cannot be used: ${error.why}.`, UNTOUCHED, 'Change it and try again.');
    case 'claim-lost':
      return say(
        error.holder === null ? `${error.id} is taken.` : `${error.holder} has taken ${error.id}.`,
        UNTOUCHED,
        'Choose another bead, or talk to them.',
      );
    case 'claim-unresolved':
      return say(
        `It is not known whether ${error.id} was claimed.`,
        'Nothing more is written until that is known.',
        'Try again in a moment.',
      );
    case 'tracker-missing':
      return say(`${error.program} is not installed.`, UNTOUCHED, `Install it: ${error.install_command}`);
    case 'tracker-too-old':
      return say(
        `${error.program} ${error.version} is too old.`,
        UNTOUCHED,
        `It should be ${error.needed} or newer: ${error.install_command}`,
      );
    case 'tracker-timed-out':
      return say(
        `The tracker has not answered for ${Math.round(error.after_ms / 1000)} seconds.`,
        BOARD_STAYS,
        'Try again, or go on: nothing is lost.',
        error.command,
      );
    case 'tracker-locked':
      return say(
        'Another program is using the tracker.',
        BOARD_STAYS,
        'Wait for it to finish, then try again.',
        error.words,
      );
    case 'tracker-refused':
      return say(
        'The tracker refused.',
        UNTOUCHED,
        'Its own words are in the details.',
        error.words || error.command,
      );
    case 'tracker-bad-output':
      return say(
        'The tracker answered something we do not understand.',
        BOARD_STAYS,
        'Check that its version is supported.',
        error.words,
      );
    case 'tracker-untrusted':
      return say(
        'This project is not trusted yet, and the tracker runs the project’s own hooks.',
        UNTOUCHED,
        'Trust the project to change its beads.',
      );
    case 'tracker-read-only':
      return say(
        'These beads can only be read here.',
        UNTOUCHED,
        error.install_command === null ? error.reason : `Install the tracker: ${error.install_command}`,
      );
    case 'tracker-unreadable':
      return say(
        'The beads of this project could not be read.',
        BOARD_STAYS,
        'Check the folder and try again.',
        `${error.path}: ${error.cause}`,
      );
    case 'no-beads-folder':
      return say('This project has no beads.', UNTOUCHED, 'Set them up on the board.', error.folder);
    default:
      return assertNever(error);
  }
}
