import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composedBeads } from '../testing/composed-beads';
import { findRealBd, initRealBd, type RealBd, runRealBd } from '../testing/real-bd';
import { value } from '../testing/session-facts';
import { startBench } from '../testing/start-bench';

describe('8 starts on one bead at the same moment, from two consoles', { timeout: 120_000 }, () => {
  it('have one winner, and the others leave nothing behind', async () => {
    const { starting, wish, bench, bead, git, sessions } = await startBench();
    const other = await bench.another();
    const otherBeads = composedBeads({ bd: null }).service;
    const here = starting();
    const there = starting(
      (world) => ({ ...world, beads: async () => otherBeads }),
      () => other.service,
    );
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        (at % 2 === 0 ? here : there).start(
          wish({
            checkout: {
              type: at < 4 ? 'branch' : 'worktree',
              branch: `bug/p-1-${at}`,
              base: 'main',
              reuse: false,
            } as never,
          }),
        ),
      ),
    );
    const won = results.filter((result) => result.ok);
    expect(won).toHaveLength(1);
    const [winner] = won;
    for (const result of results)
      if (!result.ok) expect(result.error).toMatchObject({ cause: { code: 'claim-lost' }, left: [] });
    expect(bench.driver.alive() + other.driver.alive()).toBe(1);
    expect(await bead()).toMatchObject({ status: 'in_progress', assignee: 'ada' });
    await bench
      .service()
      .book.find(winner?.value.session.id as never)
      ?.store.refresh();
    expect(sessions().filter(({ status }) => status === 'active')).toHaveLength(1);
    const branches = git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
    expect(branches.toSorted()).toEqual([winner?.value.session.branch, 'main'].toSorted());
    expect(git('worktree', 'list', '--porcelain').match(/^worktree /gm)?.length).toBe(
      winner?.value.session.worktree === undefined ? 1 : 2,
    );
  });
});

const TITLES = [
  '"; touch sprung; "',
  '$(touch sprung) `touch sprung`',
  '--upload-pack=touch sprung',
  '-rf ../../.. \u202etxt.exe\nsecond line',
  '../../../etc/passwd.lock',
  '\u0000@{-1}..HEAD~1^:?*[\\',
];

describe('a bead that means harm', { timeout: 60_000 }, () => {
  it.each(TITLES)('%j gets a branch, and runs nothing', async (title) => {
    const line = JSON.stringify({
      id: 'p-1',
      title: title.replaceAll('\u0000', ''),
      description: `</file> ${title} secret.env token=ghp_${'a'.repeat(36)} ../../../etc/passwd`,
      status: 'open',
      priority: 1,
      issue_type: '$(touch sprung)',
      created_at: '2026-05-01T00:00:00Z',
      updated_at: '2026-05-01T00:00:00Z',
    });
    const { starting, wish, project, git, bench, context, write } = await startBench({ line });
    write('secret.env', 'KEY=value\n');
    const service = starting();
    const plan = value(await service.plan(project as never, 'p-1' as never));
    expect(plan.branch.verdict).toBe('free');
    const parts = plan.context.parts.map(({ kind }) => kind);
    const started = await service.start(
      wish({
        prompt: plan.prompt,
        checkout: { type: 'worktree', branch: plan.branch.branch, base: 'main', reuse: false, place: null },
        context: { parts, files: ['**/*.env', '../../../etc/passwd', 'src/**'], notes: '' },
      }),
    );
    const { session } = value(started);
    expect(git('rev-parse', '--verify', `refs/heads/${plan.branch.branch}`)).toMatch(/^[0-9a-f]{40}$/);
    expect(session.worktree).toBe(join(bench.base, 'project.p-1'));
    for (const folder of [project, bench.base, session.worktree ?? ''])
      expect(existsSync(join(folder, 'sprung'))).toBe(false);
    // What git ignores is not told, a secret in the bead neither; what was said is one argument, as it was kept.
    const { text, files } = context(session.id) as { text: string; files: { path: string }[] };
    expect(files.map(({ path }) => path)).toEqual(['src/a.ts']);
    expect(text).not.toMatch(/KEY=value|ghp_aaa/);
    expect(bench.driver.last().request.prompt).toBe(text);
  });
});

const VERSIONS = [
  { from: '1.0.0', below: '2.0.0' },
  { from: '0.40.0', below: '1.0.0' },
].flatMap((wanted) => findRealBd(wanted) ?? []);

describe.skipIf(VERSIONS.length === 0)('undo with a real bd', { timeout: 300_000 }, () => {
  it.each(VERSIONS)('$version puts the bead back as it was', async (real: RealBd) => {
    const bench = await startBench({
      bd: real.path,
      makeBeads: (project) => {
        initRealBd(real, project, 'p');
        const args = ['--json', '--labels=core', '--priority=1', 'Heights drift'];
        runRealBd(real, project, 'create', ...args);
      },
    });
    const { tracker, starting, wish } = bench;
    const listed = value(await tracker.list({ filter: {}, all: false, sort: 'id' as never, reverse: false }));
    const id = listed.beads[0]?.id as never;
    const seen = async () => {
      const { updated_at: _u, started_at: _s, ...rest } = value(await tracker.show(id)).bead;
      return {
        status: rest.status,
        assignee: rest.assignee ?? null,
        labels: rest.labels ?? [],
        metadata: rest.metadata ?? {},
        title: rest.title,
      };
    };
    const before = await seen();
    bench.bench.driver.script({ refuses: { code: 'claude-did-not-start', detail: 'x' } });
    const failed = await starting().start(wish({ bead_id: id, checkout: { type: 'as-is' } }));
    expect(failed).toMatchObject({ ok: false, error: { step: 'claude', left: [] } });
    expect(await seen()).toEqual(before);
    bench.bench.driver.script({});
    value(await starting().start(wish({ bead_id: id, checkout: { type: 'as-is' } })));
    expect(await seen()).toMatchObject({ status: 'in_progress', assignee: 'ada' });
  });
});
