import { EMPTY_SESSION, type GeneratedSummary, type SummaryFault } from '@domain/history/generated-summary';
import { EDGE, MOST, readSummary, summaryLinesOf, summaryPrompt } from '@domain/history/summary-prompt';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import { err, ok, type Result } from '@domain/result';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { KeptSummaries, SummaryWriter } from '../../ports/summaries';
import type { CatalogSession, HistoryEngine } from './history-engine';

/*
 * Summaries by the user's own Claude.
 * G1  One at a time, and nobody waits for it but who asked for it.
 * G2  What fails says why, and what was there before stays.
 * G3  Those that nobody asked for by hand are tried again with the next sweep, three times at most; the first of them that
 *     fails sends the rest of its sweep home.
 */
export type SummaryFailure =
  | { readonly code: 'session-not-found' | 'transcript-gone'; readonly id: string }
  | {
      readonly code: 'summary-failed';
      readonly id: string;
      readonly why: SummaryFault;
      readonly detail: string;
    };
type Written = Result<GeneratedSummary, SummaryFailure>;

export type SummaryDesk = {
  /** By hand: made anew, whatever there is. */
  request(id: string): Promise<Written>;
  /** By itself: unless there is one of the session as it is. */
  offer(id: string): void;
  /** Nothing waits any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

export type SummaryDeskDeps = {
  readonly engine: Pick<HistoryEngine, 'show' | 'transcript' | 'moveCapture'>;
  readonly writer: SummaryWriter;
  readonly kept: KeptSummaries;
  readonly policyOf: (folder: string | null) => PrivacyPolicy;
  /** Into our own record of the session, when there is one and a person wrote nothing else there. */
  readonly note: (id: string, text: string, before: string | null) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
};

type Job = { readonly id: string; readonly isAsked: boolean; readonly tell: ((written: Written) => void)[] };

const MOST_WAITING = 50;
const MOST_TRIES = 3;
const PAGE = 100;
const MOST_PAGES = 20;

export function createSummaryDesk(deps: SummaryDeskDeps): SummaryDesk {
  const { engine, writer, kept, clock, log } = deps;
  const closing = new AbortController();
  const failures = new Map<string, number>();
  let waiting: Job[] = [];
  let current: Job | null = null;
  let working: Promise<void> | null = null;

  const write = async ({ id, isAsked }: Job): Promise<Written> => {
    const session = await engine.show(id);
    if (session === null) return err({ code: 'session-not-found', id });
    const before = await kept.find(id);
    if (!isAsked && before?.session_updated_at === session.updated_at) {
      await engine.moveCapture(id, [{ type: 'summarize' }], ['parsed']);
      return ok(before);
    }
    const told = await tellOf(session);
    if (told === null) return err({ code: 'transcript-gone', id });
    const made = told === '' ? ok(nothingSaid) : await writer.write(told, closing.signal);
    if (!made.ok) {
      const { why, detail, spent } = made.error;
      if (spent !== undefined || !neverAsked.has(why)) await kept.charge(spent ?? untold, false);
      return err({ code: 'summary-failed', id, why, detail });
    }
    const { text: answer, ...spent } = made.value;
    const text = readSummary(answer);
    if (told !== '') await kept.charge(spent, text !== null);
    if (text === null) return err({ code: 'summary-failed', id, why: 'no-answer', detail: '' });
    const summary = { ...spent, text, made_at: clock.now(), session_updated_at: session.updated_at };
    await kept.keep(id, summary as GeneratedSummary);
    await deps.note(id, text, before?.text ?? null);
    await engine.moveCapture(id, [{ type: 'summarize' }], ['parsed']);
    return ok(summary as GeneratedSummary);
  };

  /** Null: nobody has its transcript. Empty: nothing was said in it. */
  const tellOf = async (session: CatalogSession): Promise<string | null> => {
    const request = { id: session.id, branches: false, policy: deps.policyOf(session.cwd), limit: PAGE };
    const head: string[] = [];
    let next = 0;
    let total = 1;
    while (next < total && lengthOf(head) <= MOST && next < PAGE * MOST_PAGES) {
      const page = await engine.transcript({ ...request, from: next, direction: 'after' });
      if (page === null) return null;
      total = page.total;
      if (page.messages.length === 0) break;
      head.push(...page.messages.flatMap(summaryLinesOf));
      next = (page.messages.at(-1)?.position ?? next) + 1;
    }
    if (next >= total) return head.length === 0 ? '' : summaryPrompt(session, head, null);
    const tail: string[] = [];
    let from = total;
    for (let pages = 0; from > next && lengthOf(tail) <= EDGE && pages < MOST_PAGES; pages += 1) {
      const page = await engine.transcript({ ...request, from, direction: 'before' });
      if (page === null || page.messages.length === 0) break;
      tail.unshift(...page.messages.flatMap(summaryLinesOf));
      from = page.messages[0]?.position ?? next;
    }
    return summaryPrompt(session, head, tail);
  };

  const work = async () => {
    await Promise.resolve();
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const { id, isAsked, tell } = job;
      current = job;
      const written = closing.signal.aborted
        ? err({ code: 'summary-failed', id, why: 'stopped', detail: '' } as const)
        : await write(job).catch((error: unknown): Written => {
            log.error('a summary could not be made', { session: id, error });
            return err({ code: 'summary-failed', id, why: 'no-answer', detail: '' });
          });
      if (written.ok) failures.delete(id);
      else if (!isAsked) {
        failures.set(id, (failures.get(id) ?? 0) + 1);
        log.info('a summary was not made', { session: id, ...written.error });
        if (written.error.code === 'summary-failed') waiting = waiting.filter((other) => other.isAsked);
      }
      current = null;
      for (const each of tell) each(written);
    }
    working = null;
  };
  const add = (job: Job) => {
    // Whoever asked by hand comes before those that nobody waits for.
    const at = job.isAsked ? waiting.findIndex((other) => !other.isAsked) : -1;
    waiting = at === -1 ? [...waiting, job] : [...waiting.slice(0, at), job, ...waiting.slice(at)];
    working ??= work();
  };

  return {
    request: (id) =>
      new Promise((tell) => {
        const known = [...(current === null ? [] : [current]), ...waiting].find(
          (job) => job.id === id && job.isAsked,
        );
        if (known === undefined) add({ id, isAsked: true, tell: [tell] });
        else known.tell.push(tell);
      }),
    offer(id) {
      const isKnown = waiting.some((job) => job.id === id) || (failures.get(id) ?? 0) >= MOST_TRIES;
      if (!isKnown && waiting.length < MOST_WAITING && !closing.signal.aborted)
        add({ id, isAsked: false, tell: [] });
    },
    async settled() {
      while (working !== null) await working;
    },
    async close() {
      closing.abort();
      while (working !== null) await working;
    },
  };
}

const nothingSaid = { text: EMPTY_SESSION, model: null, tokens_in: 0, tokens_out: 0, cost_micro_usd: 0 };

/** Claude was not there to be asked. */
const neverAsked: ReadonlySet<SummaryFault> = new Set([
  'claude-not-found',
  'claude-too-old',
  'claude-did-not-start',
]);
/** It was asked and ended without a word of what that cost. */
const untold = { model: null, tokens_in: 0, tokens_out: 0, cost_micro_usd: null };

const lengthOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0);
