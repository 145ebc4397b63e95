import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';

describe('notices', () => {
  it.each(['while it runs', 'while it does not'] as const)(
    'sessions removed %s come back, and whoever follows is told',
    async (when) => {
      const bench = await sessionBench();
      const { id } = value(await bench.service().create({ folder: bench.project, title: 'kept' }));
      const store = bench.service().book.find(id)?.store;
      await store?.flush();
      const folder = join(bench.project, '.beads/sessions');
      if (when === 'while it does not') await bench.service().shutdown();
      const told: string[] = [];
      const follow = () =>
        bench.service().book.notices.follow(null, (frame) => {
          for (const notice of frame.type === 'snapshot' ? frame.value : [frame.change])
            told.push(notice.type);
        });
      if (when === 'while it runs') follow();
      rmSync(folder, { recursive: true });
      if (when === 'while it does not') {
        await bench.restart('kill');
        follow();
      }
      expect(value(await bench.service().rename(id, 'still here')).title).toBe('still here');
      expect(told).toContain('restored-from-replica');
      const again = await bench.restart('quit');
      expect(again.book.find(id)?.session.title).toBe('still here');
    },
  );
});
