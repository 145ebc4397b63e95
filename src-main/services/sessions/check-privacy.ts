import type { SessionId } from '@domain/ids';
import { filterMessage } from '@domain/privacy/filter-message';
import type { RedactionCount } from '@domain/privacy/rules';
import { createTally } from '@domain/privacy/tally';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { PolicyProblem } from '../../ports/policy-book';
import type { Kernel } from './kernel';
import { policyFolderOf } from './session-book';
import type { createSessionMessages } from './session-messages';

export type PrivacyReport = {
  readonly session_id: SessionId;
  readonly messages: number;
  readonly taken: readonly RedactionCount[];
  readonly would_take: readonly RedactionCount[];
  readonly policy: PrivacyPolicy;
  readonly problems: readonly PolicyProblem[];
};

/** What was taken when it was stored, and what today's rules would take of what is left. Changes nothing. */
export function createCheckPrivacy(
  { book, privacy }: Kernel,
  messages: Pick<ReturnType<typeof createSessionMessages>, 'stored'>,
) {
  return async (id: SessionId): Promise<Result<PrivacyReport, SessionError>> => {
    const found = book.find(id);
    if (found === null) return err({ code: 'session-not-found', session_id: id });
    const policy = privacy.of(policyFolderOf(found));
    const taken = createTally();
    const wouldTake = createTally();
    const tools = new Map<string, string>();
    let count = 0;
    for await (const message of messages.stored(id)) {
      count += 1;
      taken.addCounts(message.redactions ?? []);
      for (const block of message.content) if (block.type === 'tool_use') tools.set(block.id, block.tool);
      wouldTake.addCounts(filterMessage(message, policy, (call) => tools.get(call) ?? null).counts);
    }
    return ok({
      session_id: id,
      messages: count,
      taken: taken.counts(),
      would_take: wouldTake.counts(),
      policy,
      problems: privacy.problems(),
    });
  };
}
