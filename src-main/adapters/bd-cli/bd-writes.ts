import type { BeadEdge, BeadPatch, BeadStatusInfo, NewBead, StatusCategory } from '@domain/bead/change';
import { CLAIM_LABEL_PREFIX, CLAIM_METADATA_KEY, isClaimable, isClaimedBy } from '@domain/bead/claim';
import type { BeadError } from '@domain/bead/errors';
import { findConflicts } from '@domain/bead/find-conflicts';
import { readBead } from '@domain/bead/read-bead';
import { type Bead, BeadComment } from '@domain/bead/record';
import type { ReadyRules } from '@domain/bead/tracker-info';
import { BeadId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { BeadClaim, BeadClose, BeadUpdate } from '../../ports/bead-tracker';
import {
  type BdText,
  changeLabels,
  createArguments,
  leftToUnset,
  setLabels,
  updateArguments,
} from './bd-arguments';
import { type BdCaller, type BdProgram, EXIT_GUARD_NOT_HELD, nameOf } from './bd-call';
import type { BdDialect } from './bd-dialect';
import { recordsIn } from './bd-output';
import type { BdReads } from './bd-reads';
import { hasId } from './bd-records';
import { writeCustomStatuses } from './bd-statuses';
import { whyNoEdge, whyNotClosed } from './diagnose-refusal';

type Answer<T> = Promise<Result<T, BeadError>>;

export type BdWritesDeps = {
  readonly bd: BdCaller;
  readonly reads: BdReads;
  readonly program: BdProgram;
  readonly dialect: BdDialect;
  readonly rules: ReadyRules;
};

export type BdWrites = ReturnType<typeof createBdWrites>;

export function createBdWrites({ bd, reads, program, dialect, rules }: BdWritesDeps) {
  const badOutput = (command: string, words: string): BeadError => ({
    code: 'tracker-bad-output',
    command,
    version: program.version,
    words,
  });

  /** Success means that the answer holds the id; then the bead is read as the tracker now has it. */
  const write = async (text: BdText, id: BeadId, actor: string): Answer<Bead> => {
    const answer = await bd.ask({ ...text, actor });
    if (!answer.ok) return answer;
    if (!hasId(answer.value, id)) return err(badOutput(nameOf(text), JSON.stringify(answer.value)));
    return reads.show(id);
  };

  /** Where the beads explain bd's refusal, that; else its own words. */
  const explained = async (
    error: BeadError,
    explain: (beads: readonly Bead[]) => BeadError | null,
  ): Answer<never> => {
    if (error.code !== 'tracker-refused') return err(error);
    const listing = await reads.list();
    return err((listing.ok ? explain(listing.value.beads) : null) ?? error);
  };

  const explainedStatus = async (error: BeadError, status: string | undefined): Answer<never> => {
    if (error.code !== 'tracker-refused' || status === undefined) return err(error);
    const statuses = await reads.statuses();
    const known = statuses.ok ? statuses.value.map(({ name }) => name) : [];
    if (known.length === 0 || known.includes(status)) return err(error);
    return err({ code: 'status-unknown', status, known });
  };

  /** bd writes an edge to a name of another prefix unseen, or drops it with a warning: the next to look would find nothing. */
  const missingAmong = async (targets: readonly string[]): Answer<string | null> => {
    const local = targets.filter((target) => !target.startsWith(EXTERNAL));
    if (local.length === 0) return ok(null);
    const listing = await reads.list();
    if (!listing.ok) return listing;
    const ids = new Set<string>(listing.value.beads.map((bead) => bead.id));
    return ok(local.find((target) => !ids.has(target)) ?? null);
  };

  /** `show` leaves out an edge whose other end is not here; the list has it. */
  const isHiddenEdge = async (id: BeadId, dependsOn: string): Promise<boolean> => {
    const listing = await reads.list();
    const bead = listing.ok ? listing.value.beads.find((candidate) => candidate.id === id) : undefined;
    return bead !== undefined && hasEdge(bead, dependsOn);
  };

  const close = async ({ id, reason, session, force, actor }: BeadClose): Answer<Bead> => {
    const before = await reads.show(id);
    if (!before.ok) return before;
    const args = [
      'close',
      ...(reason === null ? [] : [`--reason=${reason}`]),
      ...(session === null ? [] : [`--session=${session}`]),
      ...(force ? ['--force'] : []),
      '--',
      id,
    ];
    const closed = await write({ args }, id, actor);
    return closed.ok ? closed : explained(closed.error, (beads) => whyNotClosed(beads, rules, id));
  };

  /** `update` prints all of a bead but its edges and comments, which it did not touch: one call less per drag. */
  const writeFields = async (text: BdText, before: Bead, actor: string): Answer<Bead> => {
    const answer = await bd.ask({ ...text, actor });
    if (!answer.ok) return answer;
    const record = recordsIn(answer.value).find((candidate) => candidate['id'] === before.id);
    const after = record === undefined ? null : readBead({ ...untouched(before), ...record });
    return after === null ? err(badOutput(nameOf(text), JSON.stringify(answer.value))) : ok(after);
  };

  const applyPatch = async (update: BeadUpdate, before: Bead): Answer<Bead> => {
    const { id, patch, actor } = update;
    const guards =
      dialect.hasGuards && update.expected.status !== undefined && before.status === update.expected.status
        ? [`--if-status=${before.status}`]
        : [];
    const { style } = dialect;
    const labels = dialect.isDolt
      ? setLabels(patch.labels, style)
      : changeLabels(before.labels ?? [], patch.labels, style);
    const text = updateArguments(patch, { labels, extra: guards, style });
    if (text.args.length === 1 + guards.length) return ok(before);
    const whole = { ...text, args: [...text.args, '--', id] };
    const written =
      patch.parent === undefined && dialect.printsWholeBead
        ? await writeFields(whole, before, actor)
        : await write(whole, id, actor);
    if (!written.ok) {
      if (written.error.code === 'tracker-refused' && written.error.exit_code === EXIT_GUARD_NOT_HELD) {
        const theirs = await reads.show(id);
        return theirs.ok
          ? err({ code: 'bead-conflict', id, fields: ['status'], theirs: theirs.value })
          : theirs;
      }
      return explainedStatus(written.error, patch.status);
    }
    const unset = leftToUnset(patch).map((key) => `--unset-metadata=${key}`);
    return unset.length === 0 ? written : write({ args: ['update', ...unset, '--', id] }, id, actor);
  };

  const seenAfter = async (claimed: Result<Bead, BeadError>, id: BeadId): Answer<Bead> =>
    claimed.ok || claimed.error.code !== 'tracker-refused' ? claimed : reads.show(id);

  return {
    close,
    async create(bead: NewBead, actor: string): Answer<Bead> {
      const { status, metadata, ...rest } = bead;
      if (metadata !== undefined && !dialect.hasMetadata)
        return err({ code: 'bead-invalid', field: 'metadata', why: 'this tracker has none' });
      const missing = await missingAmong(bead.blocked_by ?? []);
      if (!missing.ok) return missing;
      if (missing.value !== null) return err({ code: 'bead-not-found', id: missing.value });
      const text = createArguments(metadata === undefined ? rest : { ...rest, metadata }, dialect.style);
      const answer = await bd.ask({ ...text, actor });
      if (!answer.ok) return answer;
      const made = recordsIn(answer.value).map(readBead)[0];
      const id = BeadId.safeParse(made?.id);
      if (!id.success) return err(badOutput('create', JSON.stringify(answer.value)));
      const later = dialect.style.createsWithTexts ? {} : textsOf(rest);
      const left = { ...later, ...(status === undefined || status === made?.status ? {} : { status }) };
      if (Object.keys(left).length === 0) return reads.show(id.data);
      const remaining = updateArguments(left, { labels: [], extra: [], style: dialect.style });
      const moved = await write({ ...remaining, args: [...remaining.args, '--', id.data] }, id.data, actor);
      return moved.ok ? moved : explainedStatus(moved.error, status);
    },
    async update(update: BeadUpdate): Answer<Bead> {
      const { id, patch, expected, actor } = update;
      if (patch.metadata !== undefined && !dialect.hasMetadata)
        return err({ code: 'bead-invalid', field: 'metadata', why: 'this tracker has none' });
      const before = await reads.show(id);
      if (!before.ok) return before;
      const fields = findConflicts(before.value, patch, expected);
      if (fields.length > 0) return err({ code: 'bead-conflict', id, fields, theirs: before.value });
      // Older versions let `--status closed` past every guard that `close` has.
      if (patch.status !== 'closed' || before.value.status === 'closed')
        return applyPatch(update, before.value);
      const { status: _closed, ...others } = patch;
      const rest = await applyPatch({ ...update, patch: others }, before.value);
      return rest.ok ? close({ id, reason: null, session: null, force: false, actor }) : rest;
    },
    async reopen(id: BeadId, actor: string): Answer<Bead> {
      const before = await reads.show(id);
      if (!before.ok || before.value.status !== 'closed') return before;
      return write({ args: ['reopen', '--', id] }, id, actor);
    },
    async addDependency(edge: BeadEdge, actor: string): Answer<Bead> {
      // bd refuses it too, but one of its versions makes the edge first.
      if (edge.id === edge.depends_on)
        return err({
          code: 'dependency-refused',
          why: 'itself',
          id: edge.id,
          depends_on: edge.depends_on,
        });
      const missing = await missingAmong([edge.depends_on]);
      if (!missing.ok) return missing;
      if (missing.value !== null) return err({ code: 'bead-not-found', id: missing.value });
      const args = ['dep', 'add', `--type=${edge.type}`, '--', edge.id, edge.depends_on];
      const answer = await bd.ask({ args, actor });
      if (!answer.ok) return explained(answer.error, (beads) => whyNoEdge(beads, rules, edge));
      return reads.show(edge.id);
    },
    async removeDependency(id: BeadId, dependsOn: string, actor: string): Answer<Bead> {
      const before = await reads.show(id);
      if (!before.ok) return before;
      if (!hasEdge(before.value, dependsOn) && !(await isHiddenEdge(id, dependsOn)))
        return err({ code: 'dependency-refused', why: 'no-such-edge', id, depends_on: dependsOn });
      const answer = await bd.ask({ args: ['dep', 'remove', '--', id, dependsOn], actor });
      return answer.ok ? reads.show(id) : answer;
    },
    async comment(id: BeadId, text: string, actor: string): Answer<BeadComment> {
      const answer = await bd.ask({ args: ['comments', 'add', `--author=${actor}`, '--', id, text], actor });
      if (!answer.ok) return explained(answer.error, (beads) => notFound(beads, id));
      const comment = BeadComment.safeParse(recordsIn(answer.value)[0]);
      return comment.success
        ? ok(comment.data)
        : err(badOutput('comments add', JSON.stringify(answer.value)));
    },
    /** Callers hold the project lock: bd lets one actor win twice, so the reads around it are what decides. */
    async claim({ id, actor, marker }: BeadClaim): Answer<Bead> {
      const before = await reads.show(id);
      if (!before.ok) return before;
      if (!isClaimable(before.value, actor, marker)) return err(lostTo(before.value));
      if (isClaimedBy(before.value, actor, marker)) return before;
      const markers = dialect.hasMetadata
        ? [`--metadata=${JSON.stringify({ [CLAIM_METADATA_KEY]: marker })}`]
        : markerLabels(before.value, marker);
      const text = { args: ['update', '--claim', ...markers, '--', id] };
      let claimed = await write(text, id, actor);
      let after = await seenAfter(claimed, id);
      // Refused although it is free: another transaction was under way and failed. Once more, then its words.
      if (!claimed.ok && after.ok && isClaimable(after.value, actor, marker)) {
        claimed = await write(text, id, actor);
        after = await seenAfter(claimed, id);
      }
      if (!after.ok || isClaimedBy(after.value, actor, marker)) return after;
      if (!claimed.ok && isClaimable(after.value, actor, marker)) return claimed;
      return err(lostTo(after.value));
    },
    async renewClaim(id: BeadId, holder: string): Answer<null> {
      const answer = await bd.ask({ args: ['heartbeat', '--', id], actor: holder });
      return answer.ok ? ok(null) : answer;
    },
    async configureStatus(name: string, category: StatusCategory): Answer<readonly BeadStatusInfo[]> {
      const custom = await reads.customStatuses();
      if (!custom.ok) return custom;
      if (!custom.value.some((status) => status.name === name)) {
        const wanted = [...custom.value, { name, category, built_in: false }];
        const value = writeCustomStatuses(wanted, dialect.isDolt);
        const answer = await bd.ask({ args: ['config', 'set', 'status.custom', value], isWrite: true });
        if (!answer.ok) return answer;
      }
      const known = await reads.statuses();
      if (!known.ok || known.value.some((status) => status.name === name)) return known;
      return err(badOutput('config set', `${name} is still unknown`));
    },
  };
}

const EXTERNAL = 'external:';

/** What br takes only from `update`. */
function textsOf({ design, notes }: Pick<NewBead, 'design' | 'notes'>): BeadPatch {
  return { ...(design === undefined ? {} : { design }), ...(notes === undefined ? {} : { notes }) };
}

function hasEdge(bead: Bead, dependsOn: string): boolean {
  return bead.dependencies?.some((edge) => edge.depends_on_id === dependsOn) ?? false;
}

function untouched(bead: Bead): Partial<Bead> {
  const names = ['dependencies', 'comments', 'dependency_count', 'dependent_count', 'comment_count'];
  return Object.fromEntries(Object.entries(bead).filter(([name]) => names.includes(name)));
}

function markerLabels(before: Bead, marker: string): string[] {
  const old = (before.labels ?? []).filter((label) => label.startsWith(CLAIM_LABEL_PREFIX));
  return [...old.map((label) => `--remove-label=${label}`), `--add-label=${CLAIM_LABEL_PREFIX}${marker}`];
}

function lostTo(bead: Bead): BeadError {
  const holder = bead.assignee ?? '';
  return { code: 'claim-lost', id: bead.id, holder: holder === '' ? null : holder, status: bead.status };
}

function notFound(beads: readonly Bead[], id: BeadId): BeadError | null {
  return beads.some((bead) => bead.id === id) ? null : { code: 'bead-not-found', id };
}
