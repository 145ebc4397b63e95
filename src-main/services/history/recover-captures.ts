import { SETTLE } from '@domain/history/capture';
import type { CaptureRecovery } from '@domain/history/record';
import type { SessionId } from '@domain/ids';
import type { CaptureState } from '@domain/session/values';
import type { Catalog } from '../../ports/catalog';

export type RecoverDeps = {
  readonly catalog: Catalog;
  /** Sessions that a living process of Claude has open. */
  readonly open: ReadonlySet<string>;
  readonly nowMs: number;
  /** Summaries are made: what is parsed waits for one. */
  readonly wantsSummaries: boolean;
  /** Reads a session anew; false: nobody has its files. */
  readonly reparse: (id: string) => Promise<boolean>;
  /** Makes the summary alone, when it can. */
  readonly summarise: (id: string) => void;
};

/** More wait for the next sweep: a recovery must not look like a flood. */
const AT_ONCE = 10;
const DAY_MS = 24 * 60 * 60_000;
const LIFELESS_MS = DAY_MS;
/** Older ones keep the summary that is made without a model: a whole history of years would cost more than anybody meant. */
const SUMMARISED_MS = DAY_MS;
/** Nobody has so many sessions open. */
const MOST_OPEN = 1_000;

/** Sessions whose process has ended are whole now: nothing more of them is to be read. */
export async function settleEnded(catalog: Catalog, open: ReadonlySet<string>): Promise<void> {
  for (const { id } of await catalog.inCapture(['capturing'], MOST_OPEN))
    if (!open.has(id)) await catalog.moveCapture(id, SETTLE, ['capturing']);
}

/** Their own files are gone and our copy is what is read from now on. With summaries each gets its own first. */
export async function archiveGone(
  catalog: Catalog,
  ids: readonly string[],
  wantsSummaries: boolean,
): Promise<void> {
  const states: readonly CaptureState[] = wantsSummaries ? ['summarized'] : ['parsed', 'summarized'];
  // With every look: what was read anew or got its summary meanwhile is in another state than at the last one.
  for (const [id, { state }] of await catalog.captures(ids))
    if (states.includes(state)) await catalog.moveCapture(id, [{ type: 'archive' }], states);
}

/**
 * What was cut short is taken up again: a session left in `ended` is read anew, one without a single line after a day fails,
 * and one that waits for its summary gets another try at that alone. `isDryRun` says what would be done.
 */
export async function recoverCaptures(deps: RecoverDeps, isDryRun: boolean): Promise<CaptureRecovery> {
  const { catalog, open, nowMs } = deps;
  const idsIn = async (state: 'detected' | 'ended') => await catalog.inCapture([state], AT_ONCE);
  const ended = (await idsIn('ended')).map(({ id }) => id);
  const lifeless = (await idsIn('detected')).flatMap(({ id, updatedMs }) =>
    updatedMs < nowMs - LIFELESS_MS && !open.has(id) ? [id] : [],
  );
  const unsummarised = deps.wantsSummaries
    ? (await catalog.inCapture(['parsed'], AT_ONCE, nowMs - SUMMARISED_MS)).map(({ id }) => id)
    : [];
  if (!isDryRun) {
    for (const id of ended)
      if (!(await deps.reparse(id)))
        await catalog.moveCapture(
          id,
          [{ type: 'fail', parse_error: 'nobody has its transcript' }],
          ['ended'],
        );
    for (const id of lifeless)
      await catalog.moveCapture(id, [{ type: 'fail', parse_error: 'no line in a day' }], ['detected']);
    for (const id of unsummarised) deps.summarise(id);
  }
  const named = (ids: readonly string[]) => ids as SessionId[];
  return { read_anew: named(ended), failed: named(lifeless), summarised: named(unsummarised) };
}
