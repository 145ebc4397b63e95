import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Session } from '@domain/session/record';
import { describe, expect, it } from 'vitest';
import { cliBench } from '../../../testing/cli-bench';

type Page = { sessions: Session[]; next_cursor: string | null; has_more: boolean };

describe('beads-console sessions', () => {
  it('new prints the record once it is on disk', async () => {
    const cli = cliBench();
    const made = await cli.json<Session>(
      'sessions',
      'new',
      '--title',
      'First',
      '--bead',
      'bc-1',
      '--tag',
      'a,B',
      '--agent',
      'executor',
    );
    expect(Session.parse(made)).toMatchObject({
      title: 'First',
      bead_id: 'bc-1',
      tags: ['a', 'b'],
      agent_id: 'executor',
      status: 'draft',
    });
    const journal = join(cli.project, '.beads/sessions/events.jsonl');
    expect(readFileSync(journal, 'utf8')).toContain(made.id);
    expect(statSync(journal).mode & 0o777).toBe(0o600);
    expect(
      JSON.parse(readFileSync(join(cli.project, '.beads/sessions', made.id, 'meta.json'), 'utf8')),
    ).toEqual(made);
  });

  it('list has its documented shape, pages by cursor and by offset', async () => {
    const cli = cliBench();
    expect(await cli.json<Page>('sessions', 'list')).toEqual({
      sessions: [],
      next_cursor: null,
      has_more: false,
    });
    const ids: string[] = [];
    for (const title of ['one', 'two', 'three'])
      ids.push((await cli.json<Session>('sessions', 'new', title)).id);
    const first = await cli.json<Page>('sessions', 'list', '--limit', '2');
    expect(first.has_more).toBe(true);
    const second = await cli.json<Page>(
      'sessions',
      'list',
      '--limit',
      '2',
      '--cursor',
      first.next_cursor ?? '',
    );
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
    expect([...first.sessions, ...second.sessions].map(({ id }) => id).sort()).toEqual([...ids].sort());
    const skipped = await cli.json<Page>('sessions', 'list', '--offset', '2');
    expect(skipped.sessions).toEqual(second.sessions);
    expect((await cli.json<Page>('sessions', 'find', 'TWO')).sessions.map(({ title }) => title)).toEqual([
      'two',
    ]);
    expect(
      (await cli.json<Page>('sessions', 'list', '--since', '1h', '--status', 'draft,active')).sessions,
    ).toHaveLength(3);
    expect((await cli.json<Page>('sessions', 'list', '--until', '1h')).sessions).toEqual([]);
    expect((await cli.json<Page>('sessions', 'list', '--all-projects')).sessions).toHaveLength(3);
  });

  it('keeps where an agent of a town stands, and finds it by that', async () => {
    const cli = cliBench({
      env: { GT_RIG: 'gastown', GT_ROLE: 'polecat', BD_ACTOR: 'gastown/polecats/Toast' },
    });
    const made = await cli.json<Session>('sessions', 'new', 'In town');
    expect(made).toMatchObject({ agent: 'gastown/polecats/Toast', rig: 'gastown', role: 'polecat' });
    const found = await cli.json<Page>(
      'sessions',
      'find',
      '--agent',
      'gastown/polecats/Toast',
      '--since',
      '24h',
    );
    expect(found.sessions.map(({ id }) => id)).toEqual([made.id]);
    expect((await cli.json<Page>('sessions', 'list', '--rig', 'other')).sessions).toEqual([]);
  });

  it('walks a session through its life by the beginning of its id', async () => {
    const cli = cliBench();
    const { id } = await cli.json<Session>('sessions', 'new', 'Walk');
    const short = id.slice(0, 8);
    expect((await cli.json<Session>('sessions', 'tag', short, 'x', 'y')).tags).toEqual(['x', 'y']);
    expect((await cli.json<Session>('sessions', 'tag', short, 'x', '--remove')).tags).toEqual(['y']);
    expect((await cli.json<Session>('sessions', 'rename', short, 'New', 'name')).title).toBe('New name');
    expect(await cli.json<Session>('sessions', 'end', short, '--outcome', 'abandoned')).toMatchObject({
      status: 'closed',
      outcome: 'abandoned',
    });
    expect((await cli.json<Page>('sessions', 'chain', short)).sessions).toHaveLength(1);
    const exported = await cli.run('sessions', 'export', short, '--format', 'md');
    expect(exported.out).toContain('# New name');
    expect(await cli.json('sessions', 'export', short, '--format', 'json')).toMatchObject({
      session: { id },
      runs: [],
      messages: [],
    });
    expect((await cli.json<Session>('sessions', 'delete', short)).trashed_at).toBeDefined();
    expect((await cli.json<Page>('sessions', 'list')).sessions).toEqual([]);
    expect((await cli.json<Page>('sessions', 'list', '--trash')).sessions).toHaveLength(1);
    expect((await cli.json<Session>('sessions', 'untrash', short)).trashed_at).toBeUndefined();
    const shown = await cli.json<Session & { runs: unknown[]; events: { type: string }[] }>(
      'sessions',
      'show',
      short,
      '--events',
      '--transcript',
    );
    expect(shown).toMatchObject({ id, runs: [], messages: [] });
    expect(shown.events.map(({ type }) => type)).toEqual([
      'created',
      'tags-set',
      'tags-set',
      'retitled',
      'closed',
      'trashed',
      'untrashed',
    ]);
  });

  it.each<[string, string[], number, string]>([
    ['unknown id', ['show', '11111111-1111-4111-8111-111111111111'], 3, 'session-not-found'],
    ['not an id', ['show', 'x'], 3, 'session-not-found'],
    ['malformed cursor', ['list', '--cursor', 'nonsense'], 2, 'cursor-malformed'],
    ['bad time', ['list', '--since', 'yesterday'], 2, 'invalid-moment'],
    ['bad status', ['list', '--status', 'asleep'], 2, 'invalid-input'],
    ['limit too high', ['list', '--limit', '501'], 2, 'invalid-input'],
    ['bad bead', ['new', '--bead', '../x'], 2, 'invalid-input'],
    ['tag too long', ['new', '--tag', 'x'.repeat(51)], 2, 'tag-invalid'],
    ['title too long', ['new', 'x'.repeat(301)], 2, 'text-invalid'],
    ['no such folder', ['list', '--project', '/no/such/folder'], 3, 'project-not-found'],
    ['a file for a folder', ['list', '--project', import.meta.filename], 2, 'project-not-a-folder'],
    ['an id and a range', ['delete', 'abcd', '--since', '1h'], 2, 'usage'],
    ['two modes', ['tag', 'abcd', 'x', '--replace', '--remove'], 2, 'usage'],
    ['an empty range', ['list', '--since', '1h', '--until', '2h'], 2, 'usage'],
    ['an empty range of a day', ['find', '--today', '--until', '2d'], 2, 'usage'],
    ['an empty range to delete', ['delete', '--since', '1h', '--until', '2h', '--dry-run'], 2, 'usage'],
    ['no id', ['show'], 2, 'usage'],
    ['no number', ['list', '--limit', 'many'], 2, 'usage'],
    ['no range', ['delete'], 2, 'usage'],
    ['no word about a copy', ['delete', '--since', '1d'], 2, 'usage'],
  ])('%s: exit code and a typed error on stderr', async (_name, args, code, error) => {
    const answer = await cliBench().run('sessions', ...args, '--json');
    expect(answer.code).toBe(code);
    expect(answer.out).toBe('');
    expect(JSON.parse(answer.err)).toMatchObject({ error: { code: error } });
  });

  it('a bad transition is a conflict that says what is allowed', async () => {
    const cli = cliBench();
    const { id } = await cli.json<Session>('sessions', 'new');
    const refused = await cli.run('sessions', 'delete', id, '--json');
    expect(refused.code).toBe(4);
    expect(JSON.parse(refused.err)).toEqual({
      error: {
        code: 'bad-transition',
        session_id: id,
        action: 'trash',
        state: 'draft',
        allowed: ['start', 'close', 'edit', 'annotate'],
      },
    });
    expect((await cli.run('sessions', 'delete', id)).err).toBe(
      `Only closed sessions can be deleted, and ${id.slice(0, 8)} is not: it is draft. End it first: beads-console sessions end ${id.slice(0, 8)}\n`,
    );
    expect((await cli.run('sessions', 'untrash', id)).err).toContain('is not in the trash');
    expect((await cli.run('sessions', 'delete', id, '--purge')).err).toContain('Delete it first');
  });

  it.each([
    [['list', '--since', 'yesterday'], '"yesterday" is no time. Give how long ago'],
    [['delete'], 'Give an id, a range with --since and --until, or --search.'],
    [['list', '--status', 'frob'], 'A session is draft, active, paused or closed'],
  ])('%j is refused in a sentence with the way out', async (args, words) => {
    const { err, code } = await cliBench().run('sessions', ...args);
    expect([code, err.slice(0, words.length)]).toEqual([2, words]);
  });

  it('a range to delete takes the last day to its end, as a list does', async () => {
    const cli = cliBench();
    const { id } = await cli.json<Session>('sessions', 'new', 'Today');
    await cli.json('sessions', 'end', id);
    const today = new Date();
    const two = (n: number) => String(n).padStart(2, '0');
    const day = `${today.getFullYear()}-${two(today.getMonth() + 1)}-${two(today.getDate())}`;
    const range = ['--until', day, '--since', '2d', '--dry-run'];
    expect((await cli.json<Page>('sessions', 'delete', ...range)).sessions).toEqual([id]);
  });

  it.each(['symlink', 'folder'] as const)('a sessions folder that is a %s of somebody', async (kind) => {
    const cli = cliBench();
    const target = join(cli.project, 'elsewhere');
    mkdirSync(target);
    if (kind === 'symlink') symlinkSync(target, join(cli.project, '.beads/sessions'));
    else mkdirSync(join(cli.project, '.beads/sessions'));
    const answer = await cli.run('sessions', 'new', '--json');
    if (kind === 'folder') return expect(answer.code).toBe(0);
    expect(JSON.parse(answer.err)).toMatchObject({ error: { code: 'session-folder-strange' } });
    expect([answer.code, readdirSync(target)]).toEqual([1, []]);
  });

  it('deletes a range after exporting it', async () => {
    const cli = cliBench();
    for (const title of ['a', 'b']) {
      const { id } = await cli.json<Session>('sessions', 'new', title);
      await cli.json('sessions', 'end', id);
    }
    await cli.json('sessions', 'new', 'open');
    expect(await cli.json('sessions', 'delete', '--since', '1h', '--dry-run')).toMatchObject({
      exported: [],
      skipped: [expect.any(String)],
    });
    const done = await cli.json<{ sessions: string[]; exported: string[] }>(
      'sessions',
      'delete',
      '--since',
      '1h',
      '--export',
      'copies',
    );
    expect(done.sessions).toHaveLength(2);
    expect(readdirSync(join(cli.project, 'copies'))).toHaveLength(2);
    expect((await cli.json<Page>('sessions', 'list')).sessions.map(({ title }) => title)).toEqual(['open']);
  });

  it('is a plain table in a pipe, coloured on a terminal, and plain again with NO_COLOR', async () => {
    const esc = '\u001b[';
    for (const [options, isColoured] of [
      [{}, false],
      [{ isTty: true }, true],
      [{ isTty: true, env: { NO_COLOR: '1' } }, false],
    ] as const) {
      const cli = cliBench(options);
      await cli.run('sessions', 'new', `Hostile ${esc}31m title`);
      const { out, code } = await cli.run('sessions', 'list');
      expect(code).toBe(0);
      expect(out).toMatch(/STATUS.*ID.*TITLE/);
      expect(out).toContain('just now');
      expect(out.includes(esc)).toBe(isColoured);
    }
  });

  it('shows a record to people', async () => {
    const cli = cliBench();
    const { id } = await cli.json<Session>('sessions', 'new', 'For eyes', '--branch', 'x/y');
    const { out } = await cli.run('sessions', 'show', id, '--git', '--events');
    for (const part of ['For eyes', id, 'draft', 'x/y', 'created']) expect(out).toContain(part);
  });
});
