import { join, resolve } from 'node:path';
import { gatherFolders, type HistoryFolder, type HistoryFolders } from '@domain/history/folders';
import { UNASSOCIATED } from '@domain/history/project-map';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, failWith, tell } from '../sessions/session-answer';
import { usage } from '../sessions/session-filters';

export type FolderOptions = CommonOptions & {
  readonly folders?: boolean;
  readonly remap?: readonly string[];
  readonly unmap?: readonly string[];
};

/** An option that may stand several times. */
export const gather = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** Which folder of the history is whose: first what is said here, then the whole list. */
export async function aboutFolders(frame: CliFrame, options: FolderOptions): Promise<void> {
  const { asker } = frame;
  const words: { folder: string; project: string | null }[] = [];
  for (const text of options.remap ?? []) {
    const pair = pairOf(text);
    if (pair === null) return failWith(frame, usage('--remap takes <old folder>=<project>.'), options);
    words.push({ folder: pathOf(frame, pair.folder), project: pathOf(frame, pair.project) });
  }
  for (const text of options.unmap ?? []) words.push({ folder: pathOf(frame, text), project: null });
  for (const word of words) {
    const said = await asker.ask('history', 'remap', word);
    if (!said.ok) return failWith(frame, said.error, options);
  }
  tell(frame, await asker.ask('history', 'folders', {}), options, (value) => sayFolders(frame, value));
}

/** The sign may stand in a path too: the one before a path counts, else the first. */
function pairOf(text: string): { folder: string; project: string } | null {
  const before = /^(.+?)=((?:[~/\\.]|[A-Za-z]:).*)$/.exec(text) ?? /^([^=]+)=(.+)$/.exec(text);
  const [, folder, project] = before ?? [];
  return folder === undefined || project === undefined ? null : { folder, project };
}

function pathOf(frame: CliFrame, typed: string): string {
  const home = frame.env['HOME'] ?? frame.env['USERPROFILE'];
  const isAtHome = home !== undefined && (typed === '~' || /^~[\\/]/.test(typed));
  return isAtHome ? join(home, typed.slice(1)) : resolve(frame.cwd, typed);
}

function sayFolders(frame: CliFrame, { projects, folders, remaps, problem }: HistoryFolders): void {
  const apart = folders.filter(({ project }) => project === UNASSOCIATED);
  const none = apart.reduce((sum, { sessions }) => sum + sessions, 0);
  const rows = projects
    .filter(({ sessions }) => sessions > 0)
    .map(({ path, sessions }) => ({ path, sessions: String(sessions) }))
    .concat(none > 0 ? [{ path: UNASSOCIATED, sessions: String(none) }] : []);
  frame.sayTable(rows, [
    { title: 'PROJECT', value: ({ path }) => plainText(path), maxWidth: 90 },
    { title: 'SESSIONS', value: ({ sessions }) => sessions, alignRight: true },
  ]);
  if (apart.length > 0) frame.say('\nFolders of no project:');
  for (const folder of gatherFolders(apart)) frame.say(`  ${wordsOf(folder)}`);
  if (remaps.length > 0) frame.say('\nSaid by you:');
  for (const { folder, project, sessions } of remaps)
    frame.say(`  ${plainText(folder)} is now ${plainText(project)} (${sessions})`);
  if (problem !== null) frame.say(`\nWhat you said about folders cannot be read: ${plainText(problem)}.`);
}

const wordsOf = ({ folder, sessions }: HistoryFolder) =>
  `${folder === null ? '(no folder in the transcript)' : plainText(folder)} (${sessions})`;
