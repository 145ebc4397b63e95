import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MAX_RAW_BYTES } from '@domain/session/raw-call';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createFileArchive } from '../archive/file-archive';
import { createTranscriptCalls } from './transcript-calls';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const use = (call: string, name: string, input: object) =>
  JSON.stringify({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'tool_use', id: call, name, input }] },
  });
const result = (call: string, content: unknown, more: object = {}) =>
  JSON.stringify({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, content }] },
    ...more,
  });
const change = { file_path: '/p/a.ts', old_string: 'one $SECRET', new_string: 'two' };

function desk() {
  const root = tempDir('calls');
  const projects = join(root, 'claude', 'projects');
  const transcript = join(projects, 'p', `${id}.jsonl`);
  const agent = join(projects, 'p', id, 'subagents', 'agent-1.jsonl');
  const kept = join(projects, 'p', id, 'tool-results', 'kept.txt');
  for (const path of [agent, kept]) mkdirSync(dirname(path), { recursive: true });
  const write = (path: string, lines: readonly string[]) => writeFileSync(path, `${lines.join('\n')}\n`);
  const archive = createFileArchive({ folder: join(root, 'archive'), projects, now: () => '2026-11-16' });
  const calls = createTranscriptCalls({ env: { CLAUDE_CONFIG_DIR: join(root, 'claude') }, archive });
  const read = (call: string, session = id) => calls.read({ id: session, cwd: '/nowhere' }, call);
  return { root, projects, transcript, agent, kept, write, archive, read };
}

const output = (text: string) => ({ text, bytes: Buffer.byteLength(text), is_cut: false });

it('a call is told as Claude wrote it down, also that of a subagent; one without an answer has none', async () => {
  const { write, transcript, agent, read } = desk();
  write(transcript, [
    JSON.stringify({ type: 'user', message: { role: 'user', content: 'speaks of edit and open' } }),
    use('edit', 'Edit', change),
    result('edit', [{ type: 'text', text: 'updated' }]),
    use('open', 'Bash', { command: 'ls' }),
  ]);
  write(agent, [use('inner', 'Write', { file_path: '/p/b', content: 'b\n' }), result('inner', 'made')]);
  expect(await read('edit')).toEqual({ input: change, output: output('updated') });
  expect(await read('open')).toEqual({ input: { command: 'ls' }, output: null });
  expect(await read('inner')).toEqual({
    input: { file_path: '/p/b', content: 'b\n' },
    output: output('made'),
  });
  expect([await read('none'), await read('edit', '../../etc/passwd')]).toEqual([null, null]);
});

it('what Claude has deleted comes from our copy, with what lay beside it', async () => {
  const { write, transcript, agent, kept, projects, archive, read } = desk();
  const persistedOutputPath = '/somewhere/else/kept.txt';
  write(transcript, [
    use('edit', 'Edit', change),
    result('edit', 'updated'),
    use('long', 'Bash', { command: 'seq' }),
    result('long', '<persisted-output>\nPreview', { toolUseResult: { persistedOutputPath } }),
  ]);
  write(agent, [use('inner', 'Edit', change), result('inner', 'updated')]);
  writeFileSync(kept, 'all of it');
  expect(await read('long')).toMatchObject({ output: output('all of it') });
  await archive.keep({ id, paths: [transcript, agent], mode: 'exact' });
  rmSync(projects, { recursive: true });
  expect(await read('edit')).toEqual({ input: change, output: output('updated') });
  expect(await read('inner')).toMatchObject({ input: change });
  expect(await read('long')).toMatchObject({ output: output('all of it') });
  await archive.remove(id);
  expect(await read('edit')).toBeNull();
});

it('what is longer than a window is told is cut, and says how long it was', async () => {
  const { write, transcript, read } = desk();
  const long = 'ä'.repeat(MAX_RAW_BYTES);
  write(transcript, [
    use('long', 'Bash', { command: 'seq' }),
    result('long', long),
    use('big', 'Write', { file_path: '/p/a', content: long }),
    result('big', 'made'),
  ]);
  const cut = (await read('long'))?.output;
  expect([cut?.bytes, cut?.is_cut]).toEqual([2 * MAX_RAW_BYTES, true]);
  expect(cut?.text).toBe('ä'.repeat(MAX_RAW_BYTES / 2));
  expect(await read('big')).toEqual({ input: null, output: output('made') });
});
