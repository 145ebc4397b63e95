import { BeadError } from '@domain/bead/errors';
import { GitError } from '@domain/git/errors';
import { SessionError } from '@domain/session/errors';
import type { StartCause, StartLeft, StartStopped } from '@domain/work/start-plan';
import { gitSentences } from '../../app/git-words';
import { type CommonError, commonSentences, type Sentences } from '../../app/words';
import { beadSentences } from '../bead';
import { sessionSentences } from '../sessions';

const LEFT: Readonly<Record<StartLeft['what'], (name: string) => string>> = {
  bead: (name) => `The bead ${name} may still be claimed.`,
  branch: (name) => `The branch ${name} stays.`,
  checkout: (name) => `The checkout stays on ${name}.`,
  worktree: (name) => `The worktree ${name} stays.`,
  draft: () => 'The draft stays in the list.',
};
const WHY: Readonly<Record<string, string>> = {
  'has-commits': 'It has commits.',
  'has-changes': 'Something is in it.',
  'changes-in-the-way': 'Files that are not committed are in the way.',
  'checked-out-elsewhere': 'It is checked out in another place.',
  'checkout-in-use': 'Another session works in it.',
};

/** What happened comes from the cause; what is safe from what was put back. */
export function startSentences(error: StartStopped | CommonError): Sentences {
  if (error.code !== 'start-stopped') return commonSentences(error);
  const { cause, left, undone } = error;
  const said = causeSentences(cause);
  if (left.length > 0)
    return {
      ...said,
      safe: left.map(({ what, name, why }) => `${LEFT[what](name)} ${WHY[why] ?? ''}`.trim()).join(' '),
    };
  return {
    ...said,
    safe:
      undone.length > 0 ? 'Everything is as it was: the bead, git and your files.' : 'Nothing was changed.',
  };
}

function causeSentences(cause: StartCause): Sentences {
  if (cause.code === 'agent-unknown')
    return sentences(`There is no agent ${cause.agent} any more.`, 'Choose another one.');
  if (cause.code === 'checkout-in-use')
    return sentences(
      `“${cause.title}” works in this checkout.`,
      'Work in a worktree, or pause that session first.',
    );
  const git = GitError.safeParse(cause);
  if (git.success) return gitSentences(git.data);
  const bead = BeadError.safeParse(cause);
  if (bead.success) return beadSentences(bead.data);
  const session = SessionError.safeParse(cause);
  return session.success ? sessionSentences(session.data) : commonSentences(cause);
}

const sentences = (happened: string, next: string): Sentences => ({
  happened,
  safe: '',
  next,
  details: null,
});

export function planSentences(error: BeadError | SessionError | CommonError): Sentences {
  const bead = BeadError.safeParse(error);
  if (bead.success) return beadSentences(bead.data);
  const session = SessionError.safeParse(error);
  return session.success ? sessionSentences(session.data) : commonSentences(error);
}

/** The way out is a person's word that the project's own code may run. */
export function needsTrust(error: StartStopped | CommonError | null): boolean {
  if (error === null || error.code !== 'start-stopped') return false;
  return error.cause.code === 'tracker-untrusted' || error.cause.code === 'project-untrusted';
}
