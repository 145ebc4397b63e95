import type { Project } from '@domain/project';
import { beforeEach, expect, it } from 'vitest';
import { createClient } from '../../bridge/client';
import { createFakeServer } from '../../testing/fake-server';
import { FIRST_LAYOUT } from './layout';
import { closeProject, openProject, useProjectState } from './project';

const projectAt = (path: string): Project => ({
  path: path as Project['path'],
  name: path.slice(1),
  is_trusted: false,
  has_beads: true,
  is_git: true,
  opened_at: '2026-11-16T10:00:00Z',
});

/** The layout of `/slow` comes when it is let go. */
function setUp() {
  const server = createFakeServer();
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  server.on('projects.open', ({ path }: { path: string }) => ({ ok: true, value: projectAt(path) }));
  server.on('layout.read', async ({ project }: { project: string | null }) => {
    if (project === '/slow') await until;
    return { ok: true, value: FIRST_LAYOUT };
  });
  return { client: createClient(server.transport), letGo };
}

beforeEach(() => {
  window.sessionStorage.clear();
  useProjectState.setState({ project: null, opening: null, failure: null });
});

it('of two projects opened one after the other the later one stays, however late the first comes', async () => {
  const { client, letGo } = setUp();
  const slow = openProject(client, '/slow');
  expect(await openProject(client, '/quick')).toBe(true);
  letGo();
  expect(await slow).toBe(true);
  expect(useProjectState.getState()).toMatchObject({ project: { path: '/quick' }, opening: null });
  expect(window.sessionStorage.getItem('beads-console.project')).toBe('/quick');
});

it('a project that is still being opened does not come back after it was left', async () => {
  const { client, letGo } = setUp();
  const slow = openProject(client, '/slow');
  await closeProject(client);
  letGo();
  await slow;
  expect(useProjectState.getState()).toMatchObject({ project: null, opening: null });
});
