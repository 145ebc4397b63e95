import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NewBead } from '@domain/bead/change';
import { readBeadsFile } from '@domain/bead/read-beads-file';
import type { BeadId } from '@domain/ids';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accepted, refusal } from '../testing/bead-tracker-conformance';
import { composedBeads, folderPath } from '../testing/composed-beads';
import { calmBdEnvironment, findRealBd, initRealBd, type RealBd, runRealBd } from '../testing/real-bd';

const bd = findRealBd({ from: '1.0.0', below: '2.0.0' });
if (bd === null) console.info('skipped: no bd 1.x on this machine (tools/install-bd.mjs builds one)');

// Needs a real bd; tools/install-bd.mjs builds one where Go is.
describe.skipIf(bd === null)('the program with a real bd', { timeout: 600_000 }, () => {
  const real = bd as RealBd;
  const base = mkdtempSync(join(realpathSync(tmpdir()), 'beads-console-real-'));
  const template = mkdtempSync(join(base, 'template-'));
  const project = () => {
    const folder = mkdtempSync(join(base, 'project-'));
    cpSync(template, folder, { recursive: true });
    return folderPath(folder);
  };
  const make = (title: string, more = {}) => NewBead.parse({ title, ...more });
  beforeAll(() => initRealBd(real, template));
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it('makes a project with bd init, and says before that it commits', async () => {
    const folder = folderPath(mkdtempSync(join(base, 'bare-')));
    execFileSync('git', ['init', '-q'], { cwd: folder });
    for (const [key, value] of [
      ['user.name', 'ada'],
      ['user.email', 'ada@example.org'],
    ] as const)
      execFileSync('git', ['config', key, value], { cwd: folder });
    const beads = composedBeads({ bd: real.path }).service.of(folder);
    expect(refusal(await beads.list(EVERYTHING)).code).toBe('no-beads-folder');
    expect(beads.beads.snapshot().tracker).toMatchObject({
      type: 'none',
      offers: [{ kind: 'bd', makes_commit: true }, { kind: 'jsonl' }],
    });
    const made = accepted(await beads.init('bd', 'shop'));
    expect(made).toMatchObject({ type: 'open', info: { generation: 'dolt-1x', version: real.version } });
    expect(accepted(await beads.create(make('First'), {})).id).toMatch(/^shop-/);
  });

  it('renews the lease of a claim for as long as the work goes on', async () => {
    const folder = project();
    const beads = composedBeads({ bd: real.path }).service.of(folder);
    const { id } = accepted(await beads.create(make('Long work'), {}));
    const heartbeat = async () => accepted(await beads.show(id)).bead['heartbeat_at'];
    accepted(await beads.claim(id, {}));
    const before = await heartbeat();
    if (typeof before !== 'string') return expect(real.version).not.toMatch(/^1\.3\./);
    await vi.waitFor(
      async () => {
        accepted(await beads.renewClaim(id));
        expect(await heartbeat()).not.toBe(before);
      },
      { timeout: 30_000, interval: 50 },
    );
    accepted(await beads.close({ ...CLOSE, id }, {}));
    accepted(await beads.renewClaim(id));
  });

  it('shows an edge to nowhere that somebody made with bd, and removes it', async () => {
    const folder = project();
    const beads = composedBeads({ bd: real.path }).service.of(folder);
    const { id } = accepted(await beads.create(make('One'), {}));
    for (const end of ['nope-1', 'external:other:thing']) runRealBd(real, folder, 'dep', 'add', id, end);
    const ends = async () => accepted(await beads.show(id)).depends_on.map((link) => [link.id, link.title]);
    expect((await ends()).toSorted()).toEqual([
      ['external:other:thing', null],
      ['nope-1', null],
    ]);
    accepted(await beads.removeDependency(id, 'nope-1', {}));
    expect(await ends()).toEqual([['external:other:thing', null]]);
    accepted(await beads.removeDependency(id, 'external:other:thing', {}));
    expect(await ends()).toEqual([]);
  });

  it('creates, links, comments, refuses a blocked close, and lists what bd exports', async () => {
    const folder = project();
    const beads = composedBeads({ bd: real.path }).service.of(folder);
    const wall = accepted(await beads.create(make('Wall'), {}));
    const bead = accepted(await beads.create(make('Life', { blocked_by: [wall.id], labels: ['ui'] }), {}));
    expect(accepted(await beads.ready({})).beads.map((one) => one.id)).toEqual([wall.id]);
    expect(accepted(await beads.blocked({})).beads).toMatchObject([{ id: bead.id, blocked_by: [wall.id] }]);
    expect(refusal(await beads.close({ ...CLOSE, id: bead.id }, {}))).toMatchObject({
      code: 'blocked-close',
      by: [wall.id],
    });
    expect(refusal(await beads.addDependency(edge(wall.id, bead.id), {})).code).toBe('cycle');
    accepted(await beads.close({ ...CLOSE, id: wall.id }, {}));
    accepted(await beads.comment(bead.id, 'seen', { actor: 'grace' }));
    const details = accepted(await beads.show(bead.id));
    expect(details).toMatchObject({
      bead: { comments: [{ author: 'grace', text: 'seen' }] },
      depends_on: [{ id: wall.id, status: 'closed' }],
      is_stale: false,
    });
    expect(accepted(await beads.history(bead.id))?.length).toBeGreaterThan(0);

    const ours = accepted(await beads.list(EVERYTHING)).beads;
    const theirs = readBeadsFile(runRealBd(real, folder, 'export')).beads;
    const plain = (list: readonly { id: string }[]) =>
      list
        .map((one) => {
          const { comments: _c, _type, ...rest } = one as Record<string, unknown> & { id: string };
          return rest;
        })
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(plain(ours)).toEqual(plain(theirs));
  });

  it('moves a bead through every column and back', async () => {
    const beads = composedBeads({ bd: real.path }).service.of(project());
    const bead = accepted(await beads.create(make('Life'), {}));
    const { bead: claimed } = accepted(await beads.claim(bead.id, {}));
    expect(claimed).toMatchObject({ status: 'in_progress', assignee: 'ada' });
    const review = { id: bead.id, status: 'in_review', fromStatus: 'in_progress', force: false };
    expect(refusal(await beads.move(review, {}))).toMatchObject({ code: 'status-unknown' });
    accepted(await beads.configureStatus('in_review', 'wip'));
    const moved = accepted(await beads.move(review, {}));
    expect(moved).toMatchObject({ bead: { status: 'in_review' }, undo: { status: 'in_progress' } });
    expect(accepted(await beads.undoMove(moved.undo, {})).status).toBe('in_progress');
    expect(refusal(await beads.move({ ...review, fromStatus: 'open' }, {})).code).toBe('bead-conflict');
    for (const status of ['in_review', 'closed', 'blocked', 'deferred', 'open', 'in_progress', 'closed'])
      expect(accepted(await beads.move({ id: bead.id, status, force: false }, {})).bead.status).toBe(status);
    expect(accepted(await beads.reopen(bead.id, {})).status).toBe('open');
  });

  it('L1 of eight programs and two terminals one claims', async () => {
    const folder = project();
    const first = composedBeads({ bd: real.path }).service.of(folder);
    const bead = accepted(await first.create(make('Take me'), {}));
    const programs = Array.from({ length: 8 }, (_, racer) =>
      composedBeads({ bd: real.path })
        .service.of(folder)
        .claim(bead.id, { actor: racer % 2 === 0 ? 'ada' : `worker-${racer}` }),
    );
    const terminals = ['linus', 'grace'].map((actor) => claimInTerminal(real, folder, actor, bead.id));
    const [answers, exits] = await Promise.all([Promise.all(programs), Promise.all(terminals)]);
    const won = answers.filter((answer) => answer.ok).length + exits.filter((code) => code === 0).length;
    expect(won).toBe(1);
    const holder = accepted(await first.show(bead.id)).bead.assignee;
    for (const answer of answers)
      if (!answer.ok) expect(answer.error).toMatchObject({ code: 'claim-lost', holder });
  });

  it('shows a change from another terminal, and nothing once nobody follows', async () => {
    const folder = project();
    const { service } = composedBeads({ bd: real.path });
    const { beads } = service.of(folder);
    const stop = beads.follow(null, () => {});
    const titles = () => beads.snapshot().beads.map((bead) => bead.title);
    await vi.waitFor(() => expect(beads.snapshot().health.last_read_at).not.toBeNull(), WAIT);
    runRealBd(real, folder, 'create', '--title=From outside');
    await vi.waitFor(() => expect(titles()).toEqual(['From outside']), WAIT);
    const [id] = beads.snapshot().beads.map((bead) => bead.id);
    runRealBd(real, folder, 'label', 'add', String(id), 'urgent');
    await vi.waitFor(() => expect(beads.snapshot().beads[0]?.labels).toEqual(['urgent']), WAIT);
    stop();
  });

  it('shows the export, read-only, where bd is not installed', async () => {
    const folder = project();
    runRealBd(real, folder, 'create', '--title=Exported');
    runRealBd(real, folder, 'export', '-o', join(folder, '.beads', 'issues.jsonl'));
    const beads = composedBeads({ bd: null }).service.of(folder);
    expect(accepted(await beads.list(EVERYTHING)).beads.map((bead) => bead.title)).toEqual(['Exported']);
    expect(beads.beads.snapshot().tracker).toMatchObject({
      type: 'open',
      info: { access: { mode: 'read-only', reason: 'tracker-missing' } },
    });
    expect(refusal(await beads.create(make('No'), {}))).toMatchObject({ code: 'tracker-read-only' });
  });

  it('P4 writes nothing before the project is trusted', async () => {
    const folder = project();
    const beads = composedBeads({ bd: real.path, isTrusted: false }).service.of(folder);
    const manifest = () =>
      readFileSync(join(folder, '.beads', 'embeddeddolt', 'shop', '.dolt', 'noms', 'manifest'), 'utf8');
    const before = manifest();
    expect(refusal(await beads.create(make('No'), {}))).toEqual({ code: 'tracker-untrusted' });
    expect(accepted(await beads.list(EVERYTHING)).beads).toEqual([]);
    expect(manifest()).toBe(before);
  });
});

const WAIT = { timeout: 60_000, interval: 50 };
const EVERYTHING = { filter: {}, all: true, sort: 'id', reverse: false } as const;
const CLOSE = { reason: 'Done', session: null, force: false } as const;
const edge = (id: BeadId, on: BeadId) => ({ id, depends_on: on, type: 'blocks' });

function claimInTerminal(real: RealBd, cwd: string, actor: string, id: string): Promise<number | null> {
  const child = spawn(real.path, [`--actor=${actor}`, 'update', '--claim', '--', id], {
    cwd,
    stdio: 'ignore',
    env: calmBdEnvironment(),
  });
  return new Promise((resolve) => child.on('close', resolve));
}
