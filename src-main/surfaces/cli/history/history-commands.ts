import { resolve } from 'node:path';
import { isCutShort } from '@domain/history/cut-short';
import { filterText, readHistoryQuery } from '@domain/history/history-query';
import { Period } from '@domain/history/period';
import type { IngestStatus, LastLook, Report, ReportBy, ReportRow, SearchHit } from '@domain/history/record';
import { ok } from '@domain/result';
import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, failWith, projectOf, tell } from '../sessions/session-answer';
import { addCommonOptions, rangeOf, usage, wholeNumber } from '../sessions/session-filters';
import { oddLinesOf, sayOddLines } from '../sessions/session-summary-lines';
import { aboutFolders, type FolderOptions, gather } from './folder-options';

type BackfillOptions = FolderOptions & {
  readonly dryRun?: boolean;
  readonly status?: boolean;
  readonly recover?: boolean;
};
type RangeOptions = CommonOptions & { readonly since?: string; readonly until?: string };
type ReportOptions = RangeOptions & { readonly by: string; readonly allProjects?: boolean };
type SearchOptions = RangeOptions & { readonly limit?: number; readonly here?: boolean };

const BACKFILL_HELP = `
Examples:
  beads-console backfill --dry-run
  beads-console backfill --json
  beads-console backfill --folders
  beads-console backfill --remap ~/old/garden=~/code/garden`;
const REPORT_HELP = `
Examples:
  beads-console report --by bead --since 30d --project .    what the dashboard shows of this project
  beads-console report --by day --since 2026-01-01 --json`;

const MOST_NAMED = 20;

export function registerBackfill(program: Command, frame: CliFrame): void {
  addCommonOptions(
    program
      .command('backfill')
      .description(
        'read every transcript of Claude that is not in the history yet; goes on where it was ended',
      ),
  )
    .addHelpText('after', BACKFILL_HELP)
    .option('--dry-run', 'only say what would be read')
    .option('--status', 'how far the running app has come, and what it could not read')
    .option('--folders', 'only say which folders of the history belong to which project')
    .option('--remap <old=project>', 'this folder, with all in it, is now that project', gather)
    .option('--unmap <folder>', 'take that back', gather)
    .option('--recover', 'only take up sessions that were left in the middle of being read, ten at a time')
    .action(async (options: BackfillOptions) => {
      if (options.folders || options.remap || options.unmap) return aboutFolders(frame, options);
      if (options.recover) {
        const done = await frame.asker.ask('history', 'recover', { dry_run: options.dryRun === true });
        return tell(frame, done, options, ({ read_anew, failed, summarised }) => {
          frame.say(`${read_anew.length} ${options.dryRun ? 'to be read anew' : 'read anew'}.`);
          if (failed.length > 0) frame.say(`${failed.length} without a line in a day.`);
          if (summarised.length > 0) frame.say(`${summarised.length} without their summary.`);
        });
      }
      if (options.status) {
        const status = await frame.asker.ask('history', 'status', {});
        return tell(frame, status, options, (value) => sayStatus(frame, value));
      }
      const done = await frame.asker.ask('history', 'backfill', { dry_run: options.dryRun === true });
      tell(frame, done, options, (value) => {
        const verb = options.dryRun ? 'to read' : 'read';
        const count = options.dryRun ? value.discovered - value.skipped : value.ingested;
        frame.say(
          `${value.discovered} sessions found, ${count} ${verb} (${size(value.bytes)}), ${value.skipped} known.`,
        );
        if (value.failed > 0) frame.say(`${value.failed} files could not be read.`);
        if (value.lines_not_understood > 0)
          frame.say(`${value.lines_not_understood} lines were not understood.`);
      });
      if (done.ok && done.value.failed > 0 && !options.dryRun) await nameFailures(frame, done.value.failed);
    });
}

export function registerReport(program: Command, frame: CliFrame): void {
  program
    .command('report')
    .description('tokens and cost of every session of this machine')
    .addHelpText('after', REPORT_HELP)
    .requiredOption('--by <what>', 'session, day, bead, model, project or agent')
    .option('--since <time>', 'not older than: 7d (whole days, today the last), 1h, 24h, or an ISO date')
    .option('--until <time>', 'not newer than: 1h, 24h, 7d, or an ISO date')
    .option('--project <dir>', 'of the project in this folder alone')
    .option('--all-projects', 'of every project, as without --project')
    .option('--json', 'print JSON, also for errors')
    .action(async (options: ReportOptions) => {
      const range = reportRangeOf(options, frame.nowMs());
      if (!range.ok) return failWith(frame, range.error, options);
      if (options.allProjects && options.project !== undefined)
        return failWith(frame, usage('--project or --all-projects, not both.'), options);
      const report = await frame.asker.ask('history', 'report', {
        by: options.by as ReportBy,
        ...range.value,
        ...(options.project === undefined ? {} : { project: projectOf(frame, options) }),
      });
      tell(frame, report, options, (value) => sayReport(frame, value));
    });
}

/** Days are whole ones, as the dashboard counts them. */
function reportRangeOf(options: ReportOptions, nowMs: number) {
  const range = rangeOf(options, nowMs);
  const days = /^([1-9]\d{0,4})([dw])$/.exec(options.since?.trim() ?? '');
  if (!range.ok || days === null) return range;
  const period = Period.safeParse(`${Number(days[1]) * (days[2] === 'w' ? 7 : 1)}d`);
  if (!period.success) return range;
  const { since: _moment, ...rest } = range.value;
  return ok({ ...rest, period: period.data });
}

export function registerSearch(sessions: Command, frame: CliFrame): void {
  addCommonOptions(sessions.command('search').description('what was said, in every session of this machine'))
    .argument(
      '<words...>',
      'words that must all be there, "phrases", beginnings*, and filters: bead:, project:, agent:, tag:, status:, outcome:, model:, since:, until:, cost:>1, has:commits',
    )
    .option('--since <time>', 'not older than: 1h, 24h, 7d, or an ISO date')
    .option('--until <time>', 'not newer than: 1h, 24h, 7d, or an ISO date')
    .option('--limit <n>', 'at most so many (default 20)', wholeNumber)
    .action(async (words: string[], options: SearchOptions) => {
      const range = rangeOf(options, frame.nowMs());
      if (!range.ok) return failWith(frame, range.error, options);
      const text = words.map((word) => asTyped(word, frame.nowMs())).join(' ');
      const found = await frame.asker.ask('history', 'search', {
        text,
        limit: options.limit ?? 20,
        ...range.value,
      });
      tell(frame, found, options, ({ hits }) => {
        if (hits.length === 0) frame.say('Nothing found.');
        for (const hit of hits) sayHit(frame, hit);
      });
    });
}

export function registerCopies(sessions: Command, frame: CliFrame): void {
  const withId = (name: string, description: string) =>
    addCommonOptions(sessions.command(name).description(description)).argument(
      '<id>',
      'a session of the history, or the beginning of its id',
    );
  withId('restore', "put Claude's files of a session back where claude --resume finds them").action(
    async (ref: string, options: CommonOptions) => {
      const found = await frame.asker.ask('history', 'locate', { ref });
      if (!found.ok) return failWith(frame, found.error, options);
      const restored = await frame.asker.ask('history', 'restore', { id: found.value.id });
      tell(frame, restored, options, ({ id, path, written, there }) => {
        frame.say(
          written === 0
            ? `Nothing to do: its ${there === 1 ? 'file is' : `${there} files are`} there.`
            : `${written === 1 ? 'One file is' : `${written} files are`} back: ${plainText(path)}`,
        );
        frame.say(`Go on with: claude --resume ${id}`);
      });
    },
  );
  withId(
    'summarise',
    'ask your own Claude (a small model, no tools) for a sentence or three about a session; its cost is counted apart',
  ).action(async (ref: string, options: CommonOptions) => {
    const found = await frame.asker.ask('history', 'locate', { ref });
    if (!found.ok) return failWith(frame, found.error, options);
    const written = await frame.asker.ask('history', 'summarise', { id: found.value.id });
    tell(frame, written, options, ({ generated }) => {
      if (generated === null) return;
      frame.say(plainText(generated.text));
      const cost = generated.cost_micro_usd;
      const price = cost === null ? 'cost unknown' : `$${(cost / 1e6).toFixed(4)}`;
      if (generated.model !== null) frame.say(frame.paint('dim', `${plainText(generated.model)}, ${price}`));
    });
  });
  withId(
    'reparse',
    'read a session anew from its beginning; what is known of it stays until that is done',
  ).action(async (ref: string, options: CommonOptions) => {
    const found = await frame.asker.ask('history', 'locate', { ref });
    if (!found.ok) return failWith(frame, found.error, options);
    const read = await frame.asker.ask('history', 'reparse', { id: found.value.id });
    tell(frame, read, options, ({ id, stats, capture }) => {
      if (capture.state === 'failed')
        frame.warn(
          `It could not be read (${plainText(capture.parse_error ?? '')}); what was known of it stays.`,
        );
      frame.say(`${id}: ${stats.total_messages} messages, ${stats.tool_use_count} tool calls.`);
      sayOddLines(frame, oddLinesOf({ stats }));
    });
  });
}

/** The shell took the quotes of a phrase away; a whole query in one argument has filters or quotes of its own. */
function asTyped(word: string, nowMs: number): string {
  if (!/\s/.test(word) || word.includes('"')) return word;
  const { parts } = readHistoryQuery(word, nowMs);
  const [first] = parts;
  if (first === undefined) return `"${word}"`;
  const isOne = parts.length === 1 && first.from === 0;
  return isOne ? filterText(first.key, word.slice(first.key.length + 1)) : word;
}

/** Named at once: which they were is known as long as the program runs that looked. To the side, so that JSON stays one line. */
async function nameFailures(frame: CliFrame, failed: number): Promise<void> {
  const status = await frame.asker.ask('history', 'status', {});
  const named = status.ok ? status.value.failed.slice(0, MOST_NAMED) : [];
  for (const { path, error } of named) frame.warn(`${plainText(path)}: ${plainText(error)}`);
  if (named.length > 0 && failed > named.length) frame.warn(`… and ${failed - named.length} more.`);
}

function sayStatus(frame: CliFrame, status: IngestStatus): void {
  const { state, sessions_done, sessions_total, failed, last } = status;
  frame.say(
    state === 'reading'
      ? `Reading: ${sessions_done} of ${sessions_total} sessions, ${size(status.rate_bytes_per_s)} a second.`
      : `Nothing is being read${last === null ? '' : `; ${lastLook(last)}`}.`,
  );
  for (const { path, error } of failed) frame.say(`${plainText(path)}: ${plainText(error)}`);
}

function lastLook(last: LastLook): string {
  return isCutShort(last)
    ? `the last look was stopped: ${last.ingested} of ${last.discovered - last.skipped} sessions read`
    : `the last look found ${last.discovered} sessions`;
}

function sayReport(frame: CliFrame, { by, rows, total }: Report): void {
  const number = (value: number) => value.toLocaleString('en-US');
  const column = (title: string, value: (row: ReportRow) => string) => ({ title, value, alignRight: true });
  frame.sayTable<ReportRow>(
    [...rows, { ...total, key: 'total' }],
    [
      { title: by.toUpperCase(), value: ({ key }) => key ?? '(none)', maxWidth: 48 },
      column('SESSIONS', (row) => number(row.sessions)),
      column('IN', (row) => number(row.tokens_in)),
      column('OUT', (row) => number(row.tokens_out)),
      column('CACHE READ', (row) => number(row.cache_read_tokens)),
      column('CACHE WRITE', (row) => number(row.cache_write_tokens)),
      column('USD', (row) => dollars(row)),
    ],
  );
  if (total.unpriced_tokens > 0)
    frame.say(
      frame.paint(
        'dim',
        `+ ${number(total.unpriced_tokens)} tokens of models without a known price are not in the sums.`,
      ),
    );
}

function dollars({ cost_micro_usd, unpriced_tokens }: ReportRow): string {
  return `${(cost_micro_usd / 1e6).toFixed(2)}${unpriced_tokens > 0 ? '+' : ''}`;
}

function sayHit(frame: CliFrame, { session_id, role, at, title, snippet }: SearchHit): void {
  const when = at?.slice(0, 16).replace('T', ' ') ?? '-';
  frame.say(frame.paint('dim', `${session_id.slice(0, 8)}  ${when}  ${role}  ${plainText(title ?? '')}`));
  const pieces = snippet.map(({ text, is_hit }) => {
    const plain = plainText(text.replace(/\s+/g, ' '));
    return is_hit ? frame.paint('bold', plain) : plain;
  });
  frame.say(`  ${pieces.join('')}`);
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(0)} MB`;
}

const INGEST_HELP = `
A file below Claude's own folder is read where it is. One from elsewhere is filtered and kept, as an upload is.

Examples:
  beads-console ingest 3f2a1111-2222-4333-8444-555566667777
  beads-console ingest ~/backup/session.jsonl`;

export function registerIngest(program: Command, frame: CliFrame): void {
  addCommonOptions(program.command('ingest').description('read one session into the history, now'))
    .argument('<id|file>', 'the whole id of a session, or a transcript')
    .addHelpText('after', INGEST_HELP)
    .action(async (what: string, options: CommonOptions) => {
      const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(what);
      const ref = isId ? what : resolve(frame.cwd, what);
      tell(frame, await frame.asker.ask('history', 'ingest', { ref }), options, ({ id, stats }) =>
        frame.say(`${id}: ${stats.total_messages} messages, ${stats.tool_use_count} tool calls.`),
      );
    });
}
