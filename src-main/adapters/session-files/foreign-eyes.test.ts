import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BeadId } from '@domain/ids';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { changed, createdIn, messageOf, runFacts, value } from '../../testing/session-facts';
import { createStorePlace } from '../../testing/store-place';

/*
 * The documented shapes, written down from the document and not from our own schema: another program reads these files.
 */
const Iso = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
const DocumentedStatus = z.enum(['draft', 'active', 'paused', 'closed']);
const DocumentedIndexEntry = z.object({
  id: z.string(),
  project_id: z.string(),
  bead_id: z.string().optional(),
  status: DocumentedStatus,
  created_at: Iso,
  closed_at: Iso.optional(),
  title: z.string().optional(),
});
const DocumentedIndex = z.object({
  sessions: z.array(DocumentedIndexEntry),
  active_session_id: z.string().nullable(),
});
const DocumentedMeta = z.object({
  id: z.uuid(),
  project_id: z.string(),
  bead_id: z.string().optional(),
  agent_id: z.string().optional(),
  status: DocumentedStatus,
  created_at: Iso,
  started_at: Iso.optional(),
  paused_at: Iso.optional(),
  closed_at: Iso.optional(),
  title: z.string().optional(),
  objective: z.string().optional(),
  context_pack: z.record(z.string(), z.unknown()).optional(),
  files_touched: z.array(z.string()),
  commits: z.array(z.string()),
  total_tokens: z.number().optional(),
  total_duration_ms: z.number().optional(),
});
const DocumentedMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant', 'system']),
  timestamp: Iso,
});

async function written() {
  const place = createStorePlace('eyes');
  const store = await place.open();
  const draft = await createdIn(store, { title: 'Implement login validation', bead_id: 'BC-001' as BeadId });
  const closed = await changed(store, draft, [
    ...runFacts(draft),
    { type: 'files-touched', files: ['src/login.ts'] },
    { type: 'commits-noted', commits: ['0a1b2c3'] },
    { type: 'closed', outcome: 'done', active_ms: 0 },
  ]);
  const plain = await createdIn(store);
  const active = await changed(store, plain, runFacts(plain).slice(0, 3));
  value(await store.appendMessages(closed.id, [messageOf(1), messageOf(2)]));
  value(await store.writeContext(closed.id, { files: [] }));
  await store.close();
  return { place, closed, active };
}

it('index.json has the documented fields, and ours beside them', async () => {
  const { place, closed, active } = await written();
  const index = DocumentedIndex.parse(place.json('index.json'));
  expect(index.sessions[0]).toEqual({
    id: closed.id,
    project_id: place.projectId,
    bead_id: 'BC-001',
    status: 'closed',
    created_at: closed.created_at,
    closed_at: closed.closed_at,
    title: 'Implement login validation',
  });
  expect(index.active_session_id).toBe(active.id);
  expect(place.json('index.json')).toMatchObject({
    version: 1,
    active_session_ids: [active.id],
    journal_offset: place.read('events.jsonl').length,
  });
});

it('without an active session active_session_id is null', async () => {
  const place = createStorePlace('eyes');
  const store = await place.open();
  await createdIn(store);
  await store.close();
  expect(DocumentedIndex.parse(place.json('index.json')).active_session_id).toBeNull();
});

it('meta.json and messages.jsonl have the documented fields', async () => {
  const { place, closed } = await written();
  const meta = DocumentedMeta.parse(place.json(join(closed.id, 'meta.json')));
  expect(meta).toMatchObject({
    id: closed.id,
    bead_id: 'BC-001',
    files_touched: ['src/login.ts'],
    commits: ['0a1b2c3'],
  });
  expect(meta.total_duration_ms).toBe(1500);
  const lines = place.read(join(closed.id, 'messages.jsonl')).trimEnd().split('\n');
  expect(lines.map((line) => DocumentedMessage.parse(JSON.parse(line)).id)).toEqual(['m1', 'm2']);
});

it('the tree is the documented one, private to its owner', async () => {
  const { place, closed } = await written();
  expect(
    readdirSync(place.folder)
      .filter((name) => name.length !== 36)
      .sort(),
  ).toEqual(['.gitignore', 'audit.jsonl', 'events.jsonl', 'index.json', 'project.json']);
  expect(readdirSync(join(place.folder, closed.id)).sort()).toEqual([
    'context.json',
    'messages.jsonl',
    'meta.json',
  ]);
  for (const entry of readdirSync(place.folder, { recursive: true, encoding: 'utf8' })) {
    const stats = statSync(join(place.folder, entry));
    expect([entry, (stats.mode & 0o777).toString(8)]).toEqual([entry, stats.isDirectory() ? '700' : '600']);
  }
});
