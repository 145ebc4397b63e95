import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HistoryFolders } from '@domain/history/folders';
import type { HistorySession, Report } from '@domain/history/record';
import { expect, it } from 'vitest';
import { cliBench } from '../../../testing/cli-bench';

const idOf = (n: number) => `3f2a1111-2222-4333-8444-${String(n).padStart(12, '0')}`;

/** A machine on which Claude ran in these folders, once each. */
function machine() {
  const bench = cliBench();
  const base = dirname(bench.home);
  const at = (...names: string[]) => join(base, ...names);
  let sessions = 0;
  const ran = (cwd: string) => {
    sessions += 1;
    const id = idOf(sessions);
    const slug = at('.claude', 'projects', cwd.replaceAll('/', '-'));
    mkdirSync(slug, { recursive: true });
    const common = { sessionId: id, cwd, timestamp: `2026-01-0${sessions}T10:00:00.000Z` };
    const usage = { input_tokens: 10 ** sessions, output_tokens: sessions };
    const said = [
      { ...common, type: 'user', uuid: `u${sessions}`, message: { role: 'user', content: `go ${sessions}` } },
      {
        ...common,
        type: 'assistant',
        uuid: `a${sessions}`,
        parentUuid: `u${sessions}`,
        requestId: `r${sessions}`,
        message: {
          id: `m${sessions}`,
          role: 'assistant',
          model: 'claude-sonnet-4-5',
          usage,
          content: [{ type: 'text', text: 'done' }],
        },
      },
    ];
    writeFileSync(join(slug, `${id}.jsonl`), said.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return id;
  };
  const report = async () => {
    const by = async (what: string) => bench.json<Report>('report', '--by', what);
    const [days, each, projects] = [await by('day'), await by('session'), await by('project')];
    for (const { rows, total } of [days, each, projects]) {
      expect(total).toEqual(projects.total);
      for (const field of ['total_tokens', 'cost_micro_usd', 'messages'] as const)
        expect(rows.reduce((sum, row) => sum + row[field], 0)).toBe(total[field]);
    }
    return Object.fromEntries(projects.rows.map(({ key, tokens_in }) => [key, tokens_in]));
  };
  const found = async (words: string) => {
    const { hits } = await bench.json<{ hits: { session_id: string }[] }>('sessions', 'search', words);
    return hits.map(({ session_id }) => session_id).sort();
  };
  return { ...bench, at, ran, report, found };
}

it('sessions are of the project whose folder they ran in, also after it was moved', async () => {
  const { at, ran, report, found, project, run } = machine();
  ran(project);
  ran(join(project, 'src'));
  ran(at('elsewhere'));
  expect((await run('sessions', 'list', '--project', project)).code).toBe(0);
  await run('backfill');
  expect(await report()).toEqual({ [project]: 110, _unassociated: 1000 });
  renameSync(project, at('garden'));
  ran(at('garden'));
  await run('backfill');
  // Nobody has opened it where it is now.
  expect(await report()).toEqual({ [project]: 110, _unassociated: 11_000 });
  await run('sessions', 'list', '--project', at('garden'));
  expect(await report()).toEqual({ [at('garden')]: 10_110, _unassociated: 1000 });
  expect(await found('project:garden')).toEqual([1, 2, 4].map(idOf));
  expect(await found(`project:${at('garden')}`)).toEqual([1, 2, 4].map(idOf));
  expect(await found('project:_unassociated')).toEqual([idOf(3)]);
  expect(await found(`project:${project}`)).toEqual([1, 2].map(idOf));
});

it('a folder is said to be a project before or after it is read, and the catalog may be lost', async () => {
  const { at, ran, report, project, run, json, home, found } = machine();
  await run('sessions', 'list', '--project', project);
  ran(at('old', 'a'));
  const told = await json<HistoryFolders>('backfill', '--remap', `${at('old', 'a')}=${project}`);
  expect(told.remaps).toEqual([
    { folder: at('old', 'a'), project, said_at: expect.any(String), sessions: 0 },
  ]);
  await run('backfill');
  ran(at('old', 'b'));
  ran(at('old', 'b', 'src'));
  await run('backfill');
  expect(await report()).toEqual({ [project]: 10, _unassociated: 1100 });
  expect((await run('backfill', '--folders')).out).toMatch(
    new RegExp(`Folders of no project:\\n {2}${at('old', 'b')} \\(2\\)\\n`),
  );
  expect((await run('backfill', '--remap', `${at('old', 'b')}=.`)).out).toContain(
    `${at('old', 'b')} is now ${project} (2)`,
  );
  expect(await report()).toEqual({ [project]: 1110 });
  rmSync(join(home, 'catalog'), { recursive: true });
  await run('backfill');
  expect(await report()).toEqual({ [project]: 1110 });
  expect(await found(`project:${project}`)).toEqual([1, 2, 3].map(idOf));
  await run('backfill', '--unmap', at('old', 'b'));
  expect(await report()).toEqual({ [project]: 10, _unassociated: 1100 });
  expect(await run('backfill', '--unmap', at('old', 'b'))).toMatchObject({ code: 3 });
  expect(await run('backfill', '--remap', 'nonsense')).toMatchObject({ code: 2 });
  expect(await run('backfill', '--remap', `${at('x')}=${at('nowhere')}`)).toMatchObject({ code: 3 });
  writeFileSync(join(home, 'folders.json'), '{"version":1,');
  expect(await run('backfill', '--remap', `${at('x')}=${project}`)).toMatchObject({ code: 1 });
  expect((await run('backfill', '--folders')).out).toContain('cannot be read');
});

it('a session says which project it is of', async () => {
  const { ran, project, run, json, at } = machine();
  await run('sessions', 'list', '--project', project);
  const [inside, outside] = [ran(join(project, 'src')), ran(at('elsewhere'))];
  await run('backfill');
  for (const [id, key] of [
    [inside, project],
    [outside, '_unassociated'],
  ])
    expect(await json<HistorySession>('ingest', id ?? '')).toMatchObject({
      project: key,
      capture: { state: 'parsed', parse_status: 'completed' },
    });
});
