import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';
import { tempDir } from '../../testing/temp-dir';

it('what is not closed is watched in every store that is open, and none is opened for it', async () => {
  const bench = await sessionBench();
  const service = bench.service();
  const [here, there] = ['here', 'there'].map((name) => {
    const folder = tempDir(name);
    mkdirSync(join(folder, '.beads'));
    return folder;
  });
  const one = value(await service.create({ folder: here ?? '', title: 'one' }));
  const shown = new Map<string, string>();
  const stop = value(
    await service.watch('unclosed', null, (frame) => {
      if (frame.type === 'snapshot') for (const { id, status } of frame.value.sessions) shown.set(id, status);
      else if (frame.change.type === 'changed')
        shown.set(frame.change.session.id, frame.change.session.status);
    }),
  );
  expect([...shown]).toEqual([[one.id, 'draft']]);
  const two = value(await service.create({ folder: there ?? '', title: 'two' }));
  expect(two.project_id).not.toBe(one.project_id);
  value(await service.close(one.id));
  await vi.waitFor(
    () =>
      expect([...shown].sort()).toEqual(
        [
          [one.id, 'closed'],
          [two.id, 'draft'],
        ].sort(),
      ),
    20_000,
  );
  stop();
  const again: string[] = [];
  const stopAgain = value(
    await service.watch('unclosed', null, (frame) => {
      if (frame.type === 'snapshot') again.push(...frame.value.sessions.map(({ id }) => id));
    }),
  );
  stopAgain();
  expect(again).toEqual([two.id]);
});

it('a folder that becomes a project while it is watched shows the sessions of both its lives', async () => {
  const service = (await sessionBench()).service();
  const folder = tempDir('becoming');
  const shown = new Set<string>();
  const stop = value(
    await service.watch({ folder }, null, (frame) => {
      if (frame.type === 'snapshot') {
        shown.clear();
        for (const { id } of frame.value.sessions) shown.add(id);
      } else if (frame.change.type === 'changed') shown.add(frame.change.session.id);
    }),
  );
  const before = value(await service.create({ folder, title: 'before' }));
  expect([...shown]).toEqual([before.id]);
  mkdirSync(join(folder, '.beads'));
  const after = value(await service.create({ folder, title: 'after' }));
  expect(after.project_id).not.toBe(before.project_id);
  await vi.waitFor(() => expect([...shown].sort()).toEqual([before.id, after.id].sort()), 20_000);
  value(await service.rename(after.id, 'renamed'));
  stop();
  value(await service.create({ folder, title: 'unseen' }));
  expect(shown.size).toBe(2);
});
