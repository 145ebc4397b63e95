import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compose } from '../compose';
import { tempDir } from '../testing/temp-dir';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const input = { file_path: '/p/a.ts', old_string: 'plain-secret-of-before', new_string: 'two' };

it('the raw call of a tool is told to the window of its owner, through no other door, and is kept nowhere', async () => {
  const root = tempDir('raw-call');
  const env = { HOME: root, BEADS_CONSOLE_HOME: join(root, 'data'), CLAUDE_CONFIG_DIR: join(root, 'claude') };
  mkdirSync(join(root, 'claude', 'projects', 'p'), { recursive: true });
  const lines = [
    { type: 'assistant', message: { content: [{ type: 'tool_use', id: 'call', name: 'Edit', input }] } },
    { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'call', content: 'done' }] } },
  ];
  const transcript = join(root, 'claude', 'projects', 'p', `${id}.jsonl`);
  writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const app = await compose({ env, shell: 'serve', isLongLived: false, checkOutputs: true });
  onTestFinished(() => app.close());
  const ask = (door: 'ui' | 'cli' | 'rest' | 'mcp', call = 'call') =>
    app.dispatch.call('sessions.toolCall', { id, call_id: call }, { door, connection: 'test' });
  const output = { text: 'done', bytes: 4, is_cut: false };
  expect(await ask('ui')).toEqual({ ok: true, value: { call: { input, output } } });
  expect(await ask('ui', 'another')).toEqual({ ok: true, value: { call: null } });
  for (const door of ['cli', 'rest', 'mcp'] as const)
    expect(await ask(door)).toMatchObject({ ok: false, error: { code: 'door-closed', door } });
  await app.close();
  const kept = readdirSync(env.BEADS_CONSOLE_HOME, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes('plain-secret'));
  expect(kept).toEqual([]);
});
