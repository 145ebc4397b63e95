import { assertNever } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import { type CommonError, commonSentences, isCommonError, type Sentences } from '../../app/words';

const UNTOUCHED = 'Nothing was changed.';
const KEPT = 'The session is kept.';
const REASONS = {
  'disk-full': 'The disk is full.',
  'read-only': 'The folder can only be read.',
  permission: 'You may not write there.',
  io: 'The disk did not answer.',
  closed: 'The sessions of this project were closed.',
} as const;
const TAGS = {
  empty: 'A tag needs at least one letter.',
  'too-long': 'A tag may be that long at most',
  'bad-characters': 'A tag holds letters, digits and - _ . : / + between them.',
  'too-many': 'A session may have that many tags at most',
} as const;

const say = (happened: string, next: string, safe = UNTOUCHED, details: string | null = null): Sentences => ({
  happened,
  safe,
  next,
  details,
});

export type SessionFailure = SessionError | CommonError;

export function sessionSentences(error: SessionFailure): Sentences {
  if (isCommonError(error)) return commonSentences(error);
  switch (error.code) {
    case 'session-not-found':
      return say(
        'This session is not there any more.',
        'It may be in the trash, or another window deleted it.',
      );
    case 'session-ambiguous':
      return say(`Several sessions begin with ${error.session_id}.`, 'Write more of its id.');
    case 'session-exists':
      return say('A session with this id exists already.', 'Open that one.');
    case 'bad-transition': {
      const allowed = error.allowed.length === 0 ? 'Nothing more' : error.allowed.join(', ');
      return say(
        `A session that is ${error.state} cannot do that (${error.action}).`,
        `Possible now: ${allowed}.`,
      );
    }
    case 'capture-conflict':
      return say(`Its transcript is ${error.state}.`, 'Try again in a moment.');
    case 'bead-already-linked':
      return say(
        `It belongs to ${error.bead_id} already.`,
        'Unlink that bead first: a session has one at most.',
      );
    case 'tag-invalid': {
      const limit = error.reason === 'too-long' || error.reason === 'too-many' ? `: ${error.limit}.` : '';
      return say(`${TAGS[error.reason]}${limit}`, 'Change the tag and try again.');
    }
    case 'text-invalid':
      return say(
        error.reason === 'too-long'
          ? `The ${error.field} is longer than ${error.limit} characters.`
          : `The ${error.field} cannot be used as it is.`,
        'Change it and try again.',
      );
    case 'cursor-malformed':
      return say('The place in the list could not be read.', 'Start again at the top.');
    case 'run-already-completed':
    case 'run-not-found':
      return say('The record of that run cannot be changed.', 'Reload the window.');
    case 'revision-conflict':
      return say(
        'Somebody else changed this session at the same moment.',
        'Look at it again and repeat what you meant.',
      );
    case 'newer-version':
      return say(
        'These sessions were written by a newer version.',
        'Update Beads Console to change them.',
        'They can be read, and nothing was changed.',
        error.file,
      );
    case 'session-folder-strange':
      return say(
        'Something else lies where this session’s folder should be.',
        'Move it away and try again.',
        UNTOUCHED,
        error.path,
      );
    case 'store-unavailable':
      return say(
        REASONS[error.reason],
        'Mend it and try again.',
        'What was saved before is safe.',
        error.path ?? null,
      );
    case 'locked':
      return say(
        'Another process is working on this session.',
        `Use that one, or end it first (process ${error.owner.pid} on ${error.owner.host}).`,
      );
    case 'project-unknown':
      return say(
        'This folder cannot be used for sessions.',
        'Open the project again.',
        UNTOUCHED,
        error.project,
      );
    case 'claude-not-drivable':
      return say(
        'This version cannot start Claude yet.',
        'Keep the session as a draft, or run claude in a terminal.',
      );
    case 'claude-not-found':
      return say(
        'The Claude CLI was not found.',
        'Install it (npm install -g @anthropic-ai/claude-code), or name it in the settings.',
        KEPT,
        `Looked in:\n${error.looked_in.join('\n')}`,
      );
    case 'claude-too-old':
      return say(`Claude ${error.found} is too old.`, `Update it to ${error.needed} or newer.`);
    case 'claude-not-logged-in':
      return say(
        'Claude is not logged in, so it cannot work.',
        'Log in once: in Claude’s own terminal here, or with claude auth login in any terminal. Then try again.',
        'The session is kept, and nothing was sent.',
        `${error.claude} auth login`,
      );
    case 'claude-did-not-start':
      return say(
        'Claude did not start.',
        'Look at the details, then try again.',
        'The session is kept.',
        error.detail,
      );
    case 'no-process':
      return say('Claude does not run for this session.', 'Start or resume it first.', KEPT);
    case 'permission-gone':
      return say('This question was answered already, or its turn is over.', 'There is nothing to do.');
    case 'turn-running':
      return say('Claude is at work.', 'Wait for the end of the turn, or stop it first.', KEPT);
    case 'prompt-gone':
      return say(
        'This prompt was sent meanwhile.',
        'It stands in the conversation, or will once Claude has taken it.',
      );
    case 'console-not-running':
      return say('Beads Console has to run while Claude works.', 'Start it with npm start, then try again.');
    case 'project-untrusted':
      return say(
        'This project is not trusted yet.',
        'Trust it first: Claude would run what its settings and hooks say.',
        UNTOUCHED,
        error.project,
      );
    case 'cwd-missing':
      return say(
        'The folder it worked in is gone.',
        'Bring it back, or start a new session.',
        KEPT,
        error.cwd,
      );
    case 'terminal-unavailable':
      return say(
        'There is no terminal to run Claude in.',
        'Start it in the stream seat instead: it needs none. The setting is under Claude.',
        KEPT,
        error.detail,
      );
    case 'transcript-missing':
      return say(
        "Claude's transcript of this session is gone, so Claude cannot continue it.",
        'Hand off to a fresh session in the same chain.',
        KEPT,
        error.session_id,
      );
    case 'transcript-unreadable':
      return say(
        "Claude's transcript of this session cannot be read.",
        'Look at the file, or hand off to a fresh session in the same chain.',
        KEPT,
        `${error.path} (${error.reason})`,
      );
    case 'session-open-elsewhere':
      return say(
        'Claude has this session open in another place.',
        `End it there first (process ${error.pid}): two at once would split the conversation.`,
        KEPT,
      );
    default:
      return assertNever(error);
  }
}
