import type { Bead } from '@domain/bead/record';
import { createFeed, type Feed } from '@domain/feed';
import type { Repository } from '@domain/git/repository';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { Session } from '@domain/session/record';
import { WAITING_SINCE } from '@domain/session/waiting-since';
import type { StartDefaults, Started, StartLeft, StartStopped, StartWish } from '@domain/work/start-plan';
import { type StartCause, type StartStep, type StartUnderWay, stepsOf } from '@domain/work/start-plan';
import { START_RECORD } from '@domain/work/start-record';
import type { Lease } from '../../ports/session-store';
import type { SessionsService } from '../sessions/sessions-service';
import { checkStart, type Ground } from './check-start';
import { contextRecord } from './context-pack';
import type { StartWorld } from './start-world';
import { forgetStart, undoClaim, undoDraft, undoMade } from './undo-start';

/*
 * check -> draft -> claim -> branch | worktree -> context -> claude -> active, or waiting for a place
 * W1  What is sure to fail is found before anything is changed.
 * W2  A step that fails undoes those before it, the last one first; what could not be put back is named. It is put back as far
 *     as it is still ours: a bead that somebody took, a branch with commits and a worktree with files in it stay.
 * W3  The draft says what its start will change before it is changed, and its lease is held until Claude has it: a start that
 *     nobody lives to finish is found and undone (`recover-starts`).
 * W4  Of any number of starts on one bead, one gets past `claim`.
 * W5  The branch of a checkout is not changed under a session that works in it.
 */
export type StartWork = {
  start(wish: StartWish): Promise<Result<Started, StartStopped>>;
  readonly feed: Feed<UnderWay, UnderWay>;
  /** It is just being started here. */
  isStarting(id: SessionId): boolean;
};
type UnderWay = { starts: StartUnderWay[] };

export function createStartWork(world: StartWorld & { readonly epoch: string }): StartWork {
  const underWay = new Map<object, StartUnderWay>();
  const told = (): UnderWay => ({ starts: [...underWay.values()] });
  const feed = createFeed<UnderWay, UnderWay>({ epoch: world.epoch, snapshot: told });
  const tell = (key: object, next: StartUnderWay | null) => {
    if (next === null) underWay.delete(key);
    else underWay.set(key, next);
    feed.publish(told());
  };

  const start: StartWork['start'] = async (wish) => {
    const key = {};
    const steps = stepsOf(wish);
    const { bead_id } = wish;
    let now: StartUnderWay = {
      attempt: wish.attempt ?? '',
      bead_id,
      session_id: null,
      steps,
      at: 'check',
      is_undoing: false,
    };
    const become = (change: Partial<StartUnderWay>) => {
      now = { ...now, ...change };
      tell(key, now);
    };
    const done: { step: StartStep; undo: () => Promise<StartLeft | null> }[] = [];
    const giveUp = async (): Promise<Pick<StartStopped, 'undone' | 'left'>> => {
      if (done.length > 0) become({ is_undoing: true });
      const undone: StartStep[] = [];
      const left: StartLeft[] = [];
      for (const { step, undo } of done.toReversed()) {
        const kept = await undo();
        if (kept === null) undone.push(step);
        else left.push(kept);
      }
      if (left.length > 0) world.log.warn('a start could not be undone whole', { left });
      else if (now.session_id !== null) await forgetIn(world, now.session_id);
      return { undone, left };
    };
    const work = {
      at: (step: StartStep) => become({ at: step }),
      session: (id: SessionId) => become({ session_id: id }),
      did: (step: StartStep, undo: () => Promise<StartLeft | null>) => done.push({ step, undo }),
    };
    become({});
    try {
      const result = await perform(world, wish, work);
      if (result.ok) return result;
      const { step, cause } = result.error;
      world.log.info('a start stopped', { bead_id, step, cause: cause.code });
      return err({ code: 'start-stopped', step, cause, ...(await giveUp()) });
    } catch (error) {
      await giveUp();
      throw error;
    } finally {
      tell(key, null);
    }
  };

  return {
    start,
    feed,
    isStarting: (id) => [...underWay.values()].some(({ session_id }) => session_id === id),
  };
}

async function forgetIn(world: StartWorld, id: SessionId): Promise<void> {
  const opened = await world.sessions();
  if (opened.ok) await forgetStart(opened.value, id);
}

type Work = {
  at(step: StartStep): void;
  session(id: SessionId): void;
  did(step: StartStep, undo: () => Promise<StartLeft | null>): void;
};
type Stopped = { readonly step: StartStep; readonly cause: StartCause };

async function perform(world: StartWorld, wish: StartWish, work: Work): Promise<Result<Started, Stopped>> {
  const opened = await world.sessions();
  if (!opened.ok) return err({ step: 'check', cause: opened.error });
  const service = opened.value;
  const checked = await checkStart(world, service, wish);
  if (!checked.ok) return err({ step: 'check', cause: checked.error });
  const ground = checked.value;

  work.at('draft');
  const made = await makeDraft(service, wish, ground);
  if (!made.ok) return err({ step: 'draft', cause: made.error });
  const draft = made.value;
  const { id } = draft;
  work.session(id);
  work.did('draft', () => undoDraft(service, draft));
  const store = service.book.find(id)?.store;
  const lease = await store?.acquireLease(id);
  if (store === undefined || lease === undefined)
    return err({ step: 'draft', cause: { code: 'session-not-found', session_id: id } });
  if (!lease.ok) return err({ step: 'draft', cause: lease.error });
  const held = holdOnce(lease.value);
  try {
    const prepared = await prepare({ world, service, wish, ground, draft, work });
    if (!prepared.ok) return prepared;
  } finally {
    await held.release();
  }

  work.at('claude');
  const { permission_mode, seat } = wish;
  const begun = await service.start({
    id,
    prompt: wish.prompt,
    permission_mode,
    seat: seat ?? undefined,
    agent: wish.agent ?? undefined,
  });
  if (!begun.ok) return err({ step: 'claude', cause: begun.error });
  const isWaiting = begun.value.metadata[WAITING_SINCE] !== undefined;
  await world.defaults.save(wish.project, chosenIn(wish));
  return ok({ session: begun.value, is_waiting: isWaiting });
}

type Preparing = {
  readonly world: StartWorld;
  readonly service: SessionsService;
  readonly wish: StartWish;
  readonly ground: Ground;
  readonly draft: Session;
  readonly work: Work;
};

/** Everything between the draft and Claude. */
async function prepare(all: Preparing): Promise<Result<null, Stopped>> {
  const { world, service, wish, ground, draft, work } = all;
  const { id } = draft;
  let { record } = ground;
  let bead: Bead | null = ground.details?.bead ?? null;
  const note = async (step: StartStep, more: object = {}): Promise<Result<null, Stopped>> => {
    const metadata = { ...service.book.find(id)?.session.metadata, [START_RECORD]: record };
    const noted = await service.edit(id, { type: 'note-details', details: { metadata, ...more } }, 'capture');
    return noted.ok ? ok(null) : err({ step, cause: noted.error });
  };

  const { claim } = record;
  if (claim !== null && wish.bead_id !== null) {
    work.at('claim');
    // Also a claim that failed is taken back: its answer may have been lost on the way.
    work.did('claim', () => undoClaim(world, draft, claim));
    const claimed = await (await world.beads()).of(wish.project).claim(wish.bead_id, { marker: id });
    if (!claimed.ok) return err({ step: 'claim', cause: claimed.error });
    bead = claimed.value.bead;
  }

  const { checkout } = wish;
  let repository: Pick<Repository, 'root' | 'branch' | 'head'> | null = ground.repository;
  if (checkout.type !== 'as-is') {
    const { type } = checkout;
    work.at(type);
    const git = await world.git();
    const { branch, base, reuse } = checkout;
    const request = { folder: wish.project, branch, base, reuse };
    if (type === 'branch') {
      const switched = await git.makeBranch(request);
      if (!switched.ok) return err({ step: type, cause: switched.error });
      record = { ...record, made: { type, ...switched.value } };
      repository = { root: switched.value.root, branch, head: switched.value.head };
    } else {
      const added = await git.makeWorktree({ ...request, place: ground.place });
      if (!added.ok) return err({ step: type, cause: added.error });
      record = { ...record, made: { type, ...added.value } };
      repository = { root: added.value.place, branch, head: added.value.head };
    }
    const { made } = record;
    if (made !== null) work.did(type, () => undoMade(world, service, made));
    const worktree = made?.type === 'worktree' ? { worktree: made.place } : {};
    const noted = await note(type, { branch, ...worktree });
    if (!noted.ok) return noted;
  }

  work.at('context');
  const base = checkout.type === 'as-is' ? null : checkout.base;
  const around = { at: world.clock.now(), bead, git: repository === null ? null : { ...repository, base } };
  const pack = contextRecord(ground.packed, around, world.files.hash);
  const store = service.book.find(id)?.store;
  const written = await store?.writeContext(id, pack);
  if (written?.ok === false) return err({ step: 'context', cause: written.error });
  const { tokens, parts, files } = pack;
  const kept = { tokens, parts: parts.map(({ kind }) => kind), files: files.map(({ path }) => path) };
  record = { ...record, is_ready: true };
  return note('context', parts.length === 0 ? {} : { context_pack: kept });
}

/** W3: what will be changed is written with the draft itself. */
function makeDraft(service: SessionsService, wish: StartWish, { record, details }: Ground) {
  const { checkout, bead_id } = wish;
  return service.create({
    folder: wish.project,
    title: wish.title ?? details?.bead.title.slice(0, 300),
    objective: wish.objective,
    prompt: wish.prompt,
    bead_id,
    agent_id: wish.agent,
    model: wish.model ?? undefined,
    ...(checkout.type === 'as-is' ? {} : { branch: checkout.branch }),
    trigger_source: wish.claim ? 'start-work' : 'ad-hoc',
    permission_mode: wish.permission_mode,
    add_dirs: wish.add_dirs,
    seat: wish.seat ?? undefined,
    metadata: { [START_RECORD]: record },
  });
}

function holdOnce(lease: Lease) {
  let isHeld = true;
  return {
    async release() {
      if (!isHeld) return;
      isHeld = false;
      await lease.release();
    },
  };
}

function chosenIn(wish: StartWish): StartDefaults {
  const { checkout, agent, model, permission_mode, seat, context } = wish;
  const offered = ['bead', 'blockers', 'named-files', 'sessions'] as const;
  return {
    where: checkout.type === 'worktree' ? 'worktree' : 'in-place',
    agent,
    model,
    permission_mode,
    seat,
    without: offered.filter((kind) => !context.parts.includes(kind)),
  };
}
