import { ExitCode as Exit, type ExitCode, exitCodeOf } from '../exit-code';
import { plainText } from '../plain-text';

export type Failure = { readonly code: string; readonly [fact: string]: unknown };

const said = (error: Failure, name: string): string => plainText(String(error[name] ?? '?'));
const listed = (error: Failure, name: string, between = ', '): string => {
  const items = error[name];
  return Array.isArray(items) ? items.map((item) => plainText(String(item))).join(between) : '?';
};
const install = (error: Failure): string =>
  error['install_command'] ? ` Install it with: ${said(error, 'install_command')}` : '';

const refusals: Readonly<Record<string, string>> = {
  itself: 'a bead cannot depend on itself',
  'second-edge': 'there is an edge between the two already',
  'no-such-edge': 'there is no such edge',
  'epic-under-other': 'in this tracker an epic can only stand under an epic',
  ancestor: 'the first stands under the second, which cannot close before it',
};
const obstacles: Readonly<Record<string, string>> = {
  blocked: 'it is blocked by',
  'open-children': 'it has open children:',
  pinned: 'it is pinned',
  template: 'it is a template',
  gate: 'it is a gate that is not satisfied',
};

/** One sentence with the way out. */
const sentences: Readonly<Record<string, (error: Failure) => string>> = {
  'bead-not-found': (e) => `There is no bead ${said(e, 'id')}. See: beads-console beads list --all`,
  'bead-conflict': (e) =>
    `Somebody else changed ${listed(e, 'fields')} of ${said(e, 'id')} meanwhile. Look at it with: beads-console beads show ${said(e, 'id')}`,
  cycle: (e) => `That would make a circle: ${listed(e, 'path', ' -> ')}. Remove one of these edges first.`,
  'blocked-close': (e) =>
    `${said(e, 'id')} is not closed: ${obstacles[String(e['why'])] ?? said(e, 'why')} ${listed(e, 'by')}. Close those first, or use --force.`,
  'status-unknown': (e) =>
    `This project has no status ${said(e, 'status')}. It knows: ${listed(e, 'known')}. Add one in the window, or with: bd config set status.custom`,
  'dependency-refused': (e) =>
    `${said(e, 'id')} and ${said(e, 'depends_on')}: ${refusals[String(e['why'])] ?? said(e, 'why')}.`,
  'bead-invalid': (e) => `The ${said(e, 'field')} cannot be used: ${said(e, 'why')}.`,
  'claim-lost': (e) =>
    e['holder'] === null
      ? `${said(e, 'id')} cannot be claimed: its status is ${said(e, 'status')}.`
      : `${said(e, 'id')} is held by ${said(e, 'holder')} (${said(e, 'status')}). Choose another: beads-console beads ready`,
  'claim-unresolved': (e) =>
    `The tracker does not say whether ${said(e, 'id')} was claimed for ${said(e, 'actor')}. Try again: it is looked at first.`,
  'tracker-missing': (e) => `${said(e, 'program')} is not installed, and this project needs it.${install(e)}`,
  'tracker-too-old': (e) =>
    `${said(e, 'program')} ${said(e, 'version')} is too old for this project, ${said(e, 'needed')} is needed.${install(e)}`,
  'tracker-timed-out': (e) =>
    `bd ${said(e, 'command')} did not answer within ${Math.round(Number(e['after_ms']) / 1000)} s and was ended. Try again, or run it by hand to see what it waits for.`,
  'tracker-locked': (e) =>
    `The project's database is in use: ${said(e, 'words')}. Wait for the other program, then try again.`,
  'tracker-refused': (e) => `bd refused (${said(e, 'command')}): ${said(e, 'words')}`,
  'tracker-bad-output': (e) =>
    `bd ${said(e, 'version')} answered ${said(e, 'command')} with something that cannot be read: ${said(e, 'words')}. Another version may help: bd version`,
  'tracker-untrusted': () =>
    'This project is not trusted yet, and writing through bd runs its hooks. Open it in the window and trust it first.',
  'tracker-read-only': (e) => `This project can only be read here (${said(e, 'reason')}).${install(e)}`,
  'tracker-unreadable': (e) => `${said(e, 'path')} cannot be read (${said(e, 'cause')}). Check it.`,
  'no-beads-folder': (e) =>
    `${said(e, 'folder')} has no beads. Make them in the window, or with: bd init   (or give --project)`,
  'invalid-option': (e) => `${said(e, 'option')}: ${said(e, 'why')}. See --help.`,
  'invalid-moment': (e) => `"${said(e, 'text')}" is no date. Give 2026-01-31, or a time with it.`,
};

export function sentenceOfBead(error: Failure): string | null {
  return sentences[error.code]?.(error) ?? null;
}

const exits: Readonly<Record<string, ExitCode>> = {
  'claim-lost': Exit.conflict,
  'claim-unresolved': Exit.conflict,
  'blocked-close': Exit.conflict,
  'dependency-refused': Exit.conflict,
  cycle: Exit.conflict,
  'tracker-locked': Exit.conflict,
  'status-unknown': Exit.usage,
  'no-beads-folder': Exit.notFound,
};

export function exitOfBead(error: Failure): ExitCode {
  return exits[error.code] ?? exitCodeOf(error);
}
