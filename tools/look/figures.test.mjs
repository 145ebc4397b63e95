import { expect, it } from 'vitest';
import { FIGURES } from './figures.mjs';

const sumOf = (rows, what) => rows.reduce((sum, row) => sum + row[what], 0);

it.each(['days', 'models', 'beads', 'agents', 'projects'])(
  'the rows of %s add up to what stands under them',
  (name) => {
    const told = ['sessions', 'total_tokens', 'cost_micro_usd'];
    expect(told.map((what) => sumOf(FIGURES[name], what))).toEqual(told.map((what) => FIGURES.total[what]));
  },
);

it('each day is the sum of its models, and each model the sum of its days', () => {
  const by = (key, of) => FIGURES.day_models.filter((each) => each[key] === of);
  for (const { key, cost_micro_usd, total_tokens } of FIGURES.days)
    expect([sumOf(by('day', key), 'cost_micro_usd'), sumOf(by('day', key), 'tokens')]).toEqual([
      cost_micro_usd,
      total_tokens,
    ]);
  for (const { key, cost_micro_usd, total_tokens } of FIGURES.models)
    expect([sumOf(by('model', key), 'cost_micro_usd'), sumOf(by('model', key), 'tokens')]).toEqual([
      cost_micro_usd,
      total_tokens,
    ]);
});
