import type { NewBeadInput } from '@domain/bead/change';
import { NewBead } from '@domain/bead/change';
import { isClaimedBy } from '@domain/bead/claim';
import type { BeadError } from '@domain/bead/errors';
import { Bead, parentOf } from '@domain/bead/record';
import { BeadId } from '@domain/ids';
import type { Result } from '@domain/result';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BeadTracker, TrackerChange } from '../ports/bead-tracker';

/** A fresh, empty project per test. */
export type TrackerUnderTest = {
  readonly tracker: BeadTracker;
  /** Adds one bead the way another program would, without going through `tracker`. */
  addFromOutside(title: string): Promise<void>;
  dispose(): Promise<void>;
};

export type TrackerFeatures = {
  /** It knows no list of statuses and takes every word for one. */
  readonly takesAnyStatus?: boolean;
  /** Whether a blocked bead is refused on close (B5); 0.4x says so too late to tell. */
  readonly refusesBlockedClose?: boolean;
};

export function accepted<T>(result: Result<T, BeadError>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

export function refusal<T>(result: Result<T, BeadError>): BeadError {
  if (result.ok) throw new Error(`accepted: ${JSON.stringify(result.value)}`);
  return result.error;
}

const HOSTILE_TITLES = [
  '--force',
  '-rf',
  '$(touch pwned) `id` ; rm -rf .',
  '<img src=x onerror=alert(1)> & "quotes"',
  'שלום \u202e evil',
  'two\nlines',
  '👩‍💻🚀',
];

export function describeBeadTracker(
  name: string,
  open: () => Promise<TrackerUnderTest>,
  features: TrackerFeatures = {},
): void {
  describe(`bead tracker: ${name}`, () => {
    let under: TrackerUnderTest;
    let tracker: BeadTracker;
    const make = async (bead: NewBeadInput) => accepted(await tracker.create(NewBead.parse(bead), 'ada'));
    const all = async () => accepted(await tracker.list()).beads;
    const close = (id: BeadId, force = false) =>
      tracker.close({ id, reason: 'Done', session: null, force, actor: 'ada' });

    beforeEach(async () => {
      under = await open();
      tracker = under.tracker;
    });
    afterEach(() => under.dispose());

    it('says what it is and that it can be written', async () => {
      expect(accepted(await tracker.info()).access).toEqual({ mode: 'read-write' });
    });

    it('B1 lists every bead, closed ones too', async () => {
      const one = await make({ title: 'One', labels: ['a', 'b'] });
      const two = await make({ title: 'Two', blocked_by: [one.id] });
      const three = await make({ title: 'Three' });
      accepted(await close(three.id));
      accepted(await tracker.comment(one.id, 'seen', 'grace'));
      const beads = await all();
      expect(beads.map((bead) => bead.id).toSorted()).toEqual([one.id, two.id, three.id].toSorted());
      for (const bead of beads) expect(Bead.safeParse(bead).success).toBe(true);
      expect(beads.find((bead) => bead.id === two.id)?.dependencies).toMatchObject([
        { depends_on_id: one.id, type: 'blocks' },
      ]);
      expect(beads.find((bead) => bead.id === one.id)?.labels?.toSorted()).toEqual(['a', 'b']);
      expect(beads.find((bead) => bead.id === three.id)?.status).toBe('closed');
    });

    it.each(HOSTILE_TITLES)('B1 keeps the title %j as text', async (title) => {
      const bead = await make({ title, description: title });
      expect(accepted(await tracker.show(bead.id))).toMatchObject({ title, description: title });
    });

    it('B2 changes the named fields of the named bead and nothing else', async () => {
      const other = await make({ title: 'Other', description: 'stays' });
      const bead = await make({ title: 'Old', description: 'text', priority: 1, labels: ['x'] });
      const before = accepted(await tracker.show(other.id));
      const updated = accepted(
        await tracker.update({
          id: bead.id,
          patch: { title: 'New', labels: ['y', 'z'], assignee: 'grace' },
          expected: {},
          actor: 'ada',
        }),
      );
      expect(updated).toMatchObject({ title: 'New', description: 'text', priority: 1, assignee: 'grace' });
      expect(updated.labels?.toSorted()).toEqual(['y', 'z']);
      expect(accepted(await tracker.show(other.id))).toEqual(before);
      const cleared = accepted(
        await tracker.update({
          id: bead.id,
          patch: { description: null, assignee: null },
          expected: {},
          actor: 'ada',
        }),
      );
      expect([cleared.description ?? '', cleared.assignee ?? '']).toEqual(['', '']);
    });

    it('B3 refuses a change made on an old view and shows theirs', async () => {
      const bead = await make({ title: 'Old', priority: 2 });
      accepted(
        await tracker.update({ id: bead.id, patch: { title: 'Theirs' }, expected: {}, actor: 'grace' }),
      );
      const update = { id: bead.id, expected: { title: 'Old', priority: 2 }, actor: 'ada' };
      const refused = refusal(await tracker.update({ ...update, patch: { title: 'Mine', priority: 1 } }));
      expect(refused).toMatchObject({
        code: 'bead-conflict',
        fields: ['title'],
        theirs: { title: 'Theirs' },
      });
      expect(accepted(await tracker.show(bead.id))).toMatchObject({ title: 'Theirs', priority: 2 });
      // Someone else already wrote what we want: nothing to quarrel about.
      accepted(await tracker.update({ ...update, patch: { title: 'Theirs', priority: 1 } }));
      expect(accepted(await tracker.show(bead.id))).toMatchObject({ title: 'Theirs', priority: 1 });
    });

    it('B4 moves a bead through its life and answers with it each time', async () => {
      const bead = await make({ title: 'Life' });
      expect(bead).toMatchObject({ status: 'open', issue_type: 'task', priority: 2 });
      const move = { id: bead.id, patch: { status: 'in_progress' }, expected: {}, actor: 'ada' };
      expect(accepted(await tracker.update(move)).status).toBe('in_progress');
      const closed = accepted(await close(bead.id));
      expect(closed).toMatchObject({ status: 'closed', close_reason: 'Done' });
      expect(closed.closed_at).toBeTruthy();
      const reopened = accepted(await tracker.reopen(bead.id, 'ada'));
      expect(reopened.status).toBe('open');
      expect(reopened.closed_at).toBeUndefined();
    });

    it('B4 reparents through the parent field', async () => {
      const epic = await make({ title: 'Epic', issue_type: 'epic' });
      const child = await make({ title: 'Child', parent: epic.id });
      expect(parentOf(child)).toBe(epic.id);
      const second = await make({ title: 'Second', issue_type: 'epic' });
      const change = { id: child.id, expected: {}, actor: 'ada' };
      accepted(await tracker.update({ ...change, patch: { parent: second.id } }));
      expect((await all()).filter((bead) => parentOf(bead) === second.id).map((bead) => bead.id)).toEqual([
        child.id,
      ]);
      accepted(await tracker.update({ ...change, patch: { parent: null } }));
      expect((await all()).every((bead) => parentOf(bead) === null)).toBe(true);
    });

    // A tracker that says so too late to tell cannot be held to it.
    it.skipIf(features.refusesBlockedClose === false)('B5 closes a blocked bead only by force', async () => {
      const wall = await make({ title: 'Wall' });
      const bead = await make({ title: 'Behind', blocked_by: [wall.id] });
      expect(['blocked-close', 'tracker-refused']).toContain(refusal(await close(bead.id)).code);
      expect(accepted(await tracker.show(bead.id)).status).toBe('open');
      expect(accepted(await close(bead.id, true)).status).toBe('closed');
    });

    it('B6 adds and removes an edge and refuses a circle', async () => {
      const [one, two, three] = [
        await make({ title: '1' }),
        await make({ title: '2' }),
        await make({ title: '3' }),
      ];
      const edge = (id: BeadId, on: BeadId) => ({ id, depends_on: on, type: 'blocks' });
      accepted(await tracker.addDependency(edge(one.id, two.id), 'ada'));
      accepted(await tracker.addDependency(edge(two.id, three.id), 'ada'));
      const refused = refusal(await tracker.addDependency(edge(three.id, one.id), 'ada'));
      expect(['cycle', 'tracker-refused']).toContain(refused.code);
      expect(refusal(await tracker.addDependency(edge(one.id, one.id), 'ada')).code).not.toBe(
        'bead-not-found',
      );
      accepted(await tracker.removeDependency(two.id, three.id, 'ada'));
      accepted(await tracker.addDependency(edge(three.id, one.id), 'ada'));
      expect(
        (await all()).flatMap((bead) => bead.dependencies ?? []).map((d) => [d.issue_id, d.depends_on_id]),
      ).toEqual(
        expect.arrayContaining([
          [one.id, two.id],
          [three.id, one.id],
        ]),
      );
    });

    it('B6 refuses an edge to a bead that is not there', async () => {
      const one = await make({ title: '1' });
      const edge = { id: one.id, depends_on: 'nope-1', type: 'blocks' };
      const missing = { code: 'bead-not-found', id: 'nope-1' };
      expect(refusal(await tracker.addDependency(edge, 'ada'))).toEqual(missing);
      const bead = NewBead.parse({ title: '2', blocked_by: [one.id, 'nope-1'] });
      expect(refusal(await tracker.create(bead, 'ada'))).toEqual(missing);
      expect(await all()).toHaveLength(1);
      expect((await all()).flatMap((each) => each.dependencies ?? [])).toEqual([]);
      accepted(await tracker.addDependency({ ...edge, depends_on: 'external:other:thing' }, 'ada'));
      expect((await all()).flatMap((each) => each.dependencies ?? [])).toMatchObject([
        { issue_id: one.id, depends_on_id: 'external:other:thing' },
      ]);
    });

    it('B7 lets one worker claim, also among workers of one name', async () => {
      const bead = await make({ title: 'Claim me' });
      const mine = accepted(await tracker.claim({ id: bead.id, actor: 'ada', marker: 'm1' }));
      expect(isClaimedBy(mine, 'ada', 'm1')).toBe(true);
      expect(refusal(await tracker.claim({ id: bead.id, actor: 'grace', marker: 'm2' }))).toMatchObject({
        code: 'claim-lost',
        holder: 'ada',
      });
      expect(refusal(await tracker.claim({ id: bead.id, actor: 'ada', marker: 'm3' })).code).toBe(
        'claim-lost',
      );
      accepted(await tracker.claim({ id: bead.id, actor: 'ada', marker: 'm1' }));
      expect(isClaimedBy(accepted(await tracker.show(bead.id)), 'ada', 'm1')).toBe(true);
    });

    it('keeps comments with their author', async () => {
      const bead = await make({ title: 'Talk' });
      expect(accepted(await tracker.comment(bead.id, '--first\nline', 'grace'))).toMatchObject({
        author: 'grace',
        text: '--first\nline',
      });
      accepted(await tracker.comment(bead.id, 'second', 'ada'));
      expect(accepted(await tracker.show(bead.id)).comments?.map((comment) => comment.text)).toEqual([
        '--first\nline',
        'second',
      ]);
    });

    it('refuses an unknown status until it is configured', async () => {
      const bead = await make({ title: 'Review me' });
      const move = { id: bead.id, patch: { status: 'in_review' }, expected: {}, actor: 'ada' };
      if (features.takesAnyStatus === true) {
        expect(accepted(await tracker.update(move)).status).toBe('in_review');
        return;
      }
      expect(['status-unknown', 'tracker-refused']).toContain(refusal(await tracker.update(move)).code);
      const known = accepted(await tracker.configureStatus('in_review', 'wip'));
      expect(known.map((status) => status.name)).toContain('in_review');
      accepted(await tracker.configureStatus('qa', 'wip'));
      expect(accepted(await tracker.statuses()).map((status) => status.name)).toEqual(
        expect.arrayContaining(['open', 'closed', 'in_review', 'qa']),
      );
      expect(accepted(await tracker.update(move)).status).toBe('in_review');
    });

    it('says when a bead does not exist', async () => {
      await make({ title: 'Exists' });
      const id = BeadId.parse('nobody-zzz');
      const answers = [
        await tracker.show(id),
        await tracker.update({ id, patch: { title: 'x' }, expected: {}, actor: 'ada' }),
        await tracker.close({ id, reason: null, session: null, force: false, actor: 'ada' }),
        await tracker.claim({ id, actor: 'ada', marker: 'm' }),
      ];
      expect(answers.map((answer) => refusal(answer).code)).toEqual(answers.map(() => 'bead-not-found'));
    });

    it('B8 tells of a change from outside while it is watched', { timeout: 60_000 }, async () => {
      await make({ title: 'First' });
      const seen: TrackerChange[] = [];
      const stop = tracker.watch((change) => seen.push(change));
      try {
        await under.addFromOutside('From outside');
        await vi.waitFor(() => expect(seen.some((change) => change.type === 'changed')).toBe(true), {
          timeout: 30_000,
          interval: 50,
        });
      } finally {
        stop();
      }
      expect((await all()).map((bead) => bead.title).toSorted()).toEqual(['First', 'From outside']);
      const count = seen.length;
      await under.addFromOutside('After the stop');
      await all();
      expect(seen).toHaveLength(count);
    });
  });
}
