import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createTranscriptPictures } from './transcript-pictures';

const image = (data: string, media_type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});
const line = (uuid: string, content: unknown) =>
  JSON.stringify({ type: 'user', uuid, message: { role: 'user', content } });

it('finds the nth picture of a message, and nothing that is none', async () => {
  const root = tempDir('pictures');
  mkdirSync(join(root, 'projects', 'p'), { recursive: true });
  const lines = [
    line('a', 'speaks of b'),
    line('long', [image('A'.repeat(9 * 1024 * 1024))]),
    line('b', [{ type: 'text', text: 'look' }, image('AQID'), image('BAUG', 'image/jpeg')]),
    line('c', [image('x', 'text/html')]),
    line('d', [{ type: 'tool_use', id: 'call', input: {} }]),
    line('e', [{ type: 'tool_result', tool_use_id: 'call', content: [image('BwgJ')] }]),
  ];
  mkdirSync(join(root, 'projects', 'p', 's', 'subagents'), { recursive: true });
  const inner = line('f', [{ type: 'tool_result', tool_use_id: 'inner', content: [image('CgsM')] }]);
  writeFileSync(join(root, 'projects', 'p', 's', 'subagents', 'agent-1.jsonl'), `${inner}\n`);
  writeFileSync(join(root, 'projects', 'p', 's.jsonl'), `${lines.join('\n')}\n`);
  const pictures = createTranscriptPictures({ CLAUDE_CONFIG_DIR: root });
  const read = (message: string, index: number) =>
    pictures.read({ id: 's', cwd: '/nowhere' }, message, index);
  expect(await read('b', 1)).toEqual({ media_type: 'image/jpeg', data: 'BAUG' });
  expect(await read('b', 0)).toEqual({ media_type: 'image/png', data: 'AQID' });
  expect(await read('call', 0)).toEqual({ media_type: 'image/png', data: 'BwgJ' });
  expect(await read('inner', 0)).toEqual({ media_type: 'image/png', data: 'CgsM' });
  expect(
    await Promise.all([read('b', 2), read('a', 0), read('c', 0), read('long', 0), read('z', 0)]),
  ).toEqual([null, null, null, null, null]);
  expect(await pictures.read({ id: 'other', cwd: '/nowhere' }, 'b', 0)).toBeNull();
});
