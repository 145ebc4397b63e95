import { resolve } from 'node:path';
import type { BeadId, FolderPath } from '@domain/ids';
import { placeFromEnvironment } from '@domain/session/gas-town';
import type { Session } from '@domain/session/record';
import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, failWith, projectOf, tell } from './session-answer';
import { addCommonOptions, parts, rangeOf, usage } from './session-filters';
import { titleOf } from './session-table';

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
type DeleteOptions = CommonOptions & {
  readonly since?: string;
  readonly until?: string;
  readonly export?: string | false;
  readonly dryRun?: boolean;
  readonly purge?: boolean;
};

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
      const tagged = await asker.ask('sessions', 'tag', {
        project: projectOf(frame, options),
        id,
        mode,
        tags,
      });
      tell(frame, tagged, options, (session) =>
        frame.say(`Tags: ${plainText(session.tags.join(', ')) || 'none'}`),
      );
    });

  addCommonOptions(sessions.command('rename').description('another title; none takes it away'))
    .argument('<id>', 'its id, or the beginning of it')
    .argument('[title...]', 'the new title')
    .action(async (id: string, words: string[], options: CommonOptions) => {
      const title = words.length === 0 ? null : words.join(' ');
      const renamed = await asker.ask('sessions', 'rename', {
        project: projectOf(frame, options),
        id,
        title,
      });
      tell(frame, renamed, options, sayChanged('Renamed'));
    });

  addCommonOptions(sessions.command('untrash').description('take a deleted session back'))
    .argument('<id>', 'its id, or the beginning of it')
    .action(async (id: string, options: CommonOptions) => {
      const back = await asker.ask('sessions', 'untrash', { project: projectOf(frame, options), id });
      tell(frame, back, options, sayChanged('Taken back'));
    });

  addCommonOptions(sessions.command('delete').description('closed sessions, to the trash for 30 days'))
    .argument('[id]', 'its id, or the beginning of it')
    .option('--since <time>', 'every closed session not older than this')
    .option('--until <time>', 'every closed session not newer than this')
    .option('--export <dir>', 'with a range: first write each as markdown into this folder')
    .option('--no-export', 'with a range: delete without a copy')
    .option('--dry-run', 'with a range: only say what would go')
    .option('--purge', 'from the trash, for ever')
    .action(async (id: string | undefined, options: DeleteOptions) => {
      if (id === undefined) return deleteRange(frame, options);
      if (options.since !== undefined || options.until !== undefined)
        return failWith(frame, usage('Give an id, or a range with --since and --until, not both.'), options);
      const project = projectOf(frame, options);
      if (options.purge) {
        const purged = await asker.ask('sessions', 'purge', { project, id });
        return tell(frame, purged, options, ({ session_id }) => frame.say(`Gone for ever: ${session_id}`));
      }
      const deleted = await asker.ask('sessions', 'delete', { project, id });
      tell(frame, deleted, options, sayChanged('In the trash for 30 days:'));
    });
}

/** Never without a range, and never without a word about the copy. */
async function deleteRange(frame: CliFrame, options: DeleteOptions): Promise<void> {
  if (options.since === undefined && options.until === undefined)
    return failWith(
      frame,
      usage('Give an id, or a range with --since and --until. See: beads-console sessions list'),
      options,
    );
  if (typeof options.export !== 'string' && options.export !== false && !options.dryRun)
    return failWith(
      frame,
      usage('Say where a copy goes with --export <dir>, or --no-export to keep none.'),
      options,
    );
  const range = rangeOf(options, frame.nowMs());
  if (!range.ok) return failWith(frame, range.error, options);
  const exportTo =
    typeof options.export === 'string' ? (resolve(frame.cwd, options.export) as FolderPath) : null;
  const done = await frame.asker.ask('sessions', 'bulkDelete', {
    project: projectOf(frame, options),
    ...range.value,
    export_to: exportTo,
    dry_run: options.dryRun ?? false,
  });
  tell(frame, done, options, ({ sessions, exported, skipped }) => {
    const verb = options.dryRun ? 'Would go to the trash' : 'In the trash';
    frame.say(
      `${verb}: ${sessions.length}. Exported: ${exported.length}. Left alone, not closed: ${skipped.length}.`,
    );
  });
}
