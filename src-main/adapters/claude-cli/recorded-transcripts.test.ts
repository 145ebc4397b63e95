import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Message } from '@domain/session/message';
import { describe, expect, it } from 'vitest';
import { plainly } from '../../testing/claude-talk';
import { createManualTimers } from '../../testing/manual-timers';
import { readTranscriptPlainly } from '../../testing/plain-transcript-reader';
import { createTranscriptTail } from './transcript-tail';

const folder = fileURLToPath(
  new URL('../../../src-shared/domain/transcript/testdata/claude/', import.meta.url),
);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl') && !name.includes('agent-'))
  .sort();

async function read(name: string): Promise<Message[]> {
  const told: Message[] = [];
  const tail = createTranscriptTail({
    timers: createManualTimers(),
    locate: async () => folder + name,
    onMessages: (messages) => told.push(...messages),
  });
  await tail.finish();
  return told;
}

const kinds = async (name: string) => (await read(name)).map(({ notice, role }) => notice ?? role);

describe('transcripts of the real CLI', () => {
  it.each(files)('%s reads as a second reader reads it', async (name) => {
    const messages = plainly(await read(name));
    expect(messages.length).toBeGreaterThan(0);
    expect(messages).toEqual(readTranscriptPlainly(folder + name));
  });

  it('B6 of two branches the one written last is the thread; the other is kept', async () => {
    const messages = await read('two-processes-one-session-branches.jsonl');
    const left = messages.filter(({ is_pruned }) => is_pruned === true);
    expect(plainly(messages).flatMap(({ said }) => said)).not.toContain('two from print');
    expect(left.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'two from print' }],
      [{ type: 'text', text: 'Answer no 2.' }],
    ]);
  });

  it('B7 a subagent hangs on its call, in the foreground and in the background', async () => {
    const messages = await read('subagents/11111111-1111-4111-8111-111111111106.jsonl');
    const calls = messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_use' && block.tool === 'Agent' ? [block.id] : [])),
    );
    const inner = messages.filter(({ agent_id }) => agent_id !== undefined);
    expect(new Set(inner.map(({ parent_id }) => parent_id))).toEqual(new Set(calls));
    expect(inner.flatMap(({ tool_calls = [] }) => tool_calls)).toMatchObject([
      { tool: 'Bash', success: true },
    ]);
  });

  it('what happened shows as what it is', async () => {
    expect(await kinds('api-error-retried-ok.jsonl')).toEqual(['user', 'api-retry', 'assistant']);
    expect(await kinds('api-error-final-429.jsonl')).toEqual(['user', 'api-retry', 'usage-limit']);
    expect(await kinds('refusal.jsonl')).toEqual(['user', 'refused', 'info', 'refused', 'refused']);
    expect(await kinds('compact-then-clear/99999999-9999-4999-8999-999999999901.jsonl')).toContain(
      'compacted',
    );
    expect(
      await kinds(
        'interactive-edit-queued-prompt-big-output-background/99999999-9999-4999-8999-999999999902.jsonl',
      ),
    ).toContain('task');
    const [retry] = (await read('api-error-retried-ok.jsonl')).filter(({ notice }) => notice === 'api-retry');
    expect(retry?.details).toEqual({ http_status: 529, attempt: 1, max_attempts: 1, retry_in_ms: 584 });
    const [compaction] = (await read('compact-then-clear/99999999-9999-4999-8999-999999999901.jsonl')).filter(
      ({ notice }) => notice === 'compacted',
    );
    expect(compaction?.details).toEqual({ trigger: 'manual', tokens_before: 4554, tokens_after: 2862 });
    const absorbed = (
      await read(
        'interactive-edit-queued-prompt-big-output-background/99999999-9999-4999-8999-999999999902.jsonl',
      )
    ).filter(({ is_absorbed }) => is_absorbed);
    expect(absorbed).toMatchObject([{ role: 'user', content: [{ type: 'text', text: 'big output' }] }]);
    const task = (
      await read(
        'interactive-edit-queued-prompt-big-output-background/99999999-9999-4999-8999-999999999902.jsonl',
      )
    ).find(({ notice }) => notice === 'task');
    expect(task?.details).toMatchObject({ task_id: 'bq533l0c6', task_status: 'completed' });
  });
});
