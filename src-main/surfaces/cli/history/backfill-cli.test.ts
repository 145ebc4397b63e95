import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BackfillResult, IngestStatus } from '@domain/history/record';
import { expect, it } from 'vitest';
import { asNobody } from '../../../testing/as-nobody';
import { cliBench } from '../../../testing/cli-bench';

const idOf = (n: number) => `3f2a1111-2222-4333-8444-${String(n).padStart(12, '0')}`;

/** A machine with transcripts of Claude, and no app that runs. */
function machine(sessions: number) {
  const cli = cliBench();
  const slug = join(dirname(cli.home), '.claude', 'projects', '-project');
  mkdirSync(slug, { recursive: true });
  const path = (n: number) => join(slug, `${idOf(n)}.jsonl`);
  for (let n = 0; n < sessions; n += 1) {
    const common = { sessionId: idOf(n), cwd: cli.project, timestamp: '2026-01-01T10:00:00.000Z' };
    const said = { ...common, type: 'user', uuid: `u${n}`, message: { role: 'user', content: `go ${n}` } };
    writeFileSync(path(n), `${JSON.stringify(said)}\n`);
  }
  return { ...cli, path };
}

it('a look only says what would be read, and the status of nobody is that nothing is read', async () => {
  const { run, json } = machine(3);
  expect(await json<BackfillResult>('backfill', '--dry-run')).toEqual({
    discovered: 3,
    ingested: 0,
    skipped: 0,
    failed: 0,
    lines_not_understood: 0,
    bytes: expect.any(Number),
    duration_ms: 0,
  });
  expect((await run('backfill', '--dry-run')).out).toBe('3 sessions found, 3 to read (1 kB), 0 known.\n');
  expect((await run('backfill')).out).toContain('3 sessions found, 3 read');
  expect((await run('backfill', '--dry-run')).out).toBe('3 sessions found, 0 to read (0 kB), 3 known.\n');
  expect((await run('backfill', '--status')).out).toBe('Nothing is being read.\n');
  expect(await json<IngestStatus>('backfill', '--status')).toMatchObject({
    state: 'idle',
    last: null,
    failed: [],
  });
});

it('files that cannot be read are counted, all of them, and the first are named when it ends', async () => {
  const { run, path, home } = machine(130);
  await run('backfill', '--dry-run');
  for (let n = 1; n < 130; n += 1) chmodSync(path(n), 0o000);
  await asNobody(dirname(home), async () => {
    const done = await run('backfill', '--json');
    expect(JSON.parse(done.out)).toMatchObject({ discovered: 130, ingested: 1, skipped: 0, failed: 129 });
    const named = done.err.trimEnd().split('\n');
    expect(named).toHaveLength(21);
    expect(named[0]).toMatch(/3f2a1111.*\.jsonl: EACCES$/);
    expect(named.at(-1)).toBe('… and 109 more.');
    const said = await run('backfill');
    expect(said.out).toBe('130 sessions found, 0 read (0 kB), 1 known.\n129 files could not be read.\n');
    expect(said.err).toContain('… and 109 more.');
  });
});
