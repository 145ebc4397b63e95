import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFolders, gatherFolders } from './folders';
import { createProjectMap, isOfProject, type ProjectFolder, UNASSOCIATED } from './project-map';

const folder = (path: string, project: string, reason: ProjectFolder['reason'] = 'checkout') => ({
  folder: path,
  project,
  reason,
});
const known = [
  folder('/code/tide', '/code/tide'),
  folder('/trees/tide-1', '/code/tide', 'worktree'),
  folder('/old/tide', '/code/tide', 'moved'),
  folder('/code/tide/vendor/reef', '/code/tide/vendor/reef'),
  folder('/old/reef', '/code/tide/vendor/reef', 'moved'),
  folder('/old/reef', '/old/reef'),
  folder('/old/tide/part', '/old/reef', 'remap'),
  folder('C:\\work\\tide', 'C:\\work\\tide'),
];
const map = createProjectMap(known);

describe('where a session belongs', () => {
  it.each([
    ['/code/tide', '/code/tide'],
    ['/code/tide/', '/code/tide'],
    ['/code/tide/src/deep', '/code/tide'],
    ['/code/tidewater', UNASSOCIATED],
    ['/code', UNASSOCIATED],
    ['/', UNASSOCIATED],
    ['', UNASSOCIATED],
    [null, UNASSOCIATED],
    ['/trees/tide-1/src', '/code/tide'],
    ['/trees/tide-10', UNASSOCIATED],
    ['/old/tide/src', '/code/tide'],
    ['/code/tide/vendor/reef/src', '/code/tide/vendor/reef'],
    ['/code/tide/vendor', '/code/tide'],
    ['/old/reef', '/old/reef'],
    ['/old/tide/part/x', '/old/reef'],
    ['C:\\work\\tide\\src', 'C:\\work\\tide'],
    ['C:\\work\\tides', UNASSOCIATED],
  ])('%j is of %s', (cwd, project) => expect(map.keyOf(cwd)).toBe(project));

  it.each([
    ['/code/tide', '/trees/tide-1', true],
    ['/code/tide', '/code/tide/vendor/reef', false],
    ['/code', '/code/tide/src', true],
    ['/code', '/trees/tide-1', false],
    ['/trees/tide-1', '/trees/tide-1/src', true],
    ['/trees/tide-1', '/code/tide', false],
    ['tide', '/trees/tide-1', true],
    ['TIDE', '/code/tide/src', true],
    ['reef', '/old/tide/part', true],
    ['src', '/code/tide/src', true],
    ['tid', '/code/tide', false],
    [UNASSOCIATED, '/code', true],
    [UNASSOCIATED, null, true],
    [UNASSOCIATED, '/code/tide', false],
    ['/code/tide', null, false],
  ])('project:%s and a session in %j: %s', (wanted, cwd, isMeant) =>
    expect(isOfProject(map, cwd, wanted)).toBe(isMeant),
  );

  it('M2 every session is in one project or in none', () => {
    const name = fc.constantFrom('a', 'b', 'ab', 'c');
    const path = fc.array(name, { maxLength: 4 }).map((names) => `/${names.join('/')}`);
    const folders = fc.array(
      fc.record({
        folder: path,
        project: path,
        reason: fc.constantFrom('remap', 'checkout', 'worktree', 'moved'),
      }),
      { maxLength: 8 },
    );
    const counts = fc.uniqueArray(
      fc.record({ folder: fc.option(path), sessions: fc.nat(50), last_at: fc.constant(null) }),
      { selector: ({ folder: cwd }) => cwd, maxLength: 12 },
    );
    fc.assert(
      fc.property(folders, counts, (places, rows) => {
        const drawn = createProjectMap(places as ProjectFolder[]);
        const keys = [...new Set([...places.map(({ project }) => project), UNASSOCIATED])];
        for (const { folder: cwd } of rows)
          expect(keys.filter((key) => isOfProject(drawn, cwd, key))).toEqual([drawn.keyOf(cwd)]);
        const told = describeFolders(rows, {
          folders: places as ProjectFolder[],
          projects: keys.slice(0, -1).map((each) => ({ path: each, project_id: null, is_there: true })),
          remaps: [],
          problem: null,
        });
        const all = rows.reduce((sum, { sessions }) => sum + sessions, 0);
        const apart = told.folders.filter(({ project }) => project === UNASSOCIATED);
        const sumOf = (these: readonly { sessions: number }[]) =>
          these.reduce((sum, { sessions }) => sum + sessions, 0);
        expect(sumOf(told.projects) + sumOf(apart)).toBe(all);
        expect(sumOf(gatherFolders(apart))).toBe(sumOf(apart));
      }),
    );
  });
});

it('folders that lie in another are told with that one', () => {
  const of = (path: string | null, sessions: number, last_at: string | null = null) =>
    ({ folder: path, sessions, last_at, project: UNASSOCIATED, reason: null }) as const;
  expect(
    gatherFolders([
      of('/old/a/src', 2, '2026-02-01T00:00:00.000Z'),
      of('/old/a', 1, '2026-01-01T00:00:00.000Z'),
      of('/old/ab', 5),
      of(null, 1),
    ]),
  ).toEqual([of('/old/ab', 5), of('/old/a', 3, '2026-02-01T00:00:00.000Z'), of(null, 1)]);
});
