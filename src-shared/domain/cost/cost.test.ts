import { describe, expect, it } from 'vitest';
import { type BilledMessage, createLedger } from './ledger';
import { listPrices, modelName, PriceTable, priceOf, withOwnPrices } from './price-table';
import { costOf, noUsage, readUsage } from './usage';

const at = '2026-11-16T10:00:00.000Z';
const usage = (tokens_out: number) => ({ ...noUsage, tokens_in: 10, tokens_out });
const billed = (facts: Partial<BilledMessage>): BilledMessage => ({
  message_id: 'msg_1',
  request_id: 'req_1',
  model: 'claude-opus-5-5',
  at,
  usage: usage(1),
  ...facts,
});

describe('prices', () => {
  it('the list is what the file format says', () => {
    expect(PriceTable.parse(listPrices)).toEqual(listPrices);
    expect(priceOf('claude-haiku-5-5', at)).toMatchObject({ cache_write_5m: 0.125, cache_write_1h: 0.2 });
  });

  it.each([
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
    ['claude-3-5-haiku-latest', 'claude-3-5-haiku'],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5'],
    ['claude-sonnet-5[1m]', 'claude-sonnet-5'],
    ['claude-sonnet-5-5', 'claude-sonnet-5-5'],
  ])('%s is priced as %s', (name, model) => {
    expect(modelName(name)).toBe(model);
    expect(priceOf(name, at)?.model).toBe(model);
  });

  it('a price counts from its day on, and an own table comes first', () => {
    const base = { input: 1, output: 1, cache_read: 1, cache_write_5m: 1, cache_write_1h: 1 };
    const own = withOwnPrices([
      { ...base, model: 'claude-sonnet-5', input: 3 },
      { ...base, model: 'claude-sonnet-5', from: '2026-10-01', input: 2 },
    ]);
    expect(priceOf('claude-sonnet-5', '2026-09-30T23:59:00Z', own)?.input).toBe(3);
    expect(priceOf('claude-sonnet-5', '2026-10-01T00:00:00Z', own)?.input).toBe(2);
    expect(priceOf('claude-opus-5-5', at, own)?.input).toBe(4);
  });

  it('equals what Claude Code reckoned for a recorded turn', () => {
    const recorded = readUsage({
      input_tokens: 72,
      cache_creation_input_tokens: 18_000,
      cache_read_input_tokens: 9000,
      output_tokens: 252,
      cache_creation: { ephemeral_1h_input_tokens: 12_000, ephemeral_5m_input_tokens: 6000 },
    });
    const price = priceOf('claude-sonnet-5-5', at);
    expect(price && costOf(recorded, price)).toBe(66_564);
  });

  it('a cache write whose age is not told is a short one', () => {
    const price = priceOf('claude-opus-5-5', at);
    expect(price && costOf({ ...noUsage, cache_write_tokens: 100 }, price)).toBe(500);
  });

  it.each([null, 'x', {}, { input_tokens: -1, output_tokens: 1.5, cache_creation: 3 }])(
    'what is no usage (%j) is none',
    (value) => {
      expect(readUsage(value)).toEqual(noUsage);
    },
  );
});

describe('the ledger', () => {
  it('K1 a message counts once, with its largest output', () => {
    const ledger = createLedger();
    for (const out of [1, 42, 42, 7]) ledger.add(billed({ usage: usage(out) }));
    ledger.add(billed({ request_id: 'req_2', usage: usage(5) }));
    expect(ledger.bill()).toMatchObject({
      usage: { tokens_in: 20, tokens_out: 47 },
      cost_micro_usd: 20 * 4 + 47 * 20,
      cost_source: 'prices',
    });
  });

  it('K3 an unknown model has tokens and no cost', () => {
    const ledger = createLedger();
    ledger.add(billed({ model: 'somebody-else-1' }));
    expect(ledger.bill()).toEqual({
      usage: usage(1),
      cost_source: 'unknown',
      unpriced_tokens: 11,
      unpriced_models: ['somebody-else-1'],
    });
    ledger.add(billed({ message_id: 'msg_2' }));
    expect(ledger.bill()).toMatchObject({ cost_source: 'partial', cost_micro_usd: 60, unpriced_tokens: 11 });
  });

  it('nothing used is nothing paid, and that is known', () => {
    const ledger = createLedger();
    ledger.add(billed({ model: 'somebody-else-1', usage: noUsage }));
    expect(ledger.bill()).toMatchObject({ cost_micro_usd: 0, cost_source: 'prices', unpriced_models: [] });
  });
});
