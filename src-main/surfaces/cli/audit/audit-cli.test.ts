import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '@domain/session/run';
import { describe, expect, it } from 'vitest';
import { cliBench } from '../../../testing/cli-bench';
import { sessionBench } from '../../../testing/session-bench';
import { value } from '../../../testing/session-facts';

type Page = { runs: Run[]; total: number; has_more: boolean };
type Verdicts = { logs: { file: string; entries: number; fault: unknown }[] };

const key = ['gh', 'p_'].join('') + 'a1B2'.repeat(9);

async function twoRuns() {
  const bench = await sessionBench({
    result: `done with ${key}`,
    toolCalls: [{ id: 't', tool: 'Bash', input: { command: 'echo $HOME' }, output: key, success: true }],
  });
  const service = bench.service();
  const { id } = value(await service.create({ folder: bench.project, title: 'audited' }));
  value(await service.start({ id, prompt: 'first' }));
  value(await service.pause(id));
  bench.clock.turn(1000);
  value(await service.resume({ id, prompt: 'second' }));
  value(await service.pause(id));
  await service.shutdown();
  return { cli: cliBench({ at: bench }), id, file: join(bench.project, '.beads/sessions/audit.jsonl') };
}

describe('beads-console audit', () => {
  it('lists runs newest first, with what was taken from them, and shows one', async () => {
    const { cli, id } = await twoRuns();
    const page = await cli.json<Page>('audit', 'list');
    expect(page).toMatchObject({ total: 2, has_more: false });
    expect(page.runs.map(({ session_id, prompt }) => [session_id, prompt])).toEqual([
      [id, 'second'],
      [id, 'first'],
    ]);
    expect(page.runs[0]?.redactions).toEqual([
      { tool: null, rule: 'key-shape', count: 1 },
      { tool: 'Bash', rule: 'env-reference', count: 1 },
      { tool: 'Bash', rule: 'key-shape', count: 1 },
    ]);
    expect(await cli.json<Page>('audit', 'list', '--limit', '1', '--session', id.slice(0, 8))).toMatchObject({
      runs: [page.runs[0]],
      has_more: true,
    });
    expect(await cli.json('audit', 'show', page.runs[1]?.run_id ?? '')).toEqual(page.runs[1]);
    expect((await cli.run('audit', 'list')).out).toContain('TRIGGER');
    expect((await cli.run('audit', 'show', page.runs[0]?.run_id.slice(0, 8) ?? '')).out).toContain(
      '1 x env-reference in Bash',
    );
  });

  it('says not found with 3, and in JSON', async () => {
    const { cli } = await twoRuns();
    const gone = await cli.run('audit', 'show', 'ffff0000', '--json');
    expect([gone.code, JSON.parse(gone.err)]).toEqual([
      3,
      { error: { code: 'run-not-found', run_id: 'ffff0000' } },
    ]);
  });

  it('A5 verify walks the chain, and ends with 1 where a line was changed', async () => {
    const { cli, file } = await twoRuns();
    expect(await cli.json<Verdicts>('audit', 'verify')).toEqual({
      logs: [{ file, entries: 4, fault: null }],
    });
    writeFileSync(file, readFileSync(file, 'utf8').replace('"prompt":"second"', '"prompt":"harmless"'));
    const broken = await cli.run('audit', 'verify', '--json');
    expect(broken.code).toBe(1);
    expect((JSON.parse(broken.out) as Verdicts).logs[0]).toMatchObject({
      file,
      fault: { line: 3, fault: 'hash-differs' },
    });
  });
});
