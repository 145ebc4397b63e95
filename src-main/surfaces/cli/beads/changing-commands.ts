import type { Bead } from '@domain/bead/record';
import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import {
  actorOf,
  addActorOption,
  addCommonOptions,
  type CommonOptions,
  failWith,
  projectOf,
  tell,
} from './bead-answer';
import {
  addFieldOptions,
  addLabelOptions,
  dependenciesOf,
  type FieldOptions,
  fieldsOf,
  newFieldsOf,
} from './bead-fields';
import { sayBead } from './bead-table';
import { words } from './reading-commands';

type CreateOptions = FieldOptions & { readonly labels?: string[]; readonly deps?: string[] };
type UpdateOptions = FieldOptions & {
  readonly addLabel?: string[];
  readonly removeLabel?: string[];
  readonly setLabels?: string[];
  readonly claim?: boolean;
};
type CloseOptions = CommonOptions & {
  readonly reason?: string;
  readonly session?: string;
  readonly force?: boolean;
};

export function registerChanging(beads: Command, frame: CliFrame): void {
  const { asker } = frame;
  const command = (name: string, description: string) =>
    addActorOption(addCommonOptions(beads.command(name).description(description)));

  addFieldOptions(command('create', 'a new bead'))
    .argument('[title]', 'its title')
    .option('--title <text>', 'its title, for one that looks like an option')
    .option('-l, --labels <labels>', 'labels (a,b)', words)
    .option('--deps <ids>', 'ids it waits for (a,b)', words)
    .action(async (title: string | undefined, options: CreateOptions) => {
      const named = title ?? options.title;
      if (named === undefined)
        return failWith(
          frame,
          {
            code: 'usage',
            message: 'The title is missing. Give one: beads-console beads create "What is to be done"',
          },
          options,
        );
      const fields = newFieldsOf(options, frame.nowMs());
      if (!fields.ok) return failWith(frame, fields.error, options);
      const blocked_by = dependenciesOf(options.deps);
      if (!blocked_by.ok) return failWith(frame, blocked_by.error, options);
      const bead = {
        ...fields.value,
        title: named,
        ...(options.labels === undefined ? {} : { labels: options.labels }),
        ...(blocked_by.value.length === 0 ? {} : { blocked_by: blocked_by.value }),
      };
      const made = await asker.ask('beads', 'create', {
        project: projectOf(frame, options),
        bead,
        ...actorOf(options),
      });
      tell(frame, made, options, (value) => sayBead(frame, value));
    });

  addLabelOptions(addFieldOptions(command('update', 'change fields of a bead')))
    .argument('<id...>', 'the bead, or several')
    .option('--title <text>', 'its title')
    .option('--claim', 'claim it first')
    .action((ids: string[], options: UpdateOptions) =>
      each(frame, ids, options, (id) => update(id, options)),
    );

  command('close', 'close a bead')
    .argument('<id...>', 'the bead, or several')
    .option('-r, --reason <text>', 'why')
    .option('--session <id>', 'the session that did it')
    .option('-f, --force', 'although it is blocked or has open children')
    .action((ids: string[], options: CloseOptions) =>
      each(frame, ids, options, (id) =>
        asker.ask('beads', 'close', {
          project: projectOf(frame, options),
          id,
          force: options.force ?? false,
          ...(options.reason === undefined ? {} : { reason: options.reason }),
          ...(options.session === undefined ? {} : { session: options.session }),
          ...actorOf(options),
        }),
      ),
    );

  command('claim', 'take a bead: of several who try at once, one gets it')
    .argument('<id>', 'the bead')
    .action((id: string, options: CommonOptions) => each(frame, [id], options, () => claim(id, options)));

  const claim = async (id: string, options: CommonOptions) => {
    const claimed = await asker.ask('beads', 'claim', {
      project: projectOf(frame, options),
      id,
      ...actorOf(options),
    });
    return claimed.ok ? { ok: true as const, value: claimed.value.bead } : claimed;
  };

  const update = async (id: string, options: UpdateOptions) => {
    const fields = fieldsOf(options, frame.nowMs());
    if (!fields.ok) return fields;
    const isNothing = Object.keys(fields.value).length === 0 && !changesLabels(options);
    if (isNothing && options.claim !== true)
      return {
        ok: false as const,
        error: { code: 'usage', message: 'Nothing to change. Give a field, such as --title or --status.' },
      };
    const project = projectOf(frame, options);
    if (options.claim === true) {
      const claimed = await claim(id, options);
      if (!claimed.ok || isNothing) return claimed;
    }
    if (!changesLabels(options))
      return asker.ask('beads', 'update', { project, id, patch: fields.value, ...actorOf(options) });
    const shown = await asker.ask('beads', 'show', { project, id });
    if (!shown.ok) return shown;
    const had = shown.value.bead.labels ?? [];
    return asker.ask('beads', 'update', {
      project,
      id,
      patch: { ...fields.value, labels: labelsOf(had, options) },
      expected: { labels: had },
      ...actorOf(options),
    });
  };
}

function changesLabels(options: UpdateOptions): boolean {
  return [options.addLabel, options.removeLabel, options.setLabels].some((labels) => labels !== undefined);
}

function labelsOf(had: readonly string[], options: UpdateOptions): string[] {
  const base = options.setLabels ?? had.filter((label) => !(options.removeLabel ?? []).includes(label));
  return [...new Set([...base, ...(options.addLabel ?? [])])];
}

type Answer =
  | { ok: true; value: Bead }
  | { ok: false; error: { code: string; readonly [fact: string]: unknown } };

/** One id answers with its bead, several with a list; the first failure ends it, after saying what was done. */
async function each(
  frame: CliFrame,
  ids: readonly string[],
  options: CommonOptions,
  work: (id: string) => Promise<Answer>,
): Promise<void> {
  const done: Bead[] = [];
  let failure: { code: string } | null = null;
  for (const id of ids) {
    const answer = await work(id);
    if (!answer.ok) {
      failure = answer.error;
      break;
    }
    done.push(answer.value);
  }
  if (!options.json) for (const bead of done) sayBead(frame, bead);
  else if (ids.length > 1) frame.sayJson({ beads: done });
  else if (done[0] !== undefined) frame.sayJson(done[0]);
  if (failure !== null) failWith(frame, failure, options);
}
