import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bead } from '@domain/bead/record';
import { beforeEach, describe, expect, it } from 'vitest';
import { initJsonlProject } from '../../../adapters/bd-jsonl/init-jsonl-project';
import { compose } from '../../../compose';
import { tempDir } from '../../../testing/temp-dir';
import { families } from '../families';
import { runCli } from '../run';

const HOSTILE = ['--force', '$(touch pwned)', '<script>alert(1)</script>', 'two\nlines', 'a\u202eb', '👩‍💻'];

describe('beads-console beads', () => {
  let project: string;
  let home: string;

  const run = async (...args: string[]) => {
    const said = { out: '', err: '' };
    const env = { BEADS_CONSOLE_HOME: home, BEADS_ACTOR: 'ada', PATH: '', HOME: home };
    const code = await runCli({
      args: ['beads', ...args],
      env,
      cwd: project,
      version: '0.0.0',
      stdout: { write: (text) => (said.out += text) },
      stderr: { write: (text) => (said.err += text) },
      families,
      connect: async () => null,
      composeHere: () => compose({ env, shell: 'serve', isLongLived: false, checkOutputs: true }),
      doings: () => ({ serve: async () => {}, doctor: async () => {}, open: async () => {} }),
    });
    return { code, ...said, json: <T>() => JSON.parse(said.out) as T };
  };
  const made = async (...args: string[]) => (await run('create', ...args, '--json')).json<Bead>();
  const ids = (listed: { json<T>(): T }) => listed.json<{ beads: Bead[] }>().beads.map((bead) => bead.id);

  beforeEach(() => {
    const base = tempDir('cli-beads');
    project = join(base, 'shop');
    home = join(base, 'home');
    mkdirSync(project);
    initJsonlProject(project, 'shop');
  });

  it('lists, narrows and cuts only when asked', async () => {
    const one = await made('One', '-t', 'bug', '-p', '1', '-l', 'ui,db');
    const two = await made('Two', '-p', 'P3', '--deps', one.id);
    const done = await made('Done');
    expect((await run('close', done.id, '-r', 'finished')).code).toBe(0);
    expect(ids(await run('list', '--json'))).toEqual([one.id, two.id]);
    expect(ids(await run('list', '--json', '--all'))).toEqual([one.id, done.id, two.id]);
    expect(ids(await run('list', '--json', '-s', 'closed'))).toEqual([done.id]);
    expect(ids(await run('list', '--json', '--type', 'bug', '--label', 'ui,db'))).toEqual([one.id]);
    expect(ids(await run('list', '--json', '--limit', '1'))).toEqual([one.id]);
    expect(ids(await run('list', '--json', '--limit', '0'))).toHaveLength(2);
    expect(ids(await run('ready', '--json'))).toEqual([one.id]);
    const blocked = (await run('blocked', '--json')).json<{ beads: unknown[] }>();
    expect(blocked.beads).toMatchObject([{ id: two.id, blocked_by: [one.id], blocked_by_count: 1 }]);
    expect((await run('list')).out).toContain('One');
  });

  it('shows, changes and closes with the names of bd', async () => {
    const bead = await made('Old', '-d', 'text', '-a', 'grace');
    expect(bead).toMatchObject({ title: 'Old', description: 'text', assignee: 'grace', created_by: 'ada' });
    const changed = await run('update', bead.id, '--title=New', '-s', 'in_review', '--add-label=x', '--json');
    expect(changed.json()).toMatchObject({ id: bead.id, title: 'New', status: 'in_review', labels: ['x'] });
    const cleared = await run('update', bead.id, '--assignee=', '--remove-label=x', '--json');
    expect(cleared.json<Bead>().assignee ?? '').toBe('');
    expect((await run('show', bead.id, '--json')).json()).toMatchObject({ id: bead.id, title: 'New' });
    const closed = await run('close', bead.id, '--reason=ok', '--session=s1', '--json');
    expect(closed.json()).toMatchObject({ status: 'closed', close_reason: 'ok', closed_by_session: 's1' });
  });

  it('claims for one, and tells the other who has it', async () => {
    const bead = await made('Take me');
    const won = await run('claim', bead.id, '--actor=ada', '--json');
    expect(won.json()).toMatchObject({ assignee: 'ada', status: 'in_progress' });
    const lost = await run('claim', bead.id, '--actor=grace', '--json');
    expect(lost.code).toBe(4);
    expect(JSON.parse(lost.err)).toMatchObject({ error: { code: 'claim-lost', holder: 'ada' } });
    expect((await run('claim', bead.id, '--actor=grace')).err).toContain('ada');
  });

  it.each([
    // typed                                      exit
    [['show', 'nobody-1'], 3],
    [['update', 'nobody-1', '--title=x'], 3],
    [['update'], 2],
    [['create'], 2],
    [['list', '--priority=9'], 2],
    [['create', 'x', '--due=soon'], 2],
    [['create', 'x', '--metadata=nonsense'], 2],
    [['create', 'x', '--type=No Type'], 2],
    [['nonsense'], 2],
  ] as const)('%j ends with %i', async (args, code) => {
    const ended = await run(...args);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).not.toBe('');
  });

  it('tells a project that is missing from one that is a file', async () => {
    const file = join(project, 'file');
    writeFileSync(file, '');
    for (const command of [['list'], ['ready'], ['show', 'shop-1'], ['create', 'x'], ['update', 'shop-1']]) {
      const missing = await run(...command, '--project', '/no/such/folder');
      expect([missing.code, missing.err]).toEqual([
        3,
        expect.stringContaining('There is no folder /no/such'),
      ]);
      const wrong = await run(...command, '--project', 'file', '--json');
      expect([wrong.code, wrong.out]).toEqual([2, '']);
      expect(JSON.parse(wrong.err)).toEqual({ error: { code: 'project-not-a-folder', path: file } });
      expect((await run(...command, '--project', 'file/deeper')).code).toBe(2);
    }
  });

  it.each([
    [['create', ''], 'A title is'],
    [['create', 'x', '-t', 'No Type'], 'A type is'],
    [['list', '-s', 'frob'], 'no status frob'],
    [['create', 'x', '-t', 'frob'], 'no type frob'],
    [['update', 'shop-1'], 'Nothing to change'],
  ])('%j is refused in a sentence, with 2', async (args, words) => {
    const refused = await run(...args);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain(words);
    expect(refused.err).not.toMatch(/Failed:|Too small|Invalid|bead\./);
  });

  it('takes a type or a status that the project knows, however it knows it', async () => {
    const bead = await made('Odd');
    const path = join(project, '.beads', 'issues.jsonl');
    const odd = readFileSync(path, 'utf8').replace('"task"', '"ritual"').replace('"open"', '"resting"');
    writeFileSync(path, odd);
    expect(ids(await run('list', '--json', '-s', 'resting,open'))).toEqual([bead.id]);
    expect((await made('Another', '-t', 'ritual')).issue_type).toBe('ritual');
    expect((await run('update', bead.id, '-t', 'frob')).code).toBe(2);
    expect((await run('update', bead.id, '-t', 'decision')).code).toBe(0);
  });

  it('refuses what the rules refuse, with 4', async () => {
    const wall = await made('Wall');
    const bead = await made('Behind', '--deps', wall.id);
    expect((await run('close', bead.id)).code).toBe(4);
    expect((await run('close', bead.id, '--force')).code).toBe(0);
    expect((await run('update', wall.id, '--status=nonsense')).code).toBe(2);
  });

  it('says that there are no beads', async () => {
    const bare = await run('list', '--project', home);
    expect(bare.code).toBe(3);
  });

  it.each(HOSTILE)('keeps the title %j as text', async (title) => {
    const bead = await made(`--title=${title}`);
    expect(bead.title).toBe(title);
    expect((await run('show', bead.id, '--json')).json()).toMatchObject({ title });
    // One line of a table, and nothing that steers a terminal.
    const shown = (await run('list')).out;
    expect(shown.trimEnd().split('\n')).toHaveLength(2);
    expect(['\u202e', '\u001b'].filter((mark) => shown.includes(mark))).toEqual([]);
  });
});
