import type { Run } from '@domain/session/run';
import { type Command, InvalidArgumentError } from 'commander';
import { ExitCode } from '../exit-code';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, projectOf, tell } from '../sessions/session-answer';
import { addCommonOptions } from '../sessions/session-filters';

type AuditOptions = CommonOptions & { readonly allProjects?: boolean };
type ListOptions = AuditOptions & {
  readonly session?: string;
  readonly limit?: number;
  readonly offset?: number;
};

const HELP = `
Examples:
  beads-console audit list --limit 5
  beads-console audit show 3f2a
  beads-console audit verify --all-projects --json`;

export function registerAuditCommands(program: Command, frame: CliFrame): void {
  const { asker } = frame;
  const audit = program
    .command('audit')
    .description('who ran what, when, and how it ended')
    .addHelpText('after', HELP);
  const place = (options: AuditOptions) =>
    options.allProjects === true ? {} : { project: projectOf(frame, options) };
  const add = (command: Command) =>
    addCommonOptions(command).option('--all-projects', 'of every known project');

  add(audit.command('list').description('runs of Claude, newest first'))
    .option('--session <id>', 'of one session')
    .option('--limit <n>', 'at most so many (default 20, maximum 500)', wholeNumber)
    .option('--offset <n>', 'pass over the first n', wholeNumber)
    .action(async (options: ListOptions) => {
      const { session, limit, offset } = options;
      const page = await asker.ask('audit', 'list', { ...place(options), session, limit, offset });
      tell(frame, page, options, ({ runs, total, has_more }) => {
        if (runs.length === 0) frame.say('No runs.');
        else sayRuns(frame, runs);
        if (has_more) frame.say(frame.paint('dim', `${total} in all; more with --offset.`));
      });
    });

  add(audit.command('show').description('one run, whole'))
    .argument('<run>', 'its id, or the beginning of it')
    .action(async (run_id: string, options: AuditOptions) => {
      const run = await asker.ask('audit', 'show', { ...place(options), run_id });
      tell(frame, run, options, (found) => sayRun(frame, found));
    });

  add(audit.command('verify').description('walk the hash chain of every log; 1 when one is broken')).action(
    async (options: AuditOptions) => {
      const checked = await asker.ask('audit', 'verify', place(options));
      tell(frame, checked, options, ({ logs }) => {
        if (logs.length === 0) frame.say('No audit log yet.');
        for (const { file, entries, fault } of logs)
          frame.say(
            fault === null
              ? `${frame.paint('green', 'unbroken')}  ${entries} entries  ${plainText(file)}`
              : `${frame.paint('red', fault.fault)}  line ${fault.line}  ${plainText(file)}`,
          );
      });
      if (checked.ok && checked.value.logs.some(({ fault }) => fault !== null))
        frame.exitWith(ExitCode.failure);
    },
  );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number.');
  return Number(text);
}

const outcomeOf = ({ completed_at, success }: Run) =>
  completed_at === null ? 'running' : success === true ? 'ok' : 'failed';
const takenFrom = ({ redactions }: Run) => (redactions ?? []).reduce((sum, { count }) => sum + count, 0);

function sayRuns(frame: CliFrame, runs: readonly Run[]): void {
  frame.sayTable<Run>(runs, [
    { title: 'RUN', value: ({ run_id }) => run_id.slice(0, 8) },
    { title: 'SESSION', value: ({ session_id }) => session_id.slice(0, 8) },
    { title: 'STARTED', value: ({ started_at }) => started_at },
    { title: 'TRIGGER', value: ({ trigger_source }) => trigger_source },
    { title: 'OUTCOME', value: outcomeOf },
    { title: 'TOOLS', value: ({ tool_calls }) => String(tool_calls.length) },
    { title: 'REDACTED', value: (run) => String(takenFrom(run)) },
    { title: 'PROMPT', value: ({ prompt }) => plainText(prompt).slice(0, 60) },
  ]);
}

function sayRun(frame: CliFrame, run: Run): void {
  const lines: readonly (readonly [string, string])[] = [
    ['Run', run.run_id],
    ['Session', run.session_id],
    ['Trigger', run.trigger_source],
    ['Started', run.started_at],
    ['Completed', run.completed_at ?? 'not yet'],
    ['Outcome', outcomeOf(run)],
    ['Prompt', run.prompt],
    ['Result', run.result ?? ''],
    ['Error', run.error ?? ''],
    ...run.tool_calls.map(({ tool, success }) => ['Tool', `${tool}${success ? '' : ' (failed)'}`] as const),
    ...(run.redactions ?? []).map(
      ({ tool, rule, count }) =>
        ['Redacted', `${count} x ${rule}${tool === null ? '' : ` in ${tool}`}`] as const,
    ),
  ];
  for (const [name, value] of lines)
    if (value !== '') frame.say(`${frame.paint('dim', `${name}:`.padEnd(12))}${plainText(value)}`);
}
