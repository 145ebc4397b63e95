import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { listCommandFiles } from './command-files';

it("finds the project's commands and the user's, with what they say of themselves", async () => {
  const root = tempDir('commands');
  const [project, home] = [join(root, 'p'), join(root, 'h')];
  mkdirSync(join(project, '.claude/commands/deep'), { recursive: true });
  mkdirSync(join(home, '.claude/commands'), { recursive: true });
  writeFileSync(join(project, '.claude/commands/ship.md'), '---\ndescription: "Ship it"\n---\nDo it.');
  writeFileSync(join(project, '.claude/commands/deep/look.md'), '\nLook around\nmore');
  writeFileSync(join(project, '.claude/commands/no.txt'), 'not a command');
  writeFileSync(join(home, '.claude/commands/mine.md'), '---\nmodel: x\n---\nMy own');
  const found = await listCommandFiles(project, { HOME: home });
  expect([...found].sort((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'look', description: 'Look around', source: 'project' },
    { name: 'mine', description: 'My own', source: 'user' },
    { name: 'ship', description: 'Ship it', source: 'project' },
  ]);
  expect(await listCommandFiles(join(root, 'gone'), { HOME: root })).toEqual([]);
});
