import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectId } from '@domain/ids';
import { err } from '@domain/result';
import { expect, it } from 'vitest';
import type { SessionStore } from '../../ports/session-store';
import { changed, createdIn, messageOf, runFacts, testTime, value } from '../../testing/session-facts';
import { createStorePlace } from '../../testing/store-place';
import { openSessionStore } from './session-files-store';

async function twoStores() {
  const place = createStorePlace('adopt');
  const project = await place.open();
  const projectId = randomUUID() as ProjectId;
  const openUser = async () =>
    value(
      await openSessionStore({
        kind: 'user-data',
        folder: join(place.base, 'user-data', 'sessions'),
        root: place.base,
        projectId,
        replica: null,
        clock: place.clock,
        watch: false,
      }),
    );
  const user = await openUser();
  const begun = await createdIn(user, { owner: 'external', title: 'outside' });
  const session = await changed(user, begun, runFacts(begun));
  value(await user.appendMessages(session.id, [messageOf(1), messageOf(2)]));
  value(await user.writeSummary(session.id, 'sum'));
  const closeAll = () => Promise.all([project.close(), user.close()]);
  return { place, project, user, session, closeAll };
}

const whole = async (store: SessionStore, id: Parameters<SessionStore['read']>[0]) => ({
  messages: value(await store.readMessages(id, { cursor: null, limit: 9 })).messages.length,
  summary: value(await store.readSummary(id)),
  runs: value(await store.readRuns(id)).length,
});

it('M1 moves a session with everything, and leaves no folder behind', async () => {
  const { project, user, session, closeAll } = await twoStores();
  const adopted = value(await project.adopt(session.id, user, testTime));
  expect(adopted).toMatchObject({ title: 'outside', owner: 'console', project_id: project.project_id });
  expect(await whole(project, session.id)).toEqual({ messages: 2, summary: 'sum', runs: 1 });
  expect([user.read(session.id), user.tombstones().size]).toEqual([undefined, 0]);
  await user.flush();
  expect(existsSync(join(user.folder, session.id))).toBe(false);
  expect(await project.adopt(session.id, user, testTime)).toEqual({ ok: true, value: adopted });
  await closeAll();
});

it.each(['readMessages', 'writeSummary', 'commit here', 'commit there'] as const)(
  'M2 stopped at %s it is in one listing, and calling again finishes it',
  async (at) => {
    const { project, user, session, closeAll } = await twoStores();
    const broken = err({ code: 'store-unavailable', reason: 'io' } as const);
    const from: SessionStore = {
      ...user,
      read: user.read,
      readMessages: at === 'readMessages' ? async () => broken : user.readMessages,
      readSummary: at === 'writeSummary' ? async () => broken : user.readSummary,
      readEvents: at === 'commit here' ? async () => broken : user.readEvents,
      commit: at === 'commit there' ? async () => broken : user.commit,
    };
    expect(await project.adopt(session.id, from, testTime)).toEqual(broken);
    // The project's store wins when both have it (the book's rule): one listing either way.
    const isHere = project.read(session.id) !== undefined;
    expect(isHere).toBe(at === 'commit there');
    expect(user.read(session.id)).toEqual(session);
    value(await project.adopt(session.id, user, testTime));
    expect(user.read(session.id)).toBeUndefined();
    expect(await whole(project, session.id)).toEqual({ messages: 2, summary: 'sum', runs: 1 });
    await closeAll();
  },
);

it('a session nobody has is not found', async () => {
  const { project, user, closeAll } = await twoStores();
  expect(await project.adopt(randomUUID() as never, user, testTime)).toMatchObject({
    error: { code: 'session-not-found' },
  });
  await closeAll();
});
