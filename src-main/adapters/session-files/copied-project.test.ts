import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectId } from '@domain/ids';
import { expect, it } from 'vitest';
import { createdIn, value } from '../../testing/session-facts';
import { contentOf, createStorePlace } from '../../testing/store-place';
import { openSessionStore } from './session-files-store';

it('L5 sessions of a copied project belong to the copy, and the original keeps its own', async () => {
  const place = createStorePlace('copy');
  const original = await place.open();
  const session = await createdIn(original, { title: 'both have it' });
  await original.close();
  const folder = join(place.base, 'copy', 'sessions');
  cpSync(place.folder, folder, { recursive: true });
  const projectId = randomUUID() as ProjectId;
  const open = async () =>
    value(
      await openSessionStore({
        kind: 'project',
        folder,
        root: place.base,
        projectId,
        replica: null,
        clock: place.clock,
        watch: false,
        renewedFrom: place.projectId,
      }),
    );
  const copy = await open();
  expect(copy.notices()).toMatchObject([
    { type: 'project-id-renewed', from: place.projectId, to: projectId },
  ]);
  expect(contentOf(copy)).toMatchObject([
    { id: session.id, project_id: projectId, title: 'both have it', revision: 2 },
  ]);
  await copy.close();
  const again = await open();
  expect(contentOf(again)).toMatchObject([{ project_id: projectId, revision: 2 }]);
  await again.close();
  const first = await place.open();
  expect(contentOf(first)).toEqual([session]);
  await first.close();
});
