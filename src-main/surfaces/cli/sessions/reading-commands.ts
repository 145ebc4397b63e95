import { markdownMessage } from '@domain/session/export-markdown';
import type { Message } from '@domain/session/message';
import type { GitActivity } from '@domain/work/session-changes';
import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, failWith, projectOf, tell } from './session-answer';
import { addCommonOptions, addFilterOptions, type FilterOptions, listInputOf } from './session-filters';
import { oddLinesOf, sayOddLines, saySummary, sayTitle, summaryFor } from './session-summary-lines';
import { captureText, sayChain, sayRecord, sayTable } from './session-table';

type ShowOptions = CommonOptions & {
  readonly transcript?: boolean;
  readonly events?: boolean;
  readonly git?: boolean;
};

export function registerReading(sessions: Command, frame: CliFrame): void {
  const { asker } = frame;

  const list = async (options: FilterOptions, text?: string) => {
    const input = listInputOf(frame, options, text);
    if (!input.ok) return failWith(frame, input.error, options);
    const page = await asker.ask('sessions', 'list', input.value);
    tell(frame, page, options, ({ sessions: found, has_more, next_cursor }) => {
      if (found.length === 0) {
        frame.say('No sessions.');
        if (!options.allProjects) frame.say(frame.paint('dim', 'Of every project: add --all-projects'));
      } else sayTable(frame, found);
      if (has_more) frame.say(frame.paint('dim', `More: add --cursor ${next_cursor}`));
    });
  };

  addFilterOptions(sessions.command('list').description('newest first')).action((options: FilterOptions) =>
    list(options),
  );

  addFilterOptions(sessions.command('find').description('by words of the title, and by every filter of list'))
    .argument('[text]', 'part of the title')
    .action((text: string | undefined, options: FilterOptions) => list(options, text));

  addCommonOptions(
    sessions
      .command('chain')
      .description('a chain of hand-offs, or every session that worked on a bead, oldest first'),
  )
    .argument('<ref>', 'a session, or a bead')
    .action(async (ref: string, options: CommonOptions) => {
      const chain = await asker.ask('sessions', 'chain', { project: projectOf(frame, options), ref });
      tell(frame, chain, options, ({ sessions: found }) => sayChain(frame, found));
    });

  addCommonOptions(sessions.command('show').description('one session, whole'))
    .argument('<id>', 'its id, or the beginning of it')
    .option('--transcript', 'and what was said')
    .option('--events', 'and every fact of it')
    .option('--git', 'and its branch, commits and files')
    .action(async (id: string, options: ShowOptions) => {
      const project = projectOf(frame, options);
      const shown = await asker.ask('sessions', 'show', { project, id });
      const git = options.git ? await asker.ask('sessions', 'git', { project, id }) : null;
      const summary = await summaryFor(frame, shown.ok ? shown.value.id : id);
      const known = summary === null ? null : await asker.ask('history', 'show', { id: summary.session_id });
      const told = known?.ok ? oddLinesOf(known.value) : null;
      // One begun elsewhere has no record of ours; what its transcript and git tell is told all the same.
      if (!shown.ok && (git?.ok || summary !== null)) {
        if (options.json)
          return frame.sayJson({
            id: summary?.session_id ?? id,
            ...(known?.ok ? { project: known.value.project, capture: known.value.capture } : {}),
            ...(summary === null ? {} : { in_short: summary }),
            ...(told === null ? {} : { odd_lines: told }),
            ...(git?.ok ? { git: git.value } : {}),
          });
        if (summary !== null) sayTitle(frame, summary);
        if (summary !== null) saySummary(frame, summary);
        if (known?.ok)
          frame.say(
            `${frame.paint('dim', 'Captured:'.padEnd(12))}${plainText(captureText(known.value.capture))}`,
          );
        if (told !== null) sayOddLines(frame, told);
        if (git?.ok) sayGit(frame, git.value);
        return;
      }
      if (!shown.ok) return failWith(frame, shown.error, options);
      if (git?.ok === false) return failWith(frame, git.error, options);
      const more: Record<string, unknown> = {
        ...(summary === null ? {} : { in_short: summary }),
        ...(told === null ? {} : { odd_lines: told }),
        ...(git === null ? {} : { git: git.value }),
      };
      if (options.transcript) {
        const messages = await everyMessage(frame, project, shown.value.id);
        if (!messages.ok) return failWith(frame, messages.error, options);
        more['messages'] = messages.value;
      }
      if (options.events) {
        const events = await asker.ask('sessions', 'events', { project, id: shown.value.id });
        if (!events.ok) return failWith(frame, events.error, options);
        more['events'] = events.value.events;
      }
      if (options.json) return frame.sayJson({ ...shown.value, ...more });
      sayRecord(frame, shown.value);
      if (summary !== null) saySummary(frame, summary);
      if (told !== null) sayOddLines(frame, told);
      if (git !== null) sayGit(frame, git.value);
      for (const event of (more['events'] as { at: string; rev: number; type: string }[] | undefined) ?? [])
        frame.say(`${event.at}  ${String(event.rev).padStart(4)}  ${plainText(event.type)}`);
      for (const message of (more['messages'] as Message[] | undefined) ?? [])
        frame.say(markdownMessage(message).split('\n').map(plainText).join('\n'));
    });
}

function sayGit(frame: CliFrame, { branch, worktree, commits, files_touched, activity }: GitActivity): void {
  const named = new Map(activity.map(({ sha, subject }) => [sha, subject]));
  for (const [name, items] of [
    ['Branch', branch === null ? [] : [branch]],
    ['Worktree', worktree === null ? [] : [worktree]],
    ['Commits', commits.map((sha) => (named.has(sha) ? `${sha.slice(0, 12)}  ${named.get(sha)}` : sha))],
    ['Files', files_touched],
  ] as const)
    for (const item of items) frame.say(`${frame.paint('dim', `${name}:`.padEnd(12))}${plainText(item)}`);
}

async function everyMessage(frame: CliFrame, project: ReturnType<typeof projectOf>, id: string) {
  const messages: Message[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(frame, project, id, cursor);
    if (!page.ok) return page;
    messages.push(...page.value.messages);
    cursor = page.value.next_cursor;
    if (cursor === null) return { ok: true as const, value: messages };
  }
}

function ask(frame: CliFrame, project: ReturnType<typeof projectOf>, id: string, cursor: string | null) {
  return frame.asker.ask('sessions', 'messages', { project, id, cursor, limit: 500 });
}
