import { billKey } from './bill-key';
import { listPrices, type PriceTable, priceOf } from './price-table';
import { addUsage, costOf, noUsage, type TokenUsage, totalTokens } from './usage';

/** One message that was billed: its id and its request's together name it, in whatever file it is found. */
export type BilledMessage = {
  readonly message_id: string;
  readonly request_id: string | null;
  readonly model: string;
  readonly at: string;
  readonly usage: TokenUsage;
};

/** `prices`: every message has a known price. `partial`: some have none and are not in the sum. `unknown`: none has. */
export type CostSource = 'prices' | 'partial' | 'unknown';

export type Bill = {
  readonly usage: TokenUsage;
  /** Absent when no message has a known price. */
  readonly cost_micro_usd?: number;
  readonly cost_source: CostSource;
  readonly unpriced_tokens: number;
  readonly unpriced_models: readonly string[];
};

/*
 * K1  A billed message counts once, however many lines repeat it; of its lines the largest output counts.
 * K2  Every sum is the sum of the whole micro-dollars of its messages: by session, day, model and bead they agree.
 * K3  A model without a price is unknown: its tokens are counted, its cost is not made up.
 */
export type Ledger = {
  add(message: BilledMessage): void;
  bill(): Bill;
  messages(): Iterable<BilledMessage>;
};

export function createLedger(table: PriceTable = listPrices): Ledger {
  const messages = new Map<string, BilledMessage>();
  return {
    add(message) {
      const key = billKey(message);
      const known = messages.get(key);
      if (known === undefined || message.usage.tokens_out > known.usage.tokens_out)
        messages.set(key, message);
    },
    bill: () => billOf(messages.values(), table),
    messages: () => messages.values(),
  };
}

/** Of messages that are told apart already (see `createLedger`). */
export function billOf(messages: Iterable<BilledMessage>, table: PriceTable = listPrices): Bill {
  let usage = noUsage;
  let cost = 0;
  let priced = 0;
  let unpriced_tokens = 0;
  const unpriced = new Set<string>();
  for (const message of messages) {
    const tokens = totalTokens(message.usage);
    if (tokens === 0) continue;
    usage = addUsage(usage, message.usage);
    const price = priceOf(message.model, message.at, table);
    if (price === null) {
      unpriced.add(message.model);
      unpriced_tokens += tokens;
    } else {
      priced += 1;
      cost += costOf(message.usage, price);
    }
  }
  const isUnknown = unpriced.size > 0 && priced === 0;
  return {
    usage,
    ...(isUnknown ? {} : { cost_micro_usd: cost }),
    cost_source: unpriced.size === 0 ? 'prices' : isUnknown ? 'unknown' : 'partial',
    unpriced_tokens,
    unpriced_models: [...unpriced].sort(),
  };
}
