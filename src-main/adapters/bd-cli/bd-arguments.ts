import type { BeadPatch, NewBead } from '@domain/bead/change';

/*
 * Every value is glued to its flag with `=` and every id stands after `--`, so that a title such as `--force` stays a title.
 */

/** Which of the two programs reads the arguments: br has flags of its own for a few things. */
export type ArgumentStyle = {
  /** bd reads list flags as one line of CSV; br takes what it gets, and splits it at commas. */
  readonly quotesLists: boolean;
  /** Where a long text is taken from stdin. */
  readonly bodyFlag: string;
  /** Whether `create` takes the design and the notes. */
  readonly createsWithTexts: boolean;
  /** br keeps a text from being cleared or cut to half by mistake; ours were compared with what the person saw. */
  readonly guardsTexts: boolean;
};

function listField(value: string, { quotesLists }: ArgumentStyle): string {
  return quotesLists ? `"${value.replaceAll('"', '""')}"` : value;
}

function flag(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [`--${name}=${value}`];
}

/** An absent field is left alone, null clears. */
function clearable(name: string, value: string | null | undefined): string[] {
  return value === undefined ? [] : [`--${name}=${value ?? ''}`];
}

export type BdText = { readonly args: readonly string[]; readonly stdin?: string };

export function createArguments(bead: NewBead, style: ArgumentStyle): BdText {
  const args = [
    'create',
    `--title=${bead.title}`,
    `--type=${bead.issue_type}`,
    `--priority=${bead.priority}`,
    ...(style.createsWithTexts ? [...flag('design', bead.design), ...flag('notes', bead.notes)] : []),
    ...flag('acceptance', bead.acceptance_criteria),
    ...flag('assignee', bead.assignee),
    ...(bead.labels ?? []).map((label) => `--labels=${listField(label, style)}`),
    ...flag('parent', bead.parent),
    // A bare id: "this one depends on it" in every generation, unlike `blocks:`.
    ...(bead.blocked_by ?? []).map((id) => `--deps=${listField(id, style)}`),
    ...flag('estimate', bead.estimated_minutes),
    ...flag('due', bead.due_at),
    ...flag('defer', bead.defer_until),
    ...flag('external-ref', bead.external_ref),
    ...(bead.metadata === undefined ? [] : [`--metadata=${JSON.stringify(bead.metadata)}`]),
  ];
  return withDescription(args, bead.description, style);
}

const GUARDED = ['description', 'design', 'acceptance_criteria', 'notes'] as const;

/** A patch of metadata alone that only removes keys needs `unset`, which bd does not combine with setting. */
export function updateArguments(
  patch: BeadPatch,
  { labels, extra, style }: { labels: readonly string[]; extra: readonly string[]; style: ArgumentStyle },
): BdText {
  const { metadata } = patch;
  const unset = Object.entries(metadata ?? {}).filter(([, value]) => value === null);
  const set = Object.entries(metadata ?? {}).filter(([, value]) => value !== null);
  // Forced, a change of status would pass over a blocker too.
  const isForced = style.guardsTexts && patch.status === undefined && GUARDED.some((name) => name in patch);
  const args = [
    'update',
    ...extra,
    ...(isForced ? ['--force'] : []),
    ...flag('title', patch.title),
    ...flag('status', patch.status),
    ...flag('priority', patch.priority),
    ...flag('type', patch.issue_type),
    ...clearable('assignee', patch.assignee),
    ...clearable('design', patch.design),
    ...clearable('acceptance', patch.acceptance_criteria),
    ...clearable('notes', patch.notes),
    ...clearable('due', patch.due_at),
    ...clearable('defer', patch.defer_until),
    ...clearable('external-ref', patch.external_ref),
    ...(patch.estimated_minutes === undefined ? [] : [`--estimate=${patch.estimated_minutes ?? 0}`]),
    ...clearable('parent', patch.parent),
    ...labels,
    ...(set.length > 0 ? [`--metadata=${JSON.stringify(Object.fromEntries(set))}`] : []),
    ...(set.length > 0 ? [] : unset.map(([key]) => `--unset-metadata=${key}`)),
  ];
  if (patch.description === undefined) return { args };
  // An empty text on stdin is refused; the plain flag clears.
  return patch.description === null || patch.description === ''
    ? { args: [...args, '--description='] }
    : withDescription(args, patch.description, style);
}

/** Keys that one call cannot remove because it also sets others. */
export function leftToUnset(patch: BeadPatch): readonly string[] {
  const entries = Object.entries(patch.metadata ?? {});
  const unset = entries.filter(([, value]) => value === null).map(([key]) => key);
  return unset.length < entries.length ? unset : [];
}

export function setLabels(wanted: readonly string[] | undefined, style: ArgumentStyle): string[] {
  if (wanted === undefined) return [];
  return wanted.length === 0
    ? ['--set-labels=']
    : wanted.map((label) => `--set-labels=${listField(label, style)}`);
}

/** For 0.4x, which does not take an empty set for an answer. */
export function changeLabels(
  had: readonly string[],
  wanted: readonly string[] | undefined,
  style: ArgumentStyle,
): string[] {
  if (wanted === undefined) return [];
  return [
    ...had
      .filter((label) => !wanted.includes(label))
      .map((label) => `--remove-label=${listField(label, style)}`),
    ...wanted
      .filter((label) => !had.includes(label))
      .map((label) => `--add-label=${listField(label, style)}`),
  ];
}

/** Through stdin, because a long text does not fit on a command line. */
function withDescription(
  args: readonly string[],
  description: string | undefined,
  { bodyFlag }: ArgumentStyle,
): BdText {
  return description === undefined || description === ''
    ? { args }
    : { args: [...args, `--${bodyFlag}=-`], stdin: description };
}
