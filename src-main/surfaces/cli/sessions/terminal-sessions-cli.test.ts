import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Session } from '@domain/session/record';
import { expect, it } from 'vitest';
import { cliBench } from '../../../testing/cli-bench';

const idOf = (n: number) => `3f2a111${n}-2222-4333-8444-${String(n).padStart(12, '0')}`;
type Found = { hits: { session_id: string }[] };
type Page = { sessions: Session[] };

/** A machine on which Claude ran in a plain terminal, once on each of some days. */
async function machine(days: number) {
  const cli = cliBench();
  const slug = join(dirname(cli.home), '.claude', 'projects', '-project');
  mkdirSync(slug, { recursive: true });
  for (let n = 1; n <= days; n += 1) {
    const common = { sessionId: idOf(n), cwd: cli.project, timestamp: `2026-01-0${n}T10:00:00.000Z` };
    const usage = { input_tokens: 10, output_tokens: 2 };
    const content = [{ type: 'text', text: `The answer is velvetanchor ${n}` }];
    const message = { id: `m${n}`, role: 'assistant', model: 'claude-sonnet-4-5', usage, content };
    const lines = [
      { ...common, type: 'user', uuid: `u${n}`, message: { role: 'user', content: `heronquill ${n}` } },
      { ...common, type: 'assistant', uuid: `a${n}`, parentUuid: `u${n}`, requestId: `r${n}`, message },
    ];
    writeFileSync(join(slug, `${idOf(n)}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  await cli.json('backfill');
  return { ...cli, slug };
}

it('one that began in a terminal is tagged, named, handed off and deleted like one of ours', async () => {
  const cli = await machine(3);
  expect((await cli.run('sessions', 'list')).out).toMatch(/heronquill 3\n.*heronquill 2\n.*heronquill 1\n/);
  expect(await cli.json<Session>('sessions', 'tag', '3f2a1111', 'zone')).toMatchObject({ tags: ['zone'] });
  expect(await cli.json<Session>('sessions', 'rename', '3f2a1111', 'Islands')).toMatchObject({
    id: idOf(1),
    owner: 'external',
    title: 'Islands',
  });
  expect((await cli.json<Found>('sessions', 'search', 'heronquill tag:zone')).hits).toHaveLength(1);
  const { child } = await cli.json<{ child: Session }>('sessions', 'handoff', '3f2a1112', '--seed', 'go on');
  expect(child).toMatchObject({ parent_id: idOf(2), chain_id: idOf(2) });
  expect(await cli.json<Session>('sessions', 'delete', '3f2a1113')).toMatchObject({ id: idOf(3) });
  expect((await cli.json<Found>('sessions', 'search', 'heronquill')).hits).toHaveLength(2);
  expect(await cli.run('sessions', 'delete', '3f2a1119')).toMatchObject({ code: 3 });
  expect(await cli.run('sessions', 'delete', '3f2a')).toMatchObject({
    err: expect.stringContaining('Several sessions begin with 3f2a'),
  });
});

it('its export holds what was said, with a record of ours, and when Claude has deleted its file', async () => {
  const cli = await machine(1);
  await cli.run('sessions', 'tag', '3f2a1111', 'zone');
  rmSync(cli.slug, { recursive: true });
  for (const format of ['md', 'json', 'html']) {
    const { out } = await cli.run('sessions', 'export', '3f2a1111', '--format', format);
    expect(out).toMatch(/heronquill 1[\s\S]*velvetanchor 1/);
  }
});

it('everything closed that a search finds goes to the trash, each written down first, and nothing without that', async () => {
  const cli = await machine(4);
  const search = ['sessions', 'delete', '--search', 'until:2026-01-03 from:terminal'];
  const folder = join(cli.home, 'old sessions');
  expect(await cli.json(...search, '--dry-run')).toEqual({
    sessions: [idOf(3), idOf(2), idOf(1)],
    exported: [],
    skipped: [],
  });
  expect(await cli.run(...search)).toMatchObject({ code: 2 });
  expect(await cli.run(...search, '--since', '1d', '--no-export')).toMatchObject({ code: 2 });
  writeFileSync(join(cli.home, 'a file'), '');
  expect(await cli.run(...search, '--export', join(cli.home, 'a file'))).toMatchObject({ code: 1 });
  expect((await cli.json<Found>('sessions', 'search', 'heronquill')).hits).toHaveLength(4);

  expect(await cli.json(...search, '--export', folder)).toMatchObject({
    sessions: { length: 3 },
    skipped: [],
  });
  const names = readdirSync(folder);
  expect(names.map((name) => name.slice(0, 10)).sort()).toEqual(['2026-01-01', '2026-01-02', '2026-01-03']);
  for (const name of names) {
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(/heronquill[\s\S]*velvetanchor/);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
  const left = await cli.json<Found>('sessions', 'search', 'heronquill');
  expect(left.hits.map(({ session_id }) => session_id)).toEqual([idOf(4)]);
  expect((await cli.json<Page>('sessions', 'list', '--trash')).sessions).toHaveLength(3);
  // Written a second time beside it, never over it.
  for (const n of [1, 2, 3]) await cli.run('sessions', 'untrash', idOf(n));
  await cli.json(...search, '--export', folder);
  expect(readdirSync(folder)).toHaveLength(6);
});

it('what it cost counts as long as it is in the trash, and no more once it is removed for good', async () => {
  const cli = await machine(3);
  const tokens = async () =>
    (await cli.json<{ total: { total_tokens: number } }>('report', '--by', 'day')).total.total_tokens;
  expect(await tokens()).toBe(36);
  await cli.json('sessions', 'delete', '3f2a1112');
  expect(await tokens()).toBe(36);
  await cli.json('sessions', 'delete', '--purge', idOf(2));
  expect(await tokens()).toBe(24);
});

it('one that names no folder is deleted like the others: a file without a line, a summary alone', async () => {
  const cli = await machine(2);
  writeFileSync(join(cli.slug, `${idOf(3)}.jsonl`), '');
  const summary = { type: 'summary', summary: 'heronquill of an old version', leafUuid: 'gone' };
  writeFileSync(join(cli.slug, `${idOf(4)}.jsonl`), `${JSON.stringify(summary)}\n`);
  await cli.json('backfill');
  expect(await cli.json<Session>('sessions', 'delete', '3f2a1114')).toMatchObject({ id: idOf(4), cwd: '' });
  const folder = join(cli.home, 'old sessions');
  const deleted = await cli.json('sessions', 'delete', '--search', 'from:terminal', '--export', folder);
  expect(deleted).toMatchObject({ sessions: { length: 3 }, skipped: [] });
  expect(readdirSync(folder).length).toBeGreaterThanOrEqual(2);
  expect((await cli.json<Page>('sessions', 'list', '--trash', '--all-projects')).sessions).toHaveLength(4);
  expect((await cli.json<Found>('sessions', 'search', 'from:terminal')).hits).toEqual([]);
  await cli.run('sessions', 'untrash', idOf(3));
  expect((await cli.run('sessions', 'delete', idOf(3))).code).toBe(0);
  expect((await cli.run('sessions', 'delete', '--purge', idOf(3))).code).toBe(0);
  await cli.json('backfill');
  expect((await cli.json<Found>('sessions', 'search', 'from:terminal')).hits).toEqual([]);
});

it.each(['bd-12', 'cafe-3', 'deadbeef-1', 'tide-3qa'])(
  'everything of the bead %s is exported',
  async (bead) => {
    const cli = await machine(1);
    const { id } = await cli.json<Session>('sessions', 'new', 'pruning', '--bead', bead);
    const said = readFileSync(join(cli.slug, `${idOf(1)}.jsonl`), 'utf8').replaceAll(
      /heronquill 1/g,
      'pruned roses',
    );
    writeFileSync(join(cli.slug, `${id}.jsonl`), said.replaceAll(idOf(1), id));
    await cli.json('backfill');
    const exported = await cli.run('sessions', 'export', '--chain', bead);
    expect(exported.out).toContain('pruned roses');
    expect(exported.out).not.toContain('heronquill');
    // A session by the beginning of its id, and nothing that is passed over in silence.
    expect((await cli.run('sessions', 'export', '--chain', '3f2a1111')).out).toContain('heronquill 1');
    expect(await cli.run('sessions', 'export', '--chain', bead, '3f2a1111')).toMatchObject({
      code: 2,
      out: '',
    });
    expect(await cli.run('sessions', 'export', '--chain', 'deadbeef')).toMatchObject({ code: 3, out: '' });
  },
);

it('one that committed or wrote files in a terminal is found by that, whatever of it failed is not', async () => {
  const cli = await machine(5);
  const calls = [
    ['Bash', { command: 'git commit -m "Prune"' }, '[main 1a2b3c4] Prune\n 1 file changed', false],
    ['Bash', { command: 'git commit -m "Prune"' }, 'nothing to commit, working tree clean', true],
    ['Write', { file_path: '/x/roses.md', content: 'x' }, 'File created', false],
    ['Edit', { file_path: '/x/roses.md', old_string: 'a', new_string: 'b' }, 'String not found', true],
    ['Bash', { command: 'git log' }, '[main 1a2b3c4] Prune', false],
  ] as const;
  for (const [at, [name, input, content, is_error]] of calls.entries()) {
    const common = { sessionId: idOf(at + 1), cwd: cli.project, timestamp: '2026-01-06T10:00:00.000Z' };
    const call = { type: 'tool_use', id: `t${at}`, name, input };
    const result = { type: 'tool_result', tool_use_id: `t${at}`, content, is_error };
    const lines = [
      {
        ...common,
        type: 'assistant',
        uuid: `c${at}`,
        message: { id: `k${at}`, role: 'assistant', content: [call] },
      },
      { ...common, type: 'user', uuid: `r${at}`, message: { role: 'user', content: [result] } },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    appendFileSync(join(cli.slug, `${idOf(at + 1)}.jsonl`), text);
  }
  await cli.json('backfill');
  const found = async (words: string) =>
    (await cli.json<Found>('sessions', 'search', words)).hits.map(({ session_id }) => session_id);
  expect(await found('has:commits')).toEqual([idOf(1)]);
  expect(await found('has:files')).toEqual([idOf(3)]);
  expect(await found('heronquill has:files')).toEqual([idOf(3)]);
  expect(await found('has:files has:commits')).toEqual([]);
});

it('lines of a kind that nobody knows are told beside those that are broken', async () => {
  const cli = await machine(1);
  const path = join(cli.slug, `${idOf(1)}.jsonl`);
  const newer = { type: 'moon-phase', uuid: 'x', timestamp: '2026-01-01T10:00:01.000Z', phase: 'full' };
  appendFileSync(path, `${JSON.stringify(newer)}\n{"type":"moon-phase"}\n{"type":"user", cut\n`);
  expect(Object.keys(await cli.json<object>('backfill'))).toEqual([
    'discovered',
    'ingested',
    'skipped',
    'failed',
    'lines_not_understood',
    'bytes',
    'duration_ms',
  ]);
  const told = { not_understood: 1, of_unknown_kind: 2 };
  const show = () => cli.json<{ odd_lines: object }>('sessions', 'show', '3f2a1111');
  expect((await show()).odd_lines).toEqual(told);
  const words = /1 line was not understood\.\n2 lines were of a kind that nobody knows, and kept\./;
  expect((await cli.run('sessions', 'show', '3f2a1111')).out).toMatch(words);
  expect((await cli.run('sessions', 'reparse', '3f2a1111')).out).toMatch(words);
  await cli.run('sessions', 'tag', '3f2a1111', 'zone');
  expect((await show()).odd_lines).toEqual(told);
  expect((await cli.run('sessions', 'show', '3f2a1111')).out).toMatch(words);
});
