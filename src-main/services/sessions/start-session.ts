import { AgentName } from '@domain/agent';
import type { RunId, SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { createRun } from '@domain/session/audit';
import { readContextPack } from '@domain/session/context-pack';
import { type DrivingWish, drivingChosen, drivingOf } from '@domain/session/driving';
import type { SessionError } from '@domain/session/errors';
import { type SessionFact, stampFacts } from '@domain/session/events';
import { replay } from '@domain/session/evolve';
import type { Session } from '@domain/session/record';
import { decideStatus, type Moment } from '@domain/session/status-machine';
import type { Seat } from '@domain/session/values';
import { BUDGET_KEY } from '@domain/trigger/trigger';
import type { LaunchRequest } from '../../ports/claude-driver';
import type { Lease, SessionStore } from '../../ports/session-store';
import type { Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';
import type { Found } from './session-book';
import type { Talk } from './talk';

/** How it is driven is kept for the session from here on. */
export type StartRequest = DrivingWish & {
  readonly id: SessionId;
  /** Said to Claude as it is, written down filtered. Left out: the draft's own prompt. */
  readonly prompt?: string | undefined;
  readonly agent?: string | undefined;
};

/** Start and resume: the lease first, then the wish on disk, then the process; active once Claude says so. */
export function createStartSession(kernel: Kernel, live: LiveSessions, talk: Pick<Talk, 'firstKept'>) {
  const { queue, clock, clean, driver, book } = kernel;
  /** With which agent each was started last: a change of seats keeps it. */
  const agents = new Map<SessionId, string | undefined>();

  const launch = async (
    type: 'start' | 'resume',
    request: StartRequest,
  ): Promise<Result<null, SessionError>> => {
    const { id } = request;
    const found = await kernel.fresh(id);
    if (found === null) return err({ code: 'session-not-found', session_id: id });
    const { session, store } = found;
    const said = request.prompt ?? (type === 'start' ? session.prompt : '');
    const prompt = clean.text('prompt', said);
    if (!prompt.ok) return prompt;
    const run = createRun({
      run_id: kernel.newId() as RunId,
      session_id: id,
      trigger_source: type === 'resume' ? 'resume' : session.trigger_source,
      prompt: prompt.value,
      started_at: clock.now(),
    });
    const command = { type, run } as const;
    const moment = () => ({ at: clock.now(), activeMs: 0 });
    const foreseen = decideStatus(session, command, moment());
    if (!foreseen.ok) return foreseen;
    if (foreseen.value.length === 0 && live.has(id)) return ok(null);

    // The first start takes the context pack along; a run notes the prompt alone, for `context.json` has the rest.
    const context = type === 'start' ? await contextOf(store, id) : '';
    const first = { ...request, prompt: `${said}${context}` };
    const wish = await launchRequest(kernel, found, type, first);
    if (!wish.ok) return wish;
    // What is sure to fail leaves no trace of a run that never was.
    const clear = await driver.check(wish.value);
    if (!clear.ok) return clear;
    const seen = (await kernel.work?.lookFirst(session)) ?? {};

    // Before anything is written: of two consoles that both want it, one gets no further than this.
    const lease = await store.acquireLease(id);
    if (!lease.ok) {
      kernel.work?.forget(id);
      return lease;
    }
    const saved = await kernel.change(id, (now) => {
      // The lease is ours, so a wish that is still open belongs to a console that is gone.
      const settled = settleFirst(now, moment());
      const wanted = decideStatus(settled.session, command, moment());
      const known = { ...seen, ...drivingChosen(request) };
      return wanted.ok ? ok([...settled.facts, ...metadataFacts(now, known), ...wanted.value]) : wanted;
    });
    if (!saved.ok) {
      kernel.work?.forget(id);
      await lease.value.release();
      return saved;
    }
    return spawn(saved.value.session, wish.value, lease.value);
  };

  const spawn = async (
    session: Session,
    request: LaunchRequest,
    lease: Lease,
  ): Promise<Result<null, SessionError>> => {
    // Also one that throws has to give the lease back, and the wish must not stay open.
    const process = await driver
      .launch(request)
      .catch((error: unknown) => err({ code: 'claude-did-not-start', detail: String(error) } as const));
    if (process.ok) {
      agents.set(request.session_id, request.agent);
      live.adopt(process.value, lease);
      return ok(null);
    }
    kernel.work?.forget(session.id);
    const end = { result: null, error: process.error.code, success: false, tool_calls: [] };
    const moment = { at: clock.now(), activeMs: 0 };
    const failed = await kernel.change(session.id, (now) =>
      decideStatus(now, { type: 'report-ended', how: 'died', end }, moment),
    );
    await lease.release();
    return failed.ok ? process : failed;
  };

  const run = async (
    type: 'start' | 'resume',
    request: StartRequest,
  ): Promise<Result<Session, SessionError>> => {
    const launched = await queue.inOrder(request.id, () => launch(type, request));
    if (!launched.ok) return launched;
    if (live.has(request.id)) {
      const started = await live.started(request.id);
      // Its first prompt is kept before anybody is told that it began.
      await talk.firstKept(request.id);
      return started;
    }
    const found = book.find(request.id);
    return found === null ? err({ code: 'session-not-found', session_id: request.id }) : ok(found.session);
  };

  return {
    /** Whether a resume could work now. Writes nothing and starts nothing. */
    async checkResume(id: SessionId): Promise<Result<null, SessionError>> {
      const found = await kernel.fresh(id);
      if (found === null) return err({ code: 'session-not-found', session_id: id });
      const wish = await launchRequest(kernel, found, 'resume', { id, prompt: '' });
      return wish.ok ? driver.check(wish.value) : wish;
    },
    /** Whether a process in this seat could start there, whatever has the session now. Writes nothing and starts nothing. */
    async checkSeat(id: SessionId, seat: Seat): Promise<Result<null, SessionError>> {
      const found = await kernel.fresh(id);
      if (found === null) return err({ code: 'session-not-found', session_id: id });
      const { cwd, worktree } = found.session;
      const session_id = kernel.newId() as SessionId;
      const place = { cwd: worktree ?? cwd, project: cwd };
      return driver.check({ session_id, mode: { type: 'new' }, ...place, prompt: '', seat });
    },
    start: (request: StartRequest) => run('start', request),
    resume: (request: StartRequest) => run('resume', request),
    /** As it was started last, in this seat. */
    resumeIn: (id: SessionId, seat: Seat) => run('resume', { id, seat, agent: agents.get(id) }),
  };
}

export function metadataFacts(session: Session, entries: Readonly<Record<string, unknown>>): SessionFact[] {
  const { metadata } = session;
  const isKept = ([name, value]: [string, unknown]) =>
    JSON.stringify(metadata[name]) === JSON.stringify(value);
  if (Object.entries(entries).every(isKept)) return [];
  return [{ type: 'details-noted', details: { metadata: { ...metadata, ...entries } } }];
}

function settleFirst(session: Session, moment: Moment): { session: Session; facts: readonly SessionFact[] } {
  if (session.pending === undefined) return { session, facts: [] };
  const settled = decideStatus(session, { type: 'recover', reason: 'crash' }, moment);
  const facts = settled.ok ? settled.value : [];
  const place = { session_id: session.id, revision: session.revision, at: moment.at };
  return { session: replay(stampFacts(place, facts), session) ?? session, facts };
}

async function launchRequest(
  kernel: Kernel,
  { store, session }: Found,
  type: 'start' | 'resume',
  request: StartRequest & { readonly prompt: string },
): Promise<Result<LaunchRequest, SessionError>> {
  const mode = await modeOf(store, session, type);
  if (!mode.ok) return mode;
  const budget = session.metadata[BUDGET_KEY];
  const defaults = kernel.startDefaults?.();
  const driving = drivingOf(session);
  return ok({
    session_id: session.id,
    mode: mode.value,
    cwd: session.worktree ?? session.cwd,
    project: session.cwd,
    prompt: request.prompt,
    model: session.model ?? defaults?.model ?? undefined,
    permission_mode: request.permission_mode ?? driving.permission_mode ?? defaults?.permission_mode,
    agent: request.agent ?? (type === 'start' ? AgentName.safeParse(session.agent_id).data : undefined),
    add_dirs: request.add_dirs ?? driving.add_dirs,
    seat: request.seat ?? driving.seat ?? kernel.defaultSeat?.(),
    // A person who goes on with it is not bound by what an agent was allowed.
    max_budget_usd: type === 'start' && typeof budget === 'number' ? budget : undefined,
  });
}

/** What follows the prompt; a pack that cannot be read keeps nobody from starting. */
async function contextOf(store: SessionStore, id: SessionId): Promise<string> {
  const kept = await store.readContext(id);
  const pack = kept.ok ? readContextPack(kept.value) : null;
  return pack === null ? '' : pack.text.slice(pack.prompt_chars);
}

/** The first start of a child that continues a closed session copies its parent's history under the new id. */
async function modeOf(
  store: SessionStore,
  session: Session,
  type: 'start' | 'resume',
): Promise<Result<LaunchRequest['mode'], SessionError>> {
  const { id, parent_id } = session;
  if (type === 'start')
    return ok(
      session.source === 'fork' && parent_id !== undefined ? { type: 'fork', parent_id } : { type: 'new' },
    );
  const runs = await store.readRuns(id);
  if (!runs.ok) return runs;
  const said = await store.readMessages(id, { cursor: null, limit: 1 });
  if (!said.ok) return said;
  // A run notes its prompt as it is spawned: whether Claude got it, only what came of it can tell.
  const neverPrompted = said.value.messages.length === 0 && runs.value.every(({ result }) => result === null);
  return ok({ type: 'resume', neverPrompted });
}
