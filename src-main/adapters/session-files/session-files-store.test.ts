import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ProjectId } from '@domain/ids';
import { createManualClock } from '../../testing/manual-clock';
import { describeSessionStore } from '../../testing/session-store-conformance';
import { tempDir } from '../../testing/temp-dir';
import { openSessionStore } from './session-files-store';

describeSessionStore('the store on disk', async () => {
  const base = tempDir('store');
  const open = async (name: string, projectId: ProjectId, kind: 'project' | 'user-data') => {
    const opened = await openSessionStore({
      kind,
      folder: join(base, name, 'sessions'),
      root: join(base, name),
      projectId,
      replica: kind === 'project' ? join(base, 'replicas', projectId) : null,
      clock: createManualClock(),
    });
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    return opened.value;
  };
  const [own, other] = [randomUUID() as ProjectId, randomUUID() as ProjectId];
  return {
    open: () => open('project', own, 'project'),
    openOther: () => open('user-data', other, 'user-data'),
  };
});
