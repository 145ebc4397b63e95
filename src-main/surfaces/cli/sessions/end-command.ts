import type { Outcome } from '@domain/session/values';
import type { EndPlan, EndWish } from '@domain/work/end-plan';
import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, failWith, projectOf, tell } from './session-answer';
import { addCommonOptions, usage } from './session-filters';
import { titleOf } from './session-table';

type EndOptions = CommonOptions & {
  readonly outcome?: string;
  readonly plan?: boolean;
  readonly review?: boolean;
  readonly log?: string;
  readonly commit?: string | true;
  readonly stash?: boolean;
  readonly removeWorktree?: boolean;
};

/** Closes; with one of the options of work it writes to the bead and settles the checkout first, as the dialog does. */
export function registerEnd(sessions: Command, frame: CliFrame): void {
  addCommonOptions(sessions.command('end').description('close it, from any state'))
    .argument('<id>', 'its id, or the beginning of it')
    .option('--outcome <outcome>', 'done, abandoned, crash, handoff, or killed to force it')
    .option('--plan', 'only say what ending the work would do')
    .option('--review', 'move its bead to review, with the execution log in its notes')
    .option('--log <text>', 'this log instead of the one that is filled in')
    .option('--commit [message]', 'commit what is not committed')
    .option('--stash', 'stash what is not committed')
    .option('--remove-worktree', 'remove its worktree, if nothing is lost by that')
    .action((id: string, options: EndOptions) => end(frame, id, options));
}

async function end(frame: CliFrame, id: string, options: EndOptions): Promise<void> {
  const { asker } = frame;
  const project = projectOf(frame, options);
  const { review, log, commit, stash, removeWorktree } = options;
  const isWork = [review, log, commit, stash, removeWorktree].some((option) => option !== undefined);
  if (!isWork && !options.plan) {
    const outcome = options.outcome as Outcome | undefined;
    const closed = await asker.ask('sessions', 'close', { project, id, outcome });
    return tell(frame, closed, options, (session) =>
      frame.say(
        `Closed (${session.outcome ?? 'no outcome'}) ${session.id.slice(0, 8)}  ${plainText(titleOf(session))}`,
      ),
    );
  }
  if (commit !== undefined && stash)
    return failWith(frame, usage('--commit and --stash exclude each other. Give one of them.'), options);
  const plan = await asker.ask('ending', 'plan', { project, id });
  if (!plan.ok || options.plan) return tell(frame, plan, options, (value) => sayPlan(frame, value));
  const { outcome = 'done' } = options;
  if (outcome !== 'done' && outcome !== 'abandoned')
    return failWith(frame, usage('Work ends as done or abandoned.'), options);
  const wish = wishOf(plan.value, options, outcome);
  const ended = await asker.ask('ending', 'end', { project, id: plan.value.session_id, wish });
  tell(frame, ended, options, ({ session, done, worktree_kept }) => {
    frame.say(`Closed (${session.outcome}) ${session.id.slice(0, 8)}  ${plainText(titleOf(session))}`);
    frame.say(frame.paint('dim', `Done: ${done.join(', ')}`));
    if (worktree_kept !== null) frame.warn(`Its worktree stays: ${worktree_kept.code}.`);
  });
}

function wishOf(plan: EndPlan, options: EndOptions, outcome: EndWish['outcome']): EndWish {
  const { review, log, commit, stash, removeWorktree } = options;
  return {
    outcome,
    move: review ? (plan.bead?.move ?? null) : null,
    log: review || log !== undefined ? (log ?? plan.log) : null,
    changes: commit !== undefined ? 'commit' : stash ? 'stash' : 'keep',
    message: typeof commit === 'string' ? commit : plan.commit_message,
    // From here nobody has read what would be lost: only what is safe goes.
    remove_worktree: removeWorktree ? [] : null,
  };
}

function sayPlan(frame: CliFrame, plan: EndPlan): void {
  const { bead, changes, worktree, log } = plan;
  if (bead !== null)
    frame.say(
      plainText(
        bead.move === null
          ? `${bead.id} stays ${bead.status}.`
          : `${bead.id} would go from ${bead.status} to ${bead.move.status}.`,
      ),
    );
  const files = changes?.files ?? [];
  frame.say(files.length === 0 ? 'Everything is committed.' : `Not committed: ${files.length}`);
  for (const { path, kind } of files) frame.say(`  ${kind.padEnd(10)} ${plainText(path)}`);
  if (worktree !== null)
    frame.say(
      plainText(
        `Worktree ${worktree.place}: ${worktree.reasons.length === 0 ? 'can go' : `stays (${worktree.reasons.join(', ')})`}.`,
      ),
    );
  if (log !== '') frame.say(`\n${log.split('\n').map(plainText).join('\n')}`);
}
