import type { RawInputOf } from '@contract/procedure';
import type { sessions } from '@contract/sessions';
import { type MomentError, parseMoment } from '@domain/parse-moment';
import { err, ok, type Result } from '@domain/result';
import { type Command, InvalidArgumentError } from 'commander';
import type { CliFrame } from '../frame';
import { type CommonOptions, projectOf } from './session-answer';

export type FilterOptions = CommonOptions & {
  readonly agent?: string;
  readonly rig?: string;
  readonly bead?: string;
  readonly chain?: string;
  readonly status?: readonly string[];
  readonly outcome?: readonly string[];
  readonly tag?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly today?: boolean;
  readonly allProjects?: boolean;
  readonly owner?: string;
  readonly device?: string;
  readonly trash?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
  readonly offset?: number;
};

export function addCommonOptions(command: Command): Command {
  return command
    .option('--project <dir>', 'folder of the project (default: found from the current one)')
    .option('--json', 'print JSON, also for errors');
}

export function addFilterOptions(command: Command): Command {
  return addCommonOptions(command)
    .option('--agent <name>', 'agent address or agent id')
    .option('--rig <name>', 'rig')
    .option('--bead <id>', 'linked bead')
    .option('--chain <id>', 'chain')
    .option('--status <list>', 'draft, active, paused, closed; several with commas', parts)
    .option('--outcome <list>', 'done, handoff, abandoned, crash, killed; several with commas', parts)
    .option('--tag <list>', 'tags the session must have, with commas', parts)
    .option('--since <time>', 'not older than: 1h, 24h, 7d, or an ISO date')
    .option('--until <time>', 'not newer than: 1h, 24h, 7d, or an ISO date')
    .option('--today', 'since midnight')
    .option('--all-projects', 'of every known project')
    .option('--owner <who>', 'console, or external: begun in a plain terminal (default: both)')
    .option('--device <id>', 'of this device')
    .option('--trash', 'what is in the trash')
    .option('--limit <n>', 'at most so many (default 20, maximum 500)', wholeNumber)
    .option('--cursor <text>', 'go on after a page: its next_cursor')
    .option('--offset <n>', 'pass over the first n', wholeNumber);
}

export type Usage = { readonly code: 'usage'; readonly message: string };

export function usage(message: string): Usage {
  return { code: 'usage', message };
}

export type ListInput = RawInputOf<typeof sessions.list>;

/** Values are judged by the contract, so that a wrong one is the same error at every door. */
export function listInputOf(
  frame: CliFrame,
  options: FilterOptions,
  text?: string,
): Result<ListInput, MomentError | Usage> {
  const nowMs = frame.nowMs();
  const range = rangeOf(options.today ? { ...options, since: localDay(nowMs) } : options, nowMs);
  if (!range.ok) return range;
  const wanted: Record<string, unknown> = {
    project: options.allProjects ? undefined : projectOf(frame, options),
    agent: options.agent,
    rig: options.rig,
    bead_id: options.bead,
    chain_id: options.chain,
    status: options.status,
    outcome: options.outcome,
    tags: options.tag?.map((tag) => tag.toLowerCase()),
    ...range.value,
    owner: options.owner,
    device_id: options.device,
    trash: options.trash ? 'only' : undefined,
    text,
    limit: options.limit,
    cursor: options.cursor,
    offset: options.offset,
  };
  return ok(
    Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as ListInput,
  );
}

type Range = { since?: string; until?: string };

/** Both ends as they are meant; an empty range is a slip of the hand, and not every session that never was. */
export function rangeOf(
  options: Pick<FilterOptions, 'since' | 'until'>,
  nowMs: number,
): Result<Range, MomentError | Usage> {
  const since = momentOf(options.since, nowMs);
  if (!since.ok) return since;
  const until = momentOf(endOfDay(options.until), nowMs);
  if (!until.ok) return until;
  if (since.value !== undefined && until.value !== undefined && since.value > until.value)
    return err(usage('--since is later than --until, so nothing lies between. Swap the two.'));
  return ok({
    ...(since.value === undefined ? {} : { since: since.value }),
    ...(until.value === undefined ? {} : { until: until.value }),
  });
}

function momentOf(text: string | undefined, nowMs: number): Result<string | undefined, MomentError> {
  return text === undefined ? ok(undefined) : parseMoment(text, nowMs);
}

/** A day is meant to its end. */
function endOfDay(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? `${text.trim()}T23:59:59` : text;
}

function localDay(nowMs: number): string {
  const now = new Date(nowMs);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function parts(text: string, before: readonly string[] = []): string[] {
  const given = text.split(',').map((part) => part.trim());
  return [...before, ...given.filter((part) => part !== '')];
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number is expected.');
  return Number(text);
}
