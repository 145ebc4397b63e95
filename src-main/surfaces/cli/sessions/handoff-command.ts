import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, failWith, projectOf, tell } from './session-answer';
import { addCommonOptions } from './session-filters';
import { titleOf } from './session-table';
import { withRecord } from './with-record';

type HandOffOptions = CommonOptions & {
  readonly seed?: string;
  readonly note?: boolean;
  readonly title?: string;
  readonly agent?: string;
  readonly worktree?: string;
};

export function registerHandOff(sessions: Command, frame: CliFrame): void {
  const { asker } = frame;
  addCommonOptions(
    sessions.command('handoff').description('close it and plan its successor in the same chain'),
  )
    .argument('<id>', 'its id, or the beginning of it')
    .option('--seed <text>', 'what the successor is told first; without it a note is written')
    .option('--note', 'only print that note')
    .option('--title <text>', 'title of the successor')
    .option('--agent <name>', 'another agent')
    .option('--worktree <branch>', 'in a worktree of its own, on this new branch')
    .action(async (id: string, options: HandOffOptions) => {
      const project = projectOf(frame, options);
      const note =
        options.seed === undefined || options.note
          ? await withRecord(frame, id, (of) => asker.ask('resuming', 'note', { project, id: of }))
          : null;
      if (note !== null && (options.note || !note.ok))
        return tell(frame, note, options, (value) =>
          frame.say(value.note.split('\n').map(plainText).join('\n')),
        );
      const seed = options.seed ?? (note?.ok ? note.value.note : '');
      const wish = { project, id, seed, title: options.title, agent_id: options.agent };
      const { worktree: branch } = options;
      const handed =
        branch === undefined
          ? await withRecord(frame, id, (of) => asker.ask('sessions', 'handOff', { ...wish, id: of }))
          : await asker.ask('starting', 'handOff', { ...wish, branch, place: null });
      if (!handed.ok && handed.error.code === 'worktree-refused')
        return failWith(frame, handed.error.cause, options);
      tell(frame, handed, options, ({ child }) =>
        frame.say(`Handed off to ${child.id.slice(0, 8)}  ${plainText(titleOf(child))}`),
      );
    });
}
