import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { messageOf, value } from '../../testing/session-facts';

describe('deleting', () => {
  it('only closed sessions, to a trash that gives them back whole', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project, title: 'Gone?' }));
    expect(await service.trash(id)).toMatchObject({ error: { code: 'bad-transition', state: 'draft' } });
    expect(await service.purge(id)).toMatchObject({ error: { code: 'bad-transition' } });
    value(await service.messages.append(id, [messageOf(1)]));
    value(await service.close(id));
    value(await service.trash(id));
    expect(value(await service.list({ folder: bench.project }, {}, {})).sessions).toEqual([]);
    expect(await service.rename(id, 'x')).toMatchObject({
      error: { code: 'bad-transition', trashed: true, allowed: ['untrash', 'purge'] },
    });
    const again = await bench.restart('kill');
    expect(value(await again.untrash(id))).toMatchObject({ title: 'Gone?', status: 'closed' });
    expect(value(await again.messages.page(id, null, 10)).messages).toHaveLength(1);
  });

  it('a purge takes every word, and the audit record stays', async () => {
    const bench = await sessionBench({ result: 'HUSH result' });
    const service = bench.service();
    const { id } = value(
      await service.create({ folder: bench.project, title: 'HUSH', prompt: 'HUSH prompt' }),
    );
    value(await service.start({ id }));
    value(await service.messages.append(id, [messageOf(1, 'HUSH')]));
    value(await service.close(id));
    value(await service.trash(id));
    expect(value(await service.purge(id))).toEqual({ session_id: id });
    expect(await service.messages.show(id)).toMatchObject({ error: { code: 'session-not-found' } });
    const again = await bench.restart('quit');
    expect(again.book.find(id)).toBeNull();
    const folder = join(bench.project, '.beads/sessions');
    expect(existsSync(join(folder, id))).toBe(false);
    for (const file of ['events.jsonl', 'audit.jsonl', 'index.json'])
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain('HUSH');
    expect(readFileSync(join(folder, 'audit.jsonl'), 'utf8')).toContain(id);
  });

  it('a range is exported whole before anything goes; a failing export deletes nothing', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const make = async (title: string, isClosed: boolean) => {
      const { id } = value(await service.create({ folder: bench.project, title }));
      if (isClosed) value(await service.close(id));
      bench.clock.turn(86_400_000);
      return id;
    };
    const [old, open, recent] = [
      await make('Old / one', true),
      await make('open', false),
      await make('recent', true),
    ];
    const filter = { until: '2026-01-20T12:00:00.000Z' };
    const request = { folder: bench.project, filter, dry_run: false };
    const blocked = join(bench.project, '.beads/sessions/events.jsonl');
    expect(await service.bulk({ ...request, export_to: blocked })).toMatchObject({
      error: { code: 'store-unavailable' },
    });
    expect(service.book.find(old)?.session.trashed_at).toBeUndefined();

    const copies = join(bench.base, 'copies');
    const done = value(await service.bulk({ ...request, export_to: copies }));
    expect(done).toEqual({
      sessions: [old],
      exported: [join(copies, `2026-01-19-old-one-${old.slice(0, 8)}.md`)],
      skipped: [open],
    });
    expect(readFileSync(done.exported[0] ?? '', 'utf8')).toContain('# Old / one');
    expect(service.book.find(recent)?.session.trashed_at).toBeUndefined();
    value(await service.untrash(old));
    value(await service.bulk({ ...request, export_to: copies }));
    expect(readdirSync(copies)).toHaveLength(2);
  });
});
