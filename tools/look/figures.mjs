import { PROJECT } from './sessions.mjs';

/** A row as a report tells it; what a picture does not show is nought. */
const row = (key, sessions, tokens, cost, more = {}) => ({
  key,
  sessions,
  messages: sessions * 20,
  tokens_in: 0,
  tokens_out: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cache_write_5m_tokens: 0,
  cache_write_1h_tokens: 0,
  total_tokens: Math.round(tokens * 1e6),
  cost_micro_usd: Math.round(cost * 1e6),
  unpriced_tokens: 0,
  ...more,
});

/** Day of the month (October counted on), sessions, and the cost of Sonnet, Opus and Haiku. */
const DAYS = [
  ['10-19', 1, 0.93, 0, 0],
  ['10-21', 2, 1.8, 1.4, 0.05],
  ['10-22', 3, 2.2, 2.1, 0.05],
  ['10-23', 2, 1.3, 0, 0.05],
  ['10-24', 1, 0.7, 0.9, 0.05],
  ['10-27', 2, 1.9, 1.05, 0.05],
  ['10-28', 3, 2.4, 2.6, 0.05],
  ['10-29', 1, 0.8, 0, 0.05],
  ['10-30', 2, 1.7, 0.9, 0.05],
  ['11-02', 2, 1.2, 2.4, 0.05],
  ['11-03', 4, 2.9, 3.1, 0.08],
  ['11-04', 1, 0.6, 0, 0.05],
  ['11-05', 2, 1.5, 0, 0.05],
  ['11-06', 3, 2.6, 1.85, 0.1],
  ['11-08', 1, 0.5, 1.2, 0],
  ['11-09', 2, 1.4, 0, 0.05],
  ['11-10', 3, 2.2, 2.8, 0.05],
  ['11-11', 1, 0.7, 0, 0.05],
  ['11-12', 2, 1.6, 1.05, 0.05],
  ['11-14', 3, 2.3, 1.6, 0.05],
  ['11-15', 5, 2.9, 2.3, 0.05],
  ['11-16', 3, 3.85, 2.52, 0.05],
];
const MODELS = [
  row('claude-sonnet-5-5', 30, 125.72, 37.98, { tokens_in: 124_100_000, tokens_out: 1_620_000 }),
  row('claude-opus-5-5', 12, 34.42, 27.77, { tokens_in: 33_800_000, tokens_out: 620_000 }),
  row('claude-haiku-5-5', 7, 32.6, 1.08, { tokens_in: 32_000_000, tokens_out: 600_000 }),
];
/** A model's tokens over its days as its cost is; what rounding leaves goes to the last day. */
const DAY_MODELS = MODELS.flatMap((model, at) => {
  const costs = DAYS.map((each) => Math.round(each[at + 2] * 1e6));
  const tokens = costs.map((cost) => Math.floor((model.total_tokens * cost) / model.cost_micro_usd));
  const told = tokens.reduce((sum, one) => sum + one, 0);
  return DAYS.map(([day], n) => ({
    day: `2026-${day}`,
    model: model.key,
    cost_micro_usd: costs[n],
    tokens: tokens[n] + (n === DAYS.length - 1 ? model.total_tokens - told : 0),
  }));
});
/** Bead, sessions, millions of tokens, cost. */
const BEADS = [
  ['tide-q6l', 5, 34.1, 11.84],
  ['tide-h2p', 4, 23.6, 8.2],
  ['tide-s5b', 4, 22.1, 7.66],
  ['tide-1jt', 2, 19.9, 6.9],
  ['tide-v0c', 3, 16.6, 5.75],
  ['tide-c2w', 2, 14.5, 5.02],
  ['tide-3qa', 2, 12.4, 4.31],
  ['tide-r8d', 3, 9.9, 3.44],
];
/** Fifteen beads that share 33.45M tokens and $11.57. */
const others = Array.from({ length: 15 }, (_, n) =>
  row(`tide-z${n + 10}`, n < 5 ? 2 : 1, 2.23, n < 14 ? 0.77 : 0.79),
);

export const FIGURES = {
  today: '2026-11-16',
  first_day: '2026-10-18',
  total: row(null, 49, 192.74, 66.83, {
    tokens_in: 7_000_000,
    tokens_out: 2_840_000,
    cache_read_tokens: 182_900_000,
  }),
  days: DAYS.map(([day, sessions]) => {
    const models = DAY_MODELS.filter((each) => each.day === `2026-${day}`);
    const sum = (what) => models.reduce((all, each) => all + each[what], 0) / 1e6;
    return row(`2026-${day}`, sessions, sum('tokens'), sum('cost_micro_usd'));
  }),
  day_models: DAY_MODELS.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
  models: MODELS,
  beads: [...BEADS.map((each) => row(...each)), ...others, row(null, 4, 6.19, 2.14)],
  agents: [
    row('executor', 27, 100.74, 36),
    row('reviewer', 10, 40, 14),
    row('planner', 5, 20, 8),
    row('researcher', 4, 20, 5),
    row(null, 3, 12, 3.83),
  ],
  projects: [row(PROJECT, 49, 192.74, 66.83)],
  active: { sessions: 49, total_ms: 49 * 41 * 60_000, longest_ms: 158 * 60_000, longest_id: null },
  claude: { sessions: 49, claude_micro_usd: 67_140_000, ours_micro_usd: 66_830_000 },
  prices_as_of: '2026-11-01',
};

export const TODAY = { ...FIGURES, total: row(null, 6, 19.4, 6.42) };

/** The welcome screen: thirty days, four of them about to go. */
const SESSIONS_A_DAY = [
  3, 2, 1, 3, 0, 0, 0, 12, 14, 11, 6, 15, 18, 13, 17, 9, 12, 20, 16, 14, 18, 10, 15, 19, 17, 13, 20, 12, 21,
  18,
];
export const MONTH = {
  ...FIGURES,
  total: row(null, 412, 900, 300),
  days: SESSIONS_A_DAY.map((sessions, at) =>
    row(new Date(Date.UTC(2026, 9, 18 + at)).toISOString().slice(0, 10), sessions, 3, 1),
  ),
};
