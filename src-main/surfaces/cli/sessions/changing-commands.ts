import type { BeadId } from '@domain/ids';
import { placeFromEnvironment } from '@domain/session/gas-town';
import type { Session } from '@domain/session/record';
import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { registerDelete } from './delete-command';
import { type CommonOptions, failWith, projectOf, tell } from './session-answer';
import { addCommonOptions, parts, usage } from './session-filters';
import { titleOf } from './session-table';
import { withRecord } from './with-record';

type NewOptions = CommonOptions & {
  readonly title?: string;
  readonly objective?: string;
  readonly prompt?: string;
  readonly bead?: string;
  readonly agent?: string;
  readonly branch?: string;
  readonly tag?: readonly string[];
};
type TagOptions = CommonOptions & { readonly remove?: boolean; readonly replace?: boolean };

export function registerChanging(sessions: Command, frame: CliFrame): void {
  const { asker } = frame;
  const sayChanged = (what: string) => (session: Session) =>
    frame.say(`${what} ${session.id.slice(0, 8)}  ${plainText(titleOf(session))}`);

  addCommonOptions(sessions.command('new').description('a draft; printed once it is on disk'))
    .argument('[title]', 'what it is about')
    .option('--title <text>', 'what it is about')
    .option('--objective <text>', 'what is to be reached')
    .option('--prompt <text>', 'what Claude is told first')
    .option('--bead <id>', 'the bead it works on')
    .option('--agent <id>', 'the agent prompt')
    .option('--branch <name>', 'the branch it works on')
    .option('--tag <list>', 'tags, with commas', parts)
    .action(async (title: string | undefined, options: NewOptions) => {
      const created = await asker.ask('sessions', 'create', {
        project: projectOf(frame, options),
        title: options.title ?? title,
        objective: options.objective,
        prompt: options.prompt,
        bead_id: options.bead as BeadId | undefined,
        agent_id: options.agent,
        branch: options.branch,
        tags: options.tag === undefined ? undefined : [...options.tag],
        place: placeFromEnvironment(frame.env),
      });
      tell(frame, created, options, (session) => {
        sayChanged('Created')(session);
        frame.say(frame.paint('dim', session.id));
      });
    });

  addCommonOptions(sessions.command('tag').description('add tags, or take them away'))
    .argument('<id>', 'its id, or the beginning of it')
    .argument('[tags...]', 'the tags')
    .option('--remove', 'take these away')
    .option('--replace', 'exactly these')
    .action(async (id: string, tags: string[], options: TagOptions) => {
      if (options.replace && options.remove)
        return failWith(
          frame,
          usage('--remove and --replace exclude each other. Give one of them.'),
          options,
        );
      const mode = options.replace ? 'replace' : options.remove ? 'remove' : 'add';
      const project = projectOf(frame, options);
      const tagged = await withRecord(frame, id, (of) =>
        asker.ask('sessions', 'tag', { project, id: of, mode, tags }),
      );
      tell(frame, tagged, options, (session) =>
        frame.say(`Tags: ${plainText(session.tags.join(', ')) || 'none'}`),
      );
    });

  addCommonOptions(sessions.command('rename').description('another title; none takes it away'))
    .argument('<id>', 'its id, or the beginning of it')
    .argument('[title...]', 'the new title')
    .action(async (id: string, words: string[], options: CommonOptions) => {
      const title = words.length === 0 ? null : words.join(' ');
      const project = projectOf(frame, options);
      const renamed = await withRecord(frame, id, (of) =>
        asker.ask('sessions', 'rename', { project, id: of, title }),
      );
      tell(frame, renamed, options, sayChanged('Renamed'));
    });

  addCommonOptions(sessions.command('untrash').description('take a deleted session back'))
    .argument('<id>', 'its id, or the beginning of it')
    .action(async (id: string, options: CommonOptions) => {
      const back = await asker.ask('sessions', 'untrash', { project: projectOf(frame, options), id });
      tell(frame, back, options, sayChanged('Taken back'));
    });

  registerDelete(sessions, frame);
}
