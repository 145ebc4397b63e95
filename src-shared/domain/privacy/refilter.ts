import type { SessionEvent } from '@domain/session/events';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import type { Run } from '@domain/session/run';
import { filterMessage, filterToolCall } from './filter-message';
import { filterText } from './filter-text';
import { filterValue } from './filter-value';
import { createTally, type Tally } from './tally';
import type { PrivacyPolicy } from './tiers';

/*
 * What is stored, filtered once more under the rules and the policy of today.
 * R1  It only takes: what the filter of its day let through may go, what is gone stays gone.
 * R2  What has nothing to lose comes back as it was, so that a second time changes nothing.
 * R3  Counts are kept and added to; the value never.
 */
export type Refilter = {
  message(message: Message): Message;
  run(run: Run): Run;
  event(event: SessionEvent): SessionEvent;
  text(text: string): string;
  value(value: Record<string, unknown>): Record<string, unknown>;
};

/** For one session; messages come in the order they were stored, for a result is judged by the tool of an earlier call. */
export function createRefilter(policy: PrivacyPolicy, tally: Tally): Refilter {
  const tools = new Map<string, string>();

  const text = (raw: string): string => {
    const { text: kept, redactions } = filterText(raw, 'shapes');
    tally.add(null, redactions);
    return kept;
  };
  const optional = <T extends string | null | undefined>(raw: T): T =>
    typeof raw === 'string' ? (text(raw) as T) : raw;
  const value = (raw: Record<string, unknown>) => {
    const filtered = filterValue(raw, 'redacted');
    tally.add(null, filtered.redactions);
    return filtered.value as Record<string, unknown>;
  };
  const calls = (made: Run['tool_calls']) =>
    made.map((call) => {
      const filtered = filterToolCall(call, policy);
      tally.add(call.tool, filtered.redactions);
      return filtered.call;
    });

  const message = (stored: Message): Message => {
    for (const block of stored.content) if (block.type === 'tool_use') tools.set(block.id, block.tool);
    const { message: kept, counts } = filterMessage(stored, policy, (call) => tools.get(call) ?? null);
    tally.addCounts(counts);
    const all = createTally();
    all.addCounts(stored.redactions ?? []);
    all.addCounts(counts);
    return counts.length === 0 ? kept : { ...kept, redactions: all.counts() };
  };

  const session = (stored: Session): Session => ({
    ...stored,
    ...given(
      stored,
      ['title', 'objective', 'notes', 'result', 'error', 'initial_prompt', 'summary', 'branch'],
      optional,
    ),
    prompt: text(stored.prompt),
    tags: stored.tags.map(text),
    files_touched: stored.files_touched.map(text),
    metadata: value(stored.metadata),
    ...(stored.context_pack === undefined ? {} : { context_pack: value(stored.context_pack) }),
  });

  const run = (stored: Run): Run => ({
    ...stored,
    prompt: text(stored.prompt),
    result: optional(stored.result),
    error: optional(stored.error),
    tool_calls: calls(stored.tool_calls),
  });

  const event = (stored: SessionEvent): SessionEvent => {
    switch (stored.type) {
      case 'created':
        return { ...stored, session: session(stored.session) };
      case 'run-created':
        return { ...stored, run: run(stored.run) };
      case 'run-completed': {
        const { completion } = stored;
        const { result, error, tool_calls } = completion;
        return {
          ...stored,
          completion: {
            ...completion,
            result: optional(result),
            error: optional(error),
            tool_calls: calls(tool_calls),
          },
        };
      }
      case 'start-failed':
        return { ...stored, error: text(stored.error) };
      case 'retitled':
        return { ...stored, title: optional(stored.title) };
      case 'objective-set':
        return { ...stored, objective: optional(stored.objective) };
      case 'notes-set':
        return { ...stored, notes: optional(stored.notes) };
      case 'tags-set':
        return { ...stored, tags: stored.tags.map(text) };
      case 'files-touched':
        return { ...stored, files: stored.files.map(text) };
      case 'details-noted': {
        const { details } = stored;
        return {
          ...stored,
          details: {
            ...details,
            ...given(details, ['initial_prompt', 'summary', 'branch'], optional),
            ...(details.metadata === undefined ? {} : { metadata: value(details.metadata) }),
            ...(details.context_pack === undefined || details.context_pack === null
              ? {}
              : { context_pack: value(details.context_pack) }),
          },
        };
      }
      case 'capture-moved': {
        const { parse_error } = stored.capture;
        return parse_error === undefined
          ? stored
          : { ...stored, capture: { ...stored.capture, parse_error: text(parse_error) } };
      }
      default:
        return stored;
    }
  };

  return { message, run, event, text, value };
}

/** Only the fields that are there: an absent one must not become an undefined one. */
function given<T extends object, K extends keyof T>(
  from: T,
  fields: readonly K[],
  change: <V extends T[K] & (string | null | undefined)>(value: V) => V,
): Partial<T> {
  const changed: Partial<T> = {};
  for (const field of fields)
    if (from[field] !== undefined) changed[field] = change(from[field] as T[K] & (string | null | undefined));
  return changed;
}
