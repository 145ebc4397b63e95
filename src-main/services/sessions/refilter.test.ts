import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@domain/session/message';
import { describe, expect, it } from 'vitest';
import { verifyAuditFiles } from '../../adapters/session-files/verify-audit-files';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';

const WORD = 'swordfish-of-the-bay';

function guilty(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(WORD));
}

const messages = (at: string): Message[] => [
  {
    id: 'm1',
    role: 'assistant',
    timestamp: at,
    content: [{ type: 'tool_use', id: 't1', tool: 'Bash', input: { command: `say ${WORD}`, list: [WORD] } }],
  },
  {
    id: 'm2',
    role: 'user',
    timestamp: at,
    content: [{ type: 'tool_result', tool_use_id: 't1', text: `it said ${WORD}`, success: true }],
  },
];

async function withWord() {
  const call = { id: 't1', tool: 'Bash', input: { command: WORD }, output: WORD, success: true };
  const bench = await sessionBench({ result: 'done', toolCalls: [call] });
  const service = bench.service();
  const { id } = value(await service.create({ folder: bench.project, title: 'Fishing' }));
  value(await service.start({ id, prompt: 'fish' }));
  value(await service.messages.append(id, messages(bench.clock.now())));
  value(await service.pause(id));
  const other = value(await service.create({ folder: bench.project, title: 'Harmless' }));
  return { bench, service, id, other: other.id, folders: [bench.project, bench.home] };
}

describe('refilter', () => {
  it('A6 a stricter policy takes what was stored, in every byte, and the audit log says so', async () => {
    const { bench, service, id, other, folders } = await withWord();
    const store = service.book.find(id)?.store;
    await store?.flush();
    expect(guilty(folders).length).toBeGreaterThan(3);
    const before = service.book.find(id)?.session;
    expect(value(await service.refilter([id, other], false)).sessions).toEqual([]);

    bench.policy.now = { '*': 'metadata' };
    const foreseen = value(await service.refilter([id, other], true));
    expect(foreseen).toMatchObject({ sessions: [id], skipped: [] });
    expect(guilty(folders).length).toBeGreaterThan(3);
    expect(value(await service.refilter([id, other], false))).toEqual(foreseen);
    expect(guilty(folders)).toEqual([]);
    expect(service.book.find(id)?.session).toEqual(before);
    const page = value(await service.messages.page(id, null, 10));
    expect(page.messages).toMatchObject([
      { content: [{ input: { command: '[string]', list: '[array]' } }] },
      { content: [{ text: '', withheld: 'metadata', output_bytes: 8 + WORD.length }] },
    ]);
    // A second time there is nothing left to take, and what is there stays what it says.
    expect(value(await service.refilter([id], false)).sessions).toEqual([]);
    expect(value(await service.messages.page(id, null, 10))).toEqual(page);

    value(await service.rename(id, 'Still here'));
    await bench.restart('quit');
    expect(bench.service().book.find(id)?.session.title).toBe('Still here');
    const log = join(store?.folder ?? '', 'audit.jsonl');
    const [first] = readFileSync(log, 'utf8').split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({ type: 'rewritten', reason: 'refilter', prev_hash: '' });
    expect(verifyAuditFiles([store?.folder ?? ''])).toMatchObject([{ fault: null }]);
    expect(guilty(folders)).toEqual([]);
  });

  it('a session that a process writes is left alone', async () => {
    const { bench, service, id } = await withWord();
    value(await service.resume({ id }));
    bench.policy.now = { '*': 'none' };
    expect(value(await service.refilter([id], false))).toEqual({
      sessions: [],
      redactions: [],
      skipped: [id],
    });
    const { service: another } = await bench.another();
    value(await another.locate(bench.project, id));
    expect(value(await another.refilter([id], false)).skipped).toEqual([id]);
  });
});
