import { resolve } from 'node:path';
import type { LossReason } from '@domain/git/errors';
import type { FolderPath } from '@domain/ids';
import { isSafe, type WorktreeEntry } from '@domain/work/worktree-entry';
import type { Command } from 'commander';
import { ExitCode } from '../exit-code';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, failWith, projectOf, tell } from '../sessions/session-answer';
import { addCommonOptions } from '../sessions/session-filters';

type RemoveOptions = CommonOptions & { readonly allSafe?: boolean; readonly dryRun?: boolean };

const HELP = `
A worktree is removed only when nothing would be lost with it: clean, merged or pushed, not locked, no stash of its
branch, no session that works in it or comes back to it. Its branch stays. Everything else is refused with its reasons.

Examples:
  beads-console worktrees list
  beads-console worktrees remove ../tide-3qa
  beads-console worktrees remove --all-safe --dry-run`;

const WORDS: Readonly<Record<LossReason, string>> = {
  'main-checkout': 'the project itself',
  'session-live': 'a session works in it',
  'session-paused': 'a session comes back to it',
  locked: 'locked',
  'changed-files': 'changes',
  'untracked-files': 'new files',
  'ignored-files': 'ignored files',
  'merge-under-way': 'half a merge',
  'unpushed-commits': 'commits not merged or pushed',
  'detached-commits': 'commits on no branch',
  'stashed-work': 'a stash',
  submodules: 'submodules',
  'nested-repository': 'a repository inside',
  'folder-missing': 'folder gone',
  unreadable: 'git cannot read it',
};
const inWords = (reasons: readonly LossReason[]) => reasons.map((reason) => WORDS[reason]).join(', ');

export function registerWorktreeCommands(program: Command, frame: CliFrame): void {
  const worktrees = program
    .command('worktrees')
    .description('the checkouts of a project beside its own')
    .addHelpText('after', HELP);
  const { asker } = frame;

  addCommonOptions(
    worktrees.command('list').description('with size, age, owner, and what speaks against removal'),
  ).action(async (options: CommonOptions) => {
    const listed = await asker.ask('worktrees', 'list', {
      project: projectOf(frame, options),
      measure: true,
    });
    tell(frame, listed, options, ({ worktrees: found }) => {
      const rows = found.filter(({ is_main }) => !is_main);
      if (rows.length === 0) return frame.say('No worktrees beside the project itself.');
      frame.sayTable<WorktreeEntry>(rows, [
        { title: 'BRANCH', value: ({ branch }) => branch ?? '(detached)', maxWidth: 40 },
        { title: 'SIZE', value: ({ size_bytes }) => sizeWords(size_bytes), alignRight: true },
        { title: 'TOUCHED', value: ({ touched_at }) => (touched_at ?? '').slice(0, 10) },
        { title: 'OWNER', value: ownerWords, maxWidth: 30 },
        { title: 'SAFE', value: (row) => (isSafe(row) ? 'yes' : inWords(row.reasons)), maxWidth: 60 },
        { title: 'FOLDER', value: ({ path }) => path },
      ]);
    });
  });

  addCommonOptions(
    worktrees.command('remove').description('those that nothing would be lost with; branches stay'),
  )
    .argument('[folders...]', 'which')
    .option('--all-safe', 'every one that is safe')
    .option('--dry-run', 'say which, remove none')
    .action(async (folders: readonly string[], options: RemoveOptions) => {
      const project = projectOf(frame, options);
      if ((folders.length === 0) === (options.allSafe !== true)) {
        frame.warn('Name the folders to remove, or say --all-safe.');
        return frame.exitWith(ExitCode.usage);
      }
      const listed = await asker.ask('worktrees', 'list', { project, measure: false });
      if (!listed.ok) return failWith(frame, listed.error, options);
      const safe = listed.value.worktrees.filter(isSafe).map(({ path }) => path as FolderPath);
      const wanted = options.allSafe
        ? safe
        : folders.map((folder) => resolve(frame.cwd, folder) as FolderPath);
      if (options.dryRun) {
        const would = wanted.filter((path) => safe.includes(path));
        if (options.json) return frame.sayJson({ would_remove: would });
        for (const path of would) frame.say(plainText(path));
        return;
      }
      if (wanted.length === 0)
        return options.json ? frame.sayJson({ outcomes: [] }) : frame.say('None is safe to remove.');
      const removed = await asker.ask('worktrees', 'remove', { project, paths: wanted });
      tell(frame, removed, options, ({ outcomes }) => {
        for (const { path, is_removed, error } of outcomes)
          if (is_removed) frame.say(`Removed ${plainText(path)}`);
          else
            frame.warn(
              `Kept ${plainText(path)}: ${error?.code === 'would-lose' ? inWords(error.reasons) : (error?.code ?? 'unknown')}`,
            );
      });
      if (removed.ok && removed.value.outcomes.some(({ is_removed }) => !is_removed))
        frame.exitWith(ExitCode.conflict);
    });
}

function ownerWords({ owner }: WorktreeEntry): string {
  if (owner === null) return '';
  const name = owner.title ?? owner.session_id.slice(0, 8);
  return `${owner.bead_id === null ? '' : `${owner.bead_id} `}${name} (${owner.status})`;
}

function sizeWords(bytes: number | null): string {
  if (bytes === null) return '?';
  const mb = bytes / 1024 / 1024;
  return mb < 1024 ? `${mb.toFixed(mb < 10 ? 1 : 0)} MB` : `${(mb / 1024).toFixed(1)} GB`;
}
