import { resolve } from 'node:path';
import type { RedactionCount } from '@domain/privacy/rules';
import { type Command, Option } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, failWith, projectOf, tell } from '../sessions/session-answer';
import { addCommonOptions } from '../sessions/session-filters';
import { checkFile, type FileFinding, isFile } from './check-file';

type RefilterOptions = CommonOptions & { readonly dryRun?: boolean; readonly allProjects?: boolean };
type CheckOptions = CommonOptions & { readonly level: 'shapes' | 'redacted' };

const HELP = `
Examples:
  beads-console privacy check deploy.log
  beads-console privacy check 3f2a --json
  beads-console privacy refilter --dry-run
  beads-console privacy refilter 3f2a`;

export function registerPrivacyCommands(program: Command, frame: CliFrame): void {
  const privacy = program
    .command('privacy')
    .description('what is kept out of the record, and why')
    .addHelpText('after', HELP);

  addCommonOptions(privacy.command('check').description('what would be redacted; the value is never shown'))
    .argument('<file|session>', 'a file, or a session by its id or the beginning of it')
    .addOption(
      new Option('--level <level>', 'for a file: as a tool’s output, or as what people say')
        .choices(['redacted', 'shapes'])
        .default('redacted'),
    )
    .action(async (what: string, options: CheckOptions) => {
      const path = resolve(frame.cwd, what);
      if (isFile(path)) {
        const report = checkFile(path, options.level);
        if (!report.ok) return failWith(frame, report.error, options);
        return tell(frame, report, options, ({ findings }) => sayFindings(frame, findings));
      }
      const checked = await frame.asker.ask('privacy', 'check', {
        project: projectOf(frame, options),
        id: what,
      });
      tell(frame, checked, options, ({ messages, taken, would_take, broken_files }) => {
        frame.say(`${messages} messages.`);
        sayCounts(frame, 'Taken when they were stored', taken);
        sayCounts(frame, 'Would be taken by today’s rules', would_take);
        if (would_take.length > 0)
          frame.say(frame.paint('dim', `Take it now: beads-console privacy refilter ${plainText(what)}`));
        for (const { file, fault } of broken_files)
          frame.warn(`${plainText(file)} is broken (${fault}); the stricter default is in use.`);
      });
    });

  addCommonOptions(
    privacy.command('refilter').description('bring what is stored under the rules and the policy of today'),
  )
    .argument('[session]', 'its id, or the beginning of it; none: all of the project')
    .option('--all-projects', 'of every known project')
    .option('--dry-run', 'only say what would be taken')
    .action(async (id: string | undefined, options: RefilterOptions) => {
      const { dryRun: dry_run = false, allProjects } = options;
      const place = allProjects === true ? {} : { project: projectOf(frame, options) };
      const done = await frame.asker.ask('privacy', 'refilter', { ...place, id, dry_run });
      tell(frame, done, options, ({ sessions, redactions, skipped, histories, copies }) => {
        const count = `${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'}`;
        frame.say(dry_run ? `Would be rewritten: ${count}.` : `Rewritten: ${count}.`);
        sayCounts(frame, dry_run ? 'Would be taken' : 'Taken', redactions);
        if (histories > 0) frame.say(`Read anew in the history: ${histories}.`);
        if (copies > 0) frame.say(`Uploads and copies rewritten: ${copies}.`);
        if (skipped.length > 0)
          frame.warn(
            `Left alone because a process writes them: ${skipped.length}. Pause them and ask again.`,
          );
      });
    });
}

function sayFindings(frame: CliFrame, findings: readonly FileFinding[]): void {
  if (findings.length === 0) {
    frame.say('Nothing would be redacted.');
    return;
  }
  frame.sayTable<FileFinding>(findings, [
    { title: 'PLACE', value: ({ line, column }) => `${line}:${column}` },
    { title: 'LENGTH', value: ({ length }) => String(length) },
    { title: 'RULE', value: ({ rule }) => rule },
    { title: 'WHY', value: ({ reason }) => reason },
  ]);
}

function sayCounts(frame: CliFrame, title: string, counts: readonly RedactionCount[]): void {
  frame.say(counts.length === 0 ? `${title}: nothing.` : `${title}:`);
  for (const { tool, rule, count } of counts)
    frame.say(`  ${String(count).padStart(5)}  ${rule}${tool === null ? '' : `  in ${plainText(tool)}`}`);
}
