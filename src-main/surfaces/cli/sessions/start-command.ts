import { resolve } from 'node:path';
import type { BeadId, FolderPath } from '@domain/ids';
import type { ContextPartKind } from '@domain/session/context-pack';
import type { PermissionMode } from '@domain/session/live';
import { Seat } from '@domain/session/values';
import type { CheckoutWish, StartPlan } from '@domain/work/start-plan';
import { type Command, Option } from 'commander';
import { exitOfBead, sentenceOfBead } from '../beads/bead-sentences';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import type { LaunchOptions } from './driving-commands';
import { failWith, projectOf, tell } from './session-answer';
import { addCommonOptions } from './session-filters';
import { titleOf } from './session-table';
import { exitOfStart, startSentence } from './start-sentences';

export type StartOptions = LaunchOptions & {
  readonly bead?: string;
  readonly branch?: string;
  readonly base?: string;
  readonly reuse?: boolean;
  readonly worktree?: boolean | string;
  readonly inPlace?: boolean;
  readonly model?: string;
  readonly file?: readonly string[];
  readonly note?: string;
  /** `--no-context`. */
  readonly context: boolean;
};

/** `sessions start <id>` starts a draft; `--bead` starts work as the window does, with the same undo. */
export function registerStart(
  sessions: Command,
  frame: CliFrame,
  startDraft: (id: string, options: LaunchOptions) => Promise<void>,
): void {
  addCommonOptions(
    sessions.command('start').description('start Claude on a draft, or work on a bead; the app must run'),
  )
    .argument('[id]', 'of a draft: its id, or the beginning of it')
    .option('--bead <id>', 'claim this bead, make its branch, and start Claude on it')
    .option('--branch <name>', 'with --bead: the branch (default: made from the bead)')
    .option('--base <branch>', 'with --bead: where the branch begins')
    .option('--reuse', 'with --bead: go on with a branch that exists')
    .option('--worktree [dir]', 'with --bead: in a worktree of its own')
    .option('--in-place', 'with --bead: in this checkout')
    .option('--model <name>', 'with --bead: the model')
    .option('--file <pattern...>', 'with --bead: files that Claude is shown')
    .option('--note <text>', 'with --bead: a note for Claude')
    .option('--no-context', 'with --bead: the prompt alone')
    .option('--prompt <text>', 'what Claude is told first')
    .option('--permission-mode <mode>', 'default, acceptEdits, plan, dontAsk or bypassPermissions')
    .option('--agent <name>', 'an agent that Claude knows')
    .option('--add-dir <dir...>', 'more folders it may work in')
    .addOption(new Option('--seat <seat>', 'how Claude is driven').choices(Seat.options))
    .action(async (id: string | undefined, options: StartOptions) => {
      const hasBoth = id !== undefined && options.bead !== undefined;
      if (hasBoth || (id === undefined && options.bead === undefined))
        return failWith(
          frame,
          { code: 'usage', message: 'Give the id of a draft, or --bead <id>.' },
          options,
        );
      if (id !== undefined) return startDraft(id, options);
      return startWork(frame, options.bead as BeadId, options);
    });
}

async function startWork(frame: CliFrame, bead: BeadId, options: StartOptions): Promise<void> {
  const project = projectOf(frame, options);
  const planned = await frame.asker.ask('starting', 'plan', { project, bead_id: bead });
  if (!planned.ok) {
    const { error } = planned;
    const sentence = options.json ? null : sentenceOfBead(error);
    if (sentence === null) return failWith(frame, error, options);
    frame.warn(sentence);
    return frame.exitWith(exitOfBead(error));
  }
  const plan = planned.value;
  const { defaults } = plan;
  const started = await frame.asker.ask('starting', 'start', {
    project,
    bead_id: bead,
    claim: true,
    prompt: options.prompt ?? plan.prompt,
    checkout: checkoutOf(frame, plan, options),
    agent: options.agent ?? defaults.agent,
    model: options.model ?? defaults.model,
    permission_mode: (options.permissionMode ?? defaults.permission_mode) as PermissionMode,
    add_dirs: foldersOf(frame, options),
    seat: options.seat ?? defaults.seat,
    context: {
      parts: options.context ? chosenParts(plan) : [],
      files: [...(options.file ?? [])],
      notes: options.note ?? '',
    },
  });
  if (!started.ok && started.error.code === 'start-stopped') {
    const { error } = started;
    frame.warn(options.json ? JSON.stringify({ error }) : startSentence(error));
    return frame.exitWith(exitOfStart(error));
  }
  tell(frame, started, options, ({ session, is_waiting }) => {
    const words = is_waiting ? 'Waits for a place:' : 'Started';
    frame.say(`${words} ${session.id.slice(0, 8)}  ${plainText(titleOf(session))}`);
    if (session.branch !== undefined)
      frame.say(plainText(`On ${session.branch}${session.worktree ? ` in ${session.worktree}` : ''}`));
  });
}

export const foldersOf = (frame: CliFrame, { addDir }: LaunchOptions) =>
  addDir?.map((folder) => resolve(frame.cwd, folder) as FolderPath);

const chosenParts = ({ context }: StartPlan): ContextPartKind[] =>
  context.parts.filter(({ is_chosen }) => is_chosen).map(({ kind }) => kind);

function checkoutOf(frame: CliFrame, plan: StartPlan, options: StartOptions): CheckoutWish {
  const { git, branch, defaults } = plan;
  // Asked for by name it has to be possible; otherwise a folder without git is worked in as it is.
  const isAsked = options.branch !== undefined || options.worktree !== undefined;
  if (git === null && !isAsked) return { type: 'as-is' };
  const reuse = options.reuse ?? false;
  const named = {
    branch: options.branch ?? branch.branch,
    base: reuse ? null : (options.base ?? git?.base ?? null),
    reuse,
  };
  const isWorktree =
    options.worktree !== undefined || (options.inPlace !== true && defaults.where === 'worktree');
  if (!isWorktree) return { type: 'branch', ...named };
  const { worktree } = options;
  const place = typeof worktree === 'string' ? (resolve(frame.cwd, worktree) as FolderPath) : null;
  return { type: 'worktree', ...named, place };
}
