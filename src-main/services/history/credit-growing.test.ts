import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numbersOf } from '@domain/transcript/number-rows';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteCatalog } from '../../adapters/catalog-sqlite/sqlite-catalog';
import { createTestHistory, everythingOf, type TestHistory } from '../../testing/test-history';
import type { HistoryEngine } from './history-engine';

let history: TestHistory;
beforeEach(() => {
  history = createTestHistory();
  mkdirSync(folder(), { recursive: true });
});
afterEach(() => history.remove());

const folder = () => join(history.folder, 'projects', '-home-dev-project');
const idOf = (session: string) => `${session.repeat(8)}-1111-4111-8111-111111111111`;
const pathOf = (session: string) => join(folder(), `${idOf(session)}.jsonl`);

/** `a@3` is an answer of ten tokens at that minute, `-a@3` a line that bills nothing. */
function lineOf(told: string): string {
  const [name = '', minute = '0'] = told.split('@');
  const timestamp = new Date(Date.UTC(2026, 0, 1, 10, Number(minute))).toISOString();
  const common = { uuid: `u-${name}`, timestamp, cwd: '/home/dev/project' };
  const usage = { input_tokens: 0, output_tokens: 10 };
  const content = [{ type: 'text', text: name }];
  return `${JSON.stringify(
    name.startsWith('-')
      ? { ...common, type: 'user', message: { role: 'user', content: name } }
      : {
          ...common,
          type: 'assistant',
          requestId: `r-${name}`,
          message: { id: `m-${name}`, role: 'assistant', model: 'claude-sonnet-4-5', usage, content },
        },
  )}\n`;
}

type Usage = Readonly<Record<string, number>>;
const FIELDS = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];

/** What all files say together, each message once. */
function uniqueTokens(): number {
  const largest = new Map<string, Usage>();
  for (const name of readdirSync(folder()))
    for (const text of readFileSync(join(folder(), name), 'utf8').split('\n').filter(Boolean)) {
      const { type, requestId, message } = JSON.parse(text);
      if (type !== 'assistant' || message.usage === undefined) continue;
      const key = `${message.id} ${requestId}`;
      const before = largest.get(key);
      if (before === undefined || (before['output_tokens'] ?? 0) < message.usage.output_tokens)
        largest.set(key, message.usage);
    }
  let sum = 0;
  for (const usage of largest.values()) for (const field of FIELDS) sum += usage[field] ?? 0;
  return sum;
}

async function saidOf(engine: HistoryEngine, name: string) {
  const sessions = (await everythingOf(engine)).map(({ keeping: _keeping, ...session }) => session);
  const inherited: Record<string, number[]> = {};
  const catalog = openSqliteCatalog(history.catalogFile(name));
  try {
    await catalog.eachBilled((session) => {
      inherited[session.id] = [...numbersOf(session.inherited)].sort((a, b) => a - b);
    });
  } finally {
    await catalog.close();
  }
  const { total } = await engine.report({ by: 'session', filter: {}, links: [] });
  const own = ({ stats }: (typeof sessions)[number]) =>
    stats.tokens_in + stats.tokens_out + stats.cache_read_tokens + stats.cache_write_tokens;
  const sum = sessions.reduce((all, session) => all + own(session), 0);
  return { sessions, inherited, sum, reported: total.total_tokens };
}

let builds = 0;
async function freshlySaid() {
  builds += 1;
  const name = `fresh-${builds}`;
  const engine = await history.engineFor(join(history.folder, 'projects'), name);
  await engine.backfill();
  return saidOf(engine, name);
}

/** Adds to the files step by step; after each of them all numbers are those of a catalog built anew. */
async function grow(steps: readonly (readonly [session: string, lines: string])[], name: string) {
  const engine = await history.engineFor(join(history.folder, 'projects'), name);
  for (const [session, lines] of steps) {
    appendFileSync(pathOf(session), lines);
    await engine.look([pathOf(session)]);
    const said = await saidOf(engine, name);
    expect([said.sum, said.reported]).toEqual([uniqueTokens(), uniqueTokens()]);
  }
  const said = await saidOf(engine, name);
  expect(said).toEqual(await freshlySaid());
  return said;
}

const all = (...told: string[]) => told.map(lineOf).join('');

describe('sessions that share messages and go on', () => {
  it('a parent that goes on loses no message to a fork that nobody looked at again', async () => {
    const steps = [
      ['e', all('a@1', 'b@2')],
      ['f', all('a@1', 'b@2', 'd@6')],
      ['e', all('c@8')],
    ] as const;
    const { inherited, sum } = await grow(steps, 'parent');
    expect(sum).toBe(40);
    expect([inherited[idOf('e')]?.length, inherited[idOf('f')]?.length]).toEqual([2, 0]);
  });

  it('a line that bills nothing turns the order around for all of the family', async () => {
    const steps = [
      ['e', all('a@1', 'b@2', 'c@9')],
      ['f', all('a@1', 'b@2', 'd@6')],
      ['9', all('a@1', 'x@4')],
      ['e', all('-late@3')],
    ] as const;
    await grow(steps, 'prompt');
  });

  it.each([
    ['resumed', 'forked-from-resumed'],
    ['forked-from-resumed', 'resumed'],
  ])('%s and %s grow line by line, whoever is first', async (...names) => {
    const testdata = join(import.meta.dirname, '../../../src-shared/domain/transcript/testdata/claude');
    const [first = [], second = []] = names.map((name) =>
      readFileSync(join(testdata, `${name}.jsonl`), 'utf8').split(/(?<=\n)/),
    );
    const steps = Array.from({ length: Math.max(first.length, second.length) }, (_, at) => [
      ['e', first[at]] as const,
      ['f', second[at]] as const,
    ]).flat();
    await grow(
      steps.flatMap(([session, line]) => (line === undefined ? [] : [[session, line] as const])),
      'fixtures',
    );
  });

  it('in any order and any steps', async () => {
    const shared = ['a@1', '-p@2', 'b@3', 'c@4'];
    const session = fc.record({
      held: fc.integer({ min: 1, max: shared.length }),
      own: fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 12 })), { maxLength: 4 }),
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(session, session, session),
        fc.array(fc.tuple(fc.constantFrom(0, 1, 2), fc.integer({ min: 1, max: 3 })), { maxLength: 10 }),
        async (family, order) => {
          runs += 1;
          const names = ['9', 'e', 'f'];
          for (const name of names) rmSync(pathOf(name), { force: true });
          const left = family.map(({ held, own }, at) => [
            ...shared.slice(0, held),
            ...own.map(([bills, minute], n) => `${bills ? '' : '-'}${names[at]}${n}@${minute}`),
          ]);
          const take = (at: number, most: number) =>
            [names[at] ?? '', all(...(left[at]?.splice(0, most) ?? []))] as const;
          const steps = [...order.map(([at, most]) => take(at, most)), take(0, 9), take(1, 9), take(2, 9)];
          for (const name of names) writeFileSync(pathOf(name), '');
          await grow(
            steps.filter(([, lines]) => lines !== ''),
            `run-${runs}`,
          );
          await history.closeAll();
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);
});
