import { readFileSync } from 'node:fs';
import type { beads as contract } from '@contract/beads';
import type { RawInputOf } from '@contract/procedure';
import { parseMoment } from '@domain/parse-moment';
import { err, ok, type Result } from '@domain/result';
import type { Command } from 'commander';
import type { CommonOptions } from './bead-answer';
import type { Failure } from './bead-sentences';
import { priority, words } from './reading-commands';

export type FieldOptions = CommonOptions & {
  readonly title?: string;
  readonly type?: string;
  readonly priority?: number;
  readonly description?: string;
  readonly bodyFile?: string;
  readonly design?: string;
  readonly acceptance?: string;
  readonly notes?: string;
  readonly status?: string;
  readonly assignee?: string;
  readonly parent?: string;
  readonly due?: string;
  readonly defer?: string;
  readonly estimate?: string;
  readonly externalRef?: string;
  readonly metadata?: string;
};

export type NewBeadInput = RawInputOf<(typeof contract)['create']>['bead'];
export type PatchInput = RawInputOf<(typeof contract)['update']>['patch'];

/** Named as bd names them. */
export function addFieldOptions(command: Command): Command {
  return command
    .option('-t, --type <name>', 'bug, feature, task, epic, chore, ...')
    .option('-p, --priority <number>', '0 (highest) to 4', priority)
    .option('-d, --description <text>', 'what it is about')
    .option('--body-file <file>', 'read the description from a file (- for stdin)')
    .option('--design <text>', 'design notes')
    .option('--acceptance <text>', 'acceptance criteria')
    .option('--notes <text>', 'further notes')
    .option('-s, --status <name>', 'its status')
    .option('-a, --assignee <name>', 'who holds it')
    .option('--parent <id>', 'the bead it belongs to')
    .option('--due <date>', 'when it is due')
    .option('--defer <date>', 'not ready before')
    .option('-e, --estimate <minutes>', 'estimate in minutes')
    .option('--external-ref <ref>', 'its name elsewhere, such as gh-9')
    .option('--metadata <json>', 'keys and values of your own');
}

type Fields = Omit<PatchInput, 'labels'>;

/** An empty text clears, as for bd. */
export function fieldsOf(options: FieldOptions, nowMs: number): Result<Fields, Failure> {
  const due = moment(options.due, nowMs);
  if (!due.ok) return due;
  const defer = moment(options.defer, nowMs);
  if (!defer.ok) return defer;
  const metadata = metadataOf(options.metadata);
  if (!metadata.ok) return metadata;
  const description = descriptionOf(options);
  if (!description.ok) return description;
  if (options.estimate !== undefined && !/^\d{1,9}$/.test(options.estimate))
    return invalid('--estimate', 'not a number of minutes');
  const fields = {
    title: options.title,
    issue_type: options.type,
    priority: options.priority,
    status: options.status,
    description: description.value,
    design: orNull(options.design),
    acceptance_criteria: orNull(options.acceptance),
    notes: orNull(options.notes),
    assignee: orNull(options.assignee),
    parent: orNull(options.parent),
    due_at: due.value,
    defer_until: defer.value,
    estimated_minutes: options.estimate === undefined ? undefined : Number(options.estimate),
    external_ref: orNull(options.externalRef),
    metadata: metadata.value,
  };
  return ok(withoutUndefined(fields) as Fields);
}

/** In a new bead an empty field is simply not there. */
export function newFieldsOf(options: FieldOptions, nowMs: number): Result<Partial<NewBeadInput>, Failure> {
  const fields = fieldsOf(options, nowMs);
  if (!fields.ok) return fields;
  return ok(
    Object.fromEntries(
      Object.entries(fields.value).filter(([, value]) => value !== null),
    ) as Partial<NewBeadInput>,
  );
}

export function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Partial<T>;
}

/** bare, `blocked-by:` and `depends-on:` mean that the new bead waits; other kinds of edges are added by themselves. */
export function dependenciesOf(deps: readonly string[] | undefined): Result<string[], Failure> {
  const found = (deps ?? []).map((dep) => /^(?:blocked-by:|depends-on:)?([^:]+)$/.exec(dep)?.[1]);
  const targets = found.filter((target) => target !== undefined);
  if (targets.length < found.length) return invalid('--deps', 'only ids, blocked-by:id and depends-on:id');
  return ok(targets);
}

export function addLabelOptions(command: Command): Command {
  return command
    .option('--add-label <labels>', 'add these labels (a,b)', words)
    .option('--remove-label <labels>', 'take these labels off (a,b)', words)
    .option('--set-labels <labels>', 'exactly these labels (a,b)', words);
}

export function invalid(option: string, why: string): Result<never, Failure> {
  return err({ code: 'invalid-option', option, why });
}

const orNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text);

function moment(text: string | undefined, nowMs: number): Result<string | null | undefined, Failure> {
  if (text === undefined || text === '') return ok(text === '' ? null : undefined);
  const ahead = /^\+(\d{1,5})([hdw])$/.exec(text.trim());
  if (ahead === null) return parseMoment(text, nowMs);
  const unitMs = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }[ahead[2] as 'h' | 'd' | 'w'];
  return ok(new Date(nowMs + Number(ahead[1]) * unitMs).toISOString());
}

function metadataOf(text: string | undefined): Result<Record<string, unknown> | undefined, Failure> {
  if (text === undefined) return ok(undefined);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return ok(value as Record<string, unknown>);
  } catch {
    // Said below.
  }
  return invalid('--metadata', 'not a JSON object');
}

function descriptionOf(options: FieldOptions): Result<string | null | undefined, Failure> {
  if (options.bodyFile === undefined) return ok(orNull(options.description));
  try {
    return ok(readFileSync(options.bodyFile === '-' ? 0 : options.bodyFile, 'utf8'));
  } catch {
    return invalid('--body-file', 'cannot be read');
  }
}
