import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readLaunch } from './launch-arguments';

const CWD = resolve('/home/ada');

it.each([
  ['from source', ['electron', '-r', '/loader.js', '--no-sandbox', '.'], false, null, false],
  ['from source, with a project', ['electron', '.', '--project=/p', '--announce'], false, '/p', true],
  ['a relative project', ['electron', '.', '--project=notes'], false, '/home/ada/notes', false],
  ['packed', ['beads-console'], true, null, false],
  ['packed, with a bare folder', ['beads-console', '--no-sandbox', 'notes'], true, '/home/ada/notes', false],
  ['packed, named wins', ['beads-console', 'notes', '--project=/p'], true, '/p', false],
  ['an empty name is none', ['electron', '.', '--project='], false, null, false],
] as const)('%s', (_name, argv, isPackaged, project, isAnnounced) => {
  expect(readLaunch(argv, isPackaged, CWD)).toEqual({
    project: project === null ? null : resolve(project),
    isAnnounced,
  });
});
