import type { BeadFilter, beads as contract } from '@contract/beads';
import type { RawInputOf } from '@contract/procedure';
import type { BeadDetails } from '@domain/tracker-state';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CliFrame } from '../frame';
import { addCommonOptions, type CommonOptions, failWith, projectOf, tell } from './bead-answer';
import { sayBeads, sayBlocked, sayDetails } from './bead-table';

type FilterOptions = CommonOptions & {
  readonly status?: string[];
  readonly type?: string[];
  readonly priority?: number[];
  readonly assignee?: string | false;
  readonly unassigned?: boolean;
  readonly label?: string[];
  readonly labelAny?: string[];
  readonly parent?: string;
  readonly id?: string[];
  readonly titleContains?: string;
  readonly limit?: number;
};
type ListOptions = FilterOptions & {
  readonly all?: boolean;
  readonly sort: RawInputOf<(typeof contract)['list']>['sort'];
  readonly reverse?: boolean;
};

const SORTS = ['priority', 'created', 'updated', 'id', 'title', 'status', 'type'];

export function registerReading(beads: Command, frame: CliFrame): void {
  const { asker } = frame;

  addFilters(beads.command('list').description('beads that are not closed, or --all'))
    .option('-s, --status <names>', 'with this status (several: a,b)', words)
    .option('--all', 'closed ones too')
    .addOption(new Option('--sort <field>', 'by what').choices(SORTS).default('priority'))
    .option('-r, --reverse', 'the other way round')
    .action(async (options: ListOptions) => {
      const input = {
        project: projectOf(frame, options),
        filter: filterOf(options),
        all: options.all ?? false,
        sort: options.sort,
        reverse: options.reverse ?? false,
        limit: limitOf(options),
      };
      const listed = await asker.call('beads.list', input);
      tellList(frame, listed, options, sayBeads);
    });

  addFilters(beads.command('ready').description('what can be worked on now, in the order of bd')).action(
    async (options: FilterOptions) => {
      const input = {
        project: projectOf(frame, options),
        filter: filterOf(options),
        limit: limitOf(options),
      };
      tellList(frame, await asker.call('beads.ready', input), options, sayBeads);
    },
  );

  addFilters(beads.command('blocked').description('what waits, and for what')).action(
    async (options: FilterOptions) => {
      const input = {
        project: projectOf(frame, options),
        filter: filterOf(options),
        limit: limitOf(options),
      };
      tellList(frame, await asker.call('beads.blocked', input), options, sayBlocked);
    },
  );

  addCommonOptions(beads.command('show').description('one bead or several, whole'))
    .argument('<id...>', 'their ids')
    .action(async (ids: string[], options: CommonOptions) => {
      const found: BeadDetails[] = [];
      for (const id of ids) {
        const shown = await asker.ask('beads', 'show', { project: projectOf(frame, options), id });
        if (!shown.ok) return failWith(frame, shown.error, options);
        found.push(shown.value);
      }
      const printed = found.map(asBdPrints);
      if (options.json) frame.sayJson(printed.length === 1 ? printed[0] : { beads: printed });
      else for (const details of found) sayDetails(frame, details);
    });
}

/** The bead itself with what bd's own `show` adds to it. */
function asBdPrints({ bead, dependents, children, parent, ...rest }: BeadDetails) {
  return {
    ...bead,
    parent,
    is_ready: rest.is_ready,
    blocked_by: rest.blocked_by,
    inherited_from: rest.inherited_from,
    dependents: [...dependents, ...children],
    children,
    is_stale: rest.is_stale,
  };
}

function tellList<T>(
  frame: CliFrame,
  answer: Awaited<ReturnType<CliFrame['asker']['call']>>,
  options: CommonOptions,
  say: (frame: CliFrame, beads: readonly T[], total: number) => void,
): void {
  if (!answer.ok) {
    failWith(frame, answer.error, options);
    return;
  }
  const { beads, total } = answer.value as { beads: T[]; total: number };
  tell(frame, { ok: true, value: { beads } }, options, () => say(frame, beads, total));
}

function addFilters(command: Command): Command {
  return addCommonOptions(command)
    .option('-t, --type <names>', 'of this type (several: a,b)', words)
    .option('-p, --priority <numbers>', 'of this priority, 0 to 4 (several: 0,1)', priorities)
    .option('-a, --assignee <name>', 'held by')
    .option('--no-assignee', 'held by nobody')
    .option('-u, --unassigned', 'held by nobody')
    .option('-l, --label <labels>', 'with every one of these labels (a,b)', words)
    .option('--label-any <labels>', 'with at least one of these labels (a,b)', words)
    .option('--parent <id>', 'children of')
    .option('--id <ids>', 'these ones (a,b)', words)
    .option('--title-contains <text>', 'with this in title, description or id')
    .option('-n, --limit <number>', 'at most so many (default: all of them)', limit);
}

function filterOf(options: FilterOptions): BeadFilter {
  const { status, type, priority, label, labelAny, parent, id, titleContains } = options;
  const isUnassigned = options.unassigned === true || options.assignee === false;
  const filter = {
    status,
    type,
    priority,
    assignee: typeof options.assignee === 'string' ? options.assignee : undefined,
    no_assignee: isUnassigned ? true : undefined,
    label,
    label_any: labelAny,
    parent,
    id,
    text: titleContains,
  };
  // What was not asked for must not be there at all: the contract is strict.
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as BeadFilter;
}

export function words(text: string, before: string[] | undefined): string[] {
  const more = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return [...(before ?? []), ...more];
}

export function priority(text: string): number {
  const number = /^[Pp]?([0-4])$/.exec(text.trim())?.[1];
  if (number === undefined) throw new InvalidArgumentError('A priority is 0 to 4, or P0 to P4.');
  return Number(number);
}

function priorities(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), ...text.split(',').map(priority)];
}

function limit(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A limit is a whole number; 0 means all.');
  return Number(text);
}

/** 0 means all of them, as for bd. */
function limitOf(options: FilterOptions): number | undefined {
  return options.limit === 0 ? undefined : options.limit;
}
