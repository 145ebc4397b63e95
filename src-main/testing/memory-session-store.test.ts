import type { ProjectId } from '@domain/ids';
import { createMemoryDisk, createMemorySessionStore } from './memory-session-store';
import { describeSessionStore } from './session-store-conformance';

describeSessionStore('the store in memory', async () => {
  const disk = createMemoryDisk();
  return {
    open: async () => createMemorySessionStore({ disk }),
    openOther: async () =>
      createMemorySessionStore({
        kind: 'user-data',
        project_id: '00000000-0000-4000-a000-000000000002' as ProjectId,
      }),
  };
});
