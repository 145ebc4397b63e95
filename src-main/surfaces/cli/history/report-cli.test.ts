import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '@domain/result';
import { expect, it } from 'vitest';
import { tempDir } from '../../../testing/temp-dir';
import { families } from '../families';
import { runCli } from '../run';

const row = {
  key: null,
  sessions: 0,
  messages: 0,
  tokens_in: 0,
  tokens_out: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cache_write_5m_tokens: 0,
  cache_write_1h_tokens: 0,
  total_tokens: 0,
  cost_micro_usd: 0,
  unpriced_tokens: 0,
};

async function asked(...args: string[]) {
  const here = tempDir('report');
  mkdirSync(join(here, 'tide'));
  const inputs: unknown[] = [];
  const code = await runCli({
    args: ['report', ...args],
    env: {},
    cwd: here,
    version: '1.2.3',
    stdout: { write: () => {} },
    stderr: { write: () => {} },
    families,
    connect: async () => null,
    composeHere: async () => ({
      dispatch: {
        call: async (_name, input) => {
          inputs.push(relativeTo(here, input));
          return ok({ by: 'bead', rows: [], total: row });
        },
        follow: async () => ({ ok: false, error: { code: 'unused' } }),
      },
      close: async () => {},
    }),
    doings: () => ({ serve: async () => {}, doctor: async () => {}, open: async () => {} }),
  });
  return { code, inputs };
}

const relativeTo = (folder: string, input: unknown): unknown =>
  JSON.parse(JSON.stringify(input).replace(`${folder}/`, ''));

it.each([
  [['--since', '30d'], { period: '30d' }],
  [['--since', '2w', '--project', 'tide'], { period: '14d', project: 'tide' }],
  [['--since', '2026-01-02T03:04:05Z', '--all-projects'], { since: '2026-01-02T03:04:05.000Z' }],
  [[], {}],
])('a report with %j is of whole days, and of a project where one is named', async (args, input) => {
  expect(await asked('--by', 'bead', ...args)).toEqual({ code: 0, inputs: [{ by: 'bead', ...input }] });
});

it('a report of one project and of all at once is a slip of the hand', async () => {
  expect(await asked('--by', 'bead', '--project', '.', '--all-projects')).toEqual({ code: 2, inputs: [] });
});
