import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createAgentDefinitions } from './agent-definitions';

function place() {
  const root = tempDir();
  const [project, home] = [join(root, 'project'), join(root, 'home')];
  const folders = { project: join(project, '.claude', 'agents'), user: join(home, 'agents') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const write = (source: 'project' | 'user', name: string, text: string) =>
    writeFileSync(join(folders[source], name), text);
  const list = (isTrusted = true) =>
    createAgentDefinitions({ env: { CLAUDE_CONFIG_DIR: home }, isTrusted: () => isTrusted }).list(project);
  return { root, project, folders, write, list };
}

const agent = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Does ${name}\n${more}---\nYou are it.\n`;

it('lists the agents of the project before those of the user, with what their front matter says', async () => {
  const { write, list, folders } = place();
  write('project', 'review.md', agent('reviewer', 'model: opus\ntools: Read, Grep ,\n'));
  write('user', 'a.md', agent('reviewer'));
  write('user', 'b.md', agent('writer', 'tools: [Read, Write]\ncolor: red\n'));
  write('user', 'notes.txt', 'not an agent');
  expect(await list()).toEqual({
    agents: [
      {
        name: 'reviewer',
        source: 'project',
        description: 'Does reviewer',
        model: 'opus',
        tools: ['Read', 'Grep'],
        file: join(folders.project, 'review.md'),
      },
      {
        name: 'writer',
        source: 'user',
        description: 'Does writer',
        model: null,
        tools: ['Read', 'Write'],
        file: join(folders.user, 'b.md'),
      },
    ],
    broken: [],
    has_untrusted: false,
  });
});

it("leaves out a project's agents until it is trusted, and says that there are some", async () => {
  const { write, list } = place();
  write('project', 'x.md', agent('x'));
  write('user', 'y.md', agent('y'));
  const seen = await list(false);
  expect([seen.agents.map(({ name }) => name), seen.has_untrusted]).toEqual([['y'], true]);
});

it('lists broken ones with the reason, and runs or follows nothing in them', async () => {
  const { root, write, list, folders } = place();
  const bomb = Array.from(
    { length: 12 },
    (_, i) => `a${i}: &a${i} [${i === 0 ? 'x' : `*a${i - 1},`.repeat(9)}]`,
  );
  write('user', 'alias.md', `---\nname: bomb\n${bomb.join('\n')}\n---\n`);
  write('user', 'deep.md', `---\nname: ${'['.repeat(8000)}\n---\n`);
  write('user', 'tag.md', '---\nname: !!js/function "function () { process.exit(7) }"\n---\n');
  write('user', 'own-tag.md', '---\nname: x\ntools: !run [touch sprung]\n---\n');
  write('user', 'option.md', agent('--dangerously-skip-permissions'));
  write('user', 'path.md', agent('../../etc/passwd'));
  write('user', 'bidi.md', agent('"safe\\u202Eexe"'));
  write('user', 'shell.md', agent('"$(touch sprung)"'));
  write('user', 'nameless.md', '---\ndescription: who\n---\n');
  write('user', 'bare.md', 'no matter\n');
  write('user', 'list.md', '---\n- a\n---\n');
  write('user', 'huge.md', `---\nname: x\n---\n${'x'.repeat(300_000)}`);
  write('user', 'z-twice-1.md', agent('twin'));
  write('user', 'z-twice-2.md', agent('twin'));
  writeFileSync(join(root, 'secret.md'), agent('secret'));
  symlinkSync(join(root, 'secret.md'), join(folders.user, 'link.md'));
  symlinkSync(join(folders.user, 'z-twice-1.md'), join(folders.user, 'inner.md'));
  const { agents, broken } = await list();
  expect(agents.map(({ name }) => name)).toEqual(['twin']);
  expect(Object.fromEntries(broken.map(({ file, reason }) => [file.split('/').at(-1), reason]))).toEqual({
    'alias.md': 'not-yaml',
    'deep.md': 'not-yaml',
    'tag.md': 'not-yaml',
    'own-tag.md': 'not-yaml',
    'option.md': 'name-unusable',
    'path.md': 'name-unusable',
    'bidi.md': 'name-unusable',
    'shell.md': 'name-unusable',
    'nameless.md': 'no-name',
    'bare.md': 'no-front-matter',
    'list.md': 'not-yaml',
    'huge.md': 'too-big',
    'link.md': 'link-outside',
    'z-twice-1.md': 'name-twice',
    'z-twice-2.md': 'name-twice',
  });
});

it('refuses a folder of the project that leads out of it', async () => {
  const { root, list, folders } = place();
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'x.md'), agent('x'));
  rmdirSync(folders.project);
  symlinkSync(elsewhere, folders.project);
  expect((await list()).broken).toEqual([
    { file: folders.project, source: 'project', reason: 'link-outside' },
  ]);
});
