import type { Session } from '@domain/session/record';
import { Seat } from '@domain/session/values';
import { Argument, type Command, Option } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { registerHandOff } from './handoff-command';
import { lookBeforeResume, type ResumeLook } from './resume-look';
import { type CommonOptions, projectOf, tell } from './session-answer';
import { addCommonOptions } from './session-filters';
import { titleOf } from './session-table';
import { foldersOf, registerStart } from './start-command';

export type LaunchOptions = CommonOptions & {
  readonly prompt?: string;
  readonly permissionMode?: string;
  readonly agent?: string;
  readonly addDir?: readonly string[];
  readonly seat?: Seat;
};

type ResumeOptions = LaunchOptions & ResumeLook;

/** What needs the running app: Claude lives as long as the program that started it. */
export function registerDriving(sessions: Command, frame: CliFrame): void {
  const { asker } = frame;
  const say = (what: string) => (session: Session) =>
    frame.say(`${what} ${session.id.slice(0, 8)}  ${plainText(titleOf(session))}`);

  const launch = async (entry: 'start' | 'resume', id: string, options: LaunchOptions) => {
    const answer = await asker.ask('sessions', entry, {
      project: projectOf(frame, options),
      id,
      prompt: options.prompt,
      permission_mode: options.permissionMode,
      agent: options.agent,
      seat: options.seat,
      add_dirs: foldersOf(frame, options),
    });
    tell(frame, answer, options, say(entry === 'start' ? 'Started' : 'Resumed'));
  };
  registerStart(sessions, frame, (id, options) => launch('start', id, options));
  addCommonOptions(sessions.command('resume').description('continue a paused session; the app must run'))
    .argument('<id>', 'its id, or the beginning of it')
    .option('--prompt <text>', 'what Claude is told first')
    .option('--permission-mode <mode>', 'default, acceptEdits, plan, dontAsk or bypassPermissions')
    .option('--agent <name>', 'an agent that Claude knows')
    .option('--add-dir <dir...>', 'more folders it may work in')
    .addOption(new Option('--seat <seat>', 'how Claude is driven').choices(Seat.options))
    .option('--plan', 'only say what changed since the pause, and what Claude would be told')
    .option('--anyway', 'also when its bead was closed or taken by somebody meanwhile')
    .action(async (id: string, options: ResumeOptions) => {
      const isClear = await lookBeforeResume(frame, id, options);
      if (isClear) await launch('resume', id, options);
    });

  addCommonOptions(sessions.command('seat').description('change how Claude is driven, also while it runs'))
    .argument('<id>', 'its id, or the beginning of it')
    .addArgument(new Argument('<seat>', 'pty: its own terminal; stream: typed lines').choices(Seat.options))
    .option('--interrupt', 'stop a running turn first')
    .action(async (id: string, seat: Seat, options: CommonOptions & { readonly interrupt?: boolean }) => {
      const { interrupt = false } = options;
      const input = { project: projectOf(frame, options), id, seat, interrupt };
      tell(frame, await asker.ask('sessions', 'switchSeat', input), options, say(`${seat} seat for`));
    });

  addCommonOptions(sessions.command('pause').description('interrupt the turn, end the process; resumable'))
    .argument('<id>', 'its id, or the beginning of it')
    .action(async (id: string, options: CommonOptions) => {
      const paused = await asker.ask('sessions', 'pause', { project: projectOf(frame, options), id });
      tell(frame, paused, options, say('Paused'));
    });

  registerHandOff(sessions, frame);

  addCommonOptions(sessions.command('prompt').description('tell Claude something; queued while it works'))
    .argument('<id>', 'its id, or the beginning of it')
    .argument('<text...>', 'what is said')
    .action(async (id: string, words: string[], options: CommonOptions) => {
      const project = projectOf(frame, options);
      const sent = await asker.ask('sessions', 'prompt', { project, id, text: words.join(' ') });
      tell(frame, sent, options, ({ is_queued }) =>
        frame.say(is_queued ? 'Queued: it is sent when the turn has ended.' : 'Sent.'),
      );
    });

  addCommonOptions(sessions.command('interrupt').description('stop the running turn; the process stays'))
    .argument('<id>', 'its id, or the beginning of it')
    .action(async (id: string, options: CommonOptions) => {
      const stopped = await asker.ask('sessions', 'interrupt', { project: projectOf(frame, options), id });
      tell(frame, stopped, options, () => frame.say('Stopped.'));
    });
}
