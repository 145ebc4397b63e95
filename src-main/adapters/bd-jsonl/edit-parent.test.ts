import { expect, it } from 'vitest';
import { accepted, refusal } from '../../testing/bead-tracker-conformance';
import { draft, id, jsonlProject, LINE } from '../../testing/jsonl-project';

const parentEdge = (from: string, to: string) =>
  `,"dependencies":[{"issue_id":"${from}","depends_on_id":"${to}","type":"parent-child"}]`;
const FAMILY = [LINE('a-1'), LINE('a-2', parentEdge('a-2', 'a-1')), LINE('a-3')].join('\n');
const moved = (bead: string, parent: string) => ({
  id: id(bead),
  patch: { parent: id(parent) },
  expected: {},
  actor: 'ada',
});

it('an edge to the own ancestor is refused, however it would come to be', async () => {
  const { tracker, text } = jsonlProject(FAMILY);
  const gate = (from: string, to: string) => ({
    code: 'dependency-refused',
    why: 'ancestor',
    id: from,
    depends_on: to,
  });
  const edge = { id: id('a-2'), depends_on: 'a-1', type: 'blocks' };
  expect(refusal(await tracker.addDependency(edge, 'ada'))).toMatchObject({
    code: 'dependency-refused',
    why: 'second-edge',
  });
  accepted(await tracker.update(moved('a-1', 'a-3')));
  expect(refusal(await tracker.addDependency({ ...edge, depends_on: 'a-3' }, 'ada'))).toEqual(
    gate('a-2', 'a-3'),
  );
  const before = text();
  const child = draft({ title: 'Child', parent: id('a-2'), blocked_by: [id('a-1')] });
  expect(refusal(await tracker.create(child, 'ada'))).toMatchObject({ why: 'ancestor', depends_on: 'a-1' });
  expect(text()).toBe(before);
});

it('a bead that is waited for does not become the ancestor of who waits', async () => {
  const { tracker } = jsonlProject(FAMILY);
  accepted(await tracker.addDependency({ id: id('a-2'), depends_on: 'a-3', type: 'blocks' }, 'ada'));
  expect(refusal(await tracker.update(moved('a-1', 'a-3')))).toEqual({
    code: 'dependency-refused',
    why: 'ancestor',
    id: 'a-2',
    depends_on: 'a-3',
  });
});

it('bd 0.4x holds an epic only under an epic', async () => {
  const epic = LINE('a-4').replace('"task"', '"epic"');
  const { tracker } = jsonlProject(`${FAMILY}\n${epic}`, 'issue-prefix: a\nno-db: true\n');
  const refused = { code: 'dependency-refused', why: 'epic-under-other', depends_on: 'a-1' };
  expect(refusal(await tracker.update(moved('a-4', 'a-1')))).toMatchObject(refused);
  const child = draft({ title: 'Epic', issue_type: 'epic', parent: id('a-1') });
  expect(refusal(await tracker.create(child, 'ada'))).toMatchObject(refused);
  accepted(await tracker.create(draft({ title: 'Epic', issue_type: 'epic', parent: id('a-4') }), 'ada'));
});
