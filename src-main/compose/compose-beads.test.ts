import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@contract/index';
import type { Frame } from '@domain/feed';
import type { BeadsChange, BeadsSnapshot } from '@domain/tracker-state';
import { expect, it, vi } from 'vitest';
import { initJsonlProject } from '../adapters/bd-jsonl/init-jsonl-project';
import { createDispatch } from '../surfaces/dispatch';
import { composedBeads, folderPath } from '../testing/composed-beads';
import { FAKE_BD, orderFakeBd } from '../testing/fake-bd';
import { tempDir } from '../testing/temp-dir';

type Any = Record<string, unknown>;

/** Through the contract, as every door does, with what goes out checked too. */
function setUp(isTrusted = false, bd: string | null = null) {
  const project = tempDir('beads-door');
  const { routes, service } = composedBeads({ bd, isTrusted });
  const { beads } = contract;
  const troubles: unknown[] = [];
  const dispatch = createDispatch({
    contract: { beads },
    router: { beads: routes },
    checkOutputs: true,
    newIncident: () => 'i',
    onIncident: ({ error }) => void troubles.push(error),
  });
  const caller = { door: 'ui', connection: 'test' } as const;
  const ask = async (entry: string, input: Any = {}) => {
    const answer = await dispatch.call(`beads.${entry}`, { project, ...input }, caller);
    expect(troubles).toEqual([]);
    return answer.ok ? (answer.value as Any) : { error: answer.error as Any };
  };
  const edgesOnBoard = () =>
    service
      .of(folderPath(project))
      .beads.snapshot()
      .beads.flatMap((bead) => bead.dependencies ?? [])
      .map((edge) => edge.depends_on_id);
  return { project, dispatch, ask, caller, edgesOnBoard };
}

it('makes a project of one file where there is no bd, and every entry answers', async () => {
  const { project, ask } = setUp();
  expect(await ask('list')).toMatchObject({ error: { code: 'no-beads-folder' } });
  expect(await ask('health')).toMatchObject({
    tracker: { type: 'none', offers: [{ kind: 'jsonl', makes_commit: false }] },
  });
  expect(await ask('init', { kind: 'jsonl', prefix: 'tide' })).toMatchObject({
    error: { code: 'invalid-input' },
  });
  expect(existsSync(join(project, '.beads'))).toBe(false);
  expect(await ask('init', { kind: 'jsonl', prefix: 'tide', consent: true })).toMatchObject({
    type: 'open',
    info: { generation: 'jsonl', access: { mode: 'read-write' } },
  });

  const { id } = await ask('create', { bead: { title: 'One' } });
  const two = await ask('create', { bead: { title: 'Two', blocked_by: [id] }, actor: 'grace' });
  expect(two).toMatchObject({ created_by: 'grace' });
  expect(await ask('ready')).toMatchObject({ beads: [{ id }], total: 1 });
  expect(await ask('blocked')).toMatchObject({ beads: [{ id: two['id'], blocked_by: [id] }] });
  expect(await ask('close', { id: two['id'] })).toMatchObject({ error: { code: 'blocked-close' } });
  expect(await ask('add_dependency', { edge: { id, depends_on: two['id'] } })).toMatchObject({
    error: { code: 'cycle' },
  });
  expect(await ask('remove_dependency', { id: two['id'], depends_on: id })).toMatchObject({
    id: two['id'],
  });
  expect(await ask('comment', { id, text: 'seen' })).toMatchObject({ author: 'ada', text: 'seen' });
  expect(await ask('claim', { id })).toMatchObject({ bead: { assignee: 'ada' }, marker: expect.any(String) });
  expect(await ask('claim', { id, actor: 'grace' })).toMatchObject({
    error: { code: 'claim-lost', holder: 'ada' },
  });
  const moved = await ask('move', { id, status: 'in_review', from_status: 'in_progress' });
  expect(moved).toMatchObject({ bead: { status: 'in_review' }, undo: { status: 'in_progress' } });
  expect(await ask('undo_move', { undo: moved['undo'] })).toMatchObject({ status: 'in_progress' });
  expect(await ask('move', { id, status: 'qa' })).toMatchObject({ error: { code: 'status-unknown' } });
  expect(await ask('configure_status', { name: 'qa', consent: true })).toMatchObject({
    statuses: expect.arrayContaining([{ name: 'qa', category: 'wip', built_in: false }]),
  });
  expect(await ask('move', { id, status: 'qa' })).toMatchObject({ bead: { status: 'qa' } });
  expect(await ask('update', { id, patch: { title: 'Mine' }, expected: { title: 'Other' } })).toMatchObject({
    error: { code: 'bead-conflict', fields: ['title'] },
  });
  expect(await ask('show', { id })).toMatchObject({
    bead: { comments: [{ text: 'seen' }] },
    is_stale: false,
  });
  expect(await ask('history', { id })).toEqual({ entries: null });
  expect(await ask('close', { id, reason: 'ok' })).toMatchObject({ status: 'closed' });
  expect(await ask('reopen', { id })).toMatchObject({ status: 'open' });
  expect(await ask('statuses')).toMatchObject({ statuses: expect.any(Array) });
  expect(await ask('refresh')).toMatchObject({ health: { state: 'ok' } });
});

it('follows: the whole board once, then only the beads that changed', async () => {
  const { project, dispatch, ask, caller } = setUp();
  initJsonlProject(project, 'tide');
  const { id } = await ask('create', { bead: { title: 'One' } });
  await ask('list');
  const frames: Frame<BeadsSnapshot, BeadsChange>[] = [];
  const deliver = (frame: Frame<unknown, unknown>) =>
    void frames.push(frame as Frame<BeadsSnapshot, BeadsChange>);
  const followed = await dispatch.follow('beads.watch', { project }, null, deliver, caller);
  expect(frames).toMatchObject([{ type: 'snapshot', value: { beads: [{ id }] } }]);
  const line = '{"id":"tide-x1","title":"Outside","status":"open","priority":1,"issue_type":"task"}\n';
  appendFileSync(join(project, '.beads', 'issues.jsonl'), line);
  const told = () => frames.flatMap((frame) => (frame.type === 'change' ? [frame.change] : []));
  await vi.waitFor(
    () =>
      expect(told().filter((change) => change.type === 'beads-changed')).toMatchObject([
        { changed: [{ id: 'tide-x1' }], removed: [] },
      ]),
    { timeout: 20_000 },
  );
  if (followed.ok) followed.value();
});

it('shows an edge to nowhere that bd hides, in the bead and on the board, until it is removed', async () => {
  const { project, ask, edgesOnBoard } = setUp(true, FAKE_BD);
  orderFakeBd(project, {});
  writeFileSync(join(project, '.beads', 'metadata.json'), '{"database":"dolt"}');
  const { id } = await ask('create', { bead: { title: 'One' } });
  execFileSync(FAKE_BD, ['dep', 'add', '--type=blocks', '--', String(id), 'nope-1'], { cwd: project });
  const nowhere = {
    id: 'nope-1',
    type: 'blocks',
    title: null,
    status: null,
    issue_type: null,
    priority: null,
  };
  expect(await ask('show', { id })).toMatchObject({
    bead: { dependencies: [{ depends_on_id: 'nope-1' }] },
    depends_on: [nowhere],
    is_ready: true,
  });
  // A write answers with bd's own view of the bead; the board must not lose the edge over it.
  expect(await ask('update', { id, patch: { title: 'Two' } })).toMatchObject({ title: 'Two' });
  expect(edgesOnBoard()).toEqual(['nope-1']);
  expect(await ask('remove_dependency', { id, depends_on: 'nope-1' })).toMatchObject({ id });
  expect(edgesOnBoard()).toEqual([]);
  expect(await ask('show', { id })).toMatchObject({ depends_on: [] });
  expect(await ask('add_dependency', { edge: { id, depends_on: 'nope-1' } })).toEqual({
    error: { code: 'bead-not-found', id: 'nope-1' },
  });
});
