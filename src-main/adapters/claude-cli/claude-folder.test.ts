import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createClaudeFolder } from './claude-folder';

it.each([
  ['busy', 'busy'],
  ['waiting', 'waiting'],
  ['idle', 'idle'],
  // A command works in the background, and nothing else.
  ['shell', 'idle'],
  ['from the future', null],
])('a process that calls itself %s is %s', async (status, expected) => {
  const root = tempDir('claude-folder');
  mkdirSync(join(root, 'sessions'));
  writeFileSync(join(root, 'sessions', '7.json'), JSON.stringify({ pid: 7, status, statusUpdatedAt: 1 }));
  const state = await createClaudeFolder({ CLAUDE_CONFIG_DIR: root }).stateOf(7);
  expect(state).toMatchObject({ status: expected, stamp: 1 });
});
