import type { StartStopped } from '@domain/work/start-plan';
import { exitOfBead, sentenceOfBead } from '../beads/bead-sentences';
import { ExitCode as Exit, type ExitCode } from '../exit-code';
import { plainText } from '../plain-text';
import { sentenceOfSession } from './session-sentences';

type Facts = { readonly code: string; readonly [fact: string]: unknown };

const said = (error: Facts, name: string): string => plainText(String(error[name] ?? '?'));

const GIT: Readonly<Record<string, (error: Facts) => string>> = {
  'git-missing': () => 'Git was not found. Install it first.',
  'not-a-repository': () => 'This folder is not in git. Leave --branch and --worktree out, or run: git init',
  'no-commit-yet': () => 'This repository has no commit yet. Make a first one.',
  'branch-name-invalid': (e) => `"${said(e, 'branch')}" is no name for a branch. Give another with --branch.`,
  'branch-exists': (e) =>
    `The branch ${said(e, 'branch')} exists. Give another with --branch, or go on with it: --reuse`,
  'branch-missing': (e) => `There is no branch ${said(e, 'branch')}. Leave --reuse out to make it.`,
  'branch-in-use': (e) => `${said(e, 'branch')} is checked out in ${said(e, 'place')}. Take another name.`,
  'branch-name-clash': (e) =>
    `${said(e, 'branch')} and ${said(e, 'other')} cannot exist side by side. Take another name.`,
  'base-missing': (e) => `There is no branch ${said(e, 'base')} to begin from. Give another with --base.`,
  'changes-in-the-way': () =>
    'Files that are not committed are in the way. Commit or stash them, or work in a worktree: --worktree',
  'operation-under-way': (e) => `A ${said(e, 'operation')} is under way. Finish it, or use --worktree.`,
  'place-taken': (e) =>
    `Something is at ${said(e, 'place')} already. Give another place with --worktree <dir>.`,
  'place-inside': (e) => `${said(e, 'place')} lies inside another checkout. Give another place.`,
  'place-not-writable': (e) => `${said(e, 'place')} cannot be written. Give another place.`,
  'git-failed': (e) => `Git said no: ${said(e, 'said')}`,
  'agent-unknown': (e) =>
    `There is no agent ${said(e, 'agent')}: neither in .claude/agents of the project, nor in yours. A project's count once it is trusted.`,
  'checkout-in-use': (e) =>
    `The session "${said(e, 'title')}" works in this checkout. Use --worktree, or pause it first.`,
};

/** The cause, and what became of everything before it. */
export function startSentence({ cause, left, undone }: StartStopped): string {
  const facts = cause as Facts;
  const why =
    GIT[cause.code]?.(facts) ??
    sentenceOfBead(facts) ??
    sentenceOfSession(facts) ??
    plainText(JSON.stringify(cause));
  const kept = left.map(
    ({ what, name, why: because }) => `Left as it is: ${what} ${plainText(name)} (${because}).`,
  );
  const safe =
    kept.length > 0 ? kept : undone.length > 0 ? ['Everything else is as it was.'] : ['Nothing was changed.'];
  return [why, ...safe].join('\n');
}

const CONFLICTS: ReadonlySet<string> = new Set([
  'branch-in-use',
  'branch-name-clash',
  'checkout-in-use',
  'locked',
]);

export function exitOfStart({ cause }: StartStopped): ExitCode {
  return CONFLICTS.has(cause.code) ? Exit.conflict : exitOfBead(cause);
}
