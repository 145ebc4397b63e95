import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { foreseeQuestion } from './first-question';

function setUp(notes: object | string | null) {
  const home = tempDir('first-question');
  const cwd = join(home, 'work', 'project');
  mkdirSync(cwd, { recursive: true });
  const file = join(home, '.claude.json');
  if (notes !== null) writeFileSync(file, typeof notes === 'string' ? notes : JSON.stringify(notes));
  return { home, cwd, file };
}
const begun = { hasCompletedOnboarding: true };
const trusted = { hasTrustDialogAccepted: true };

it.each([
  ['there are no notes', null],
  ['the notes are torn', '{"hasCompletedOnboarding": tr'],
  ['it was never used', {}],
])('Claude sets itself up first: %s', async (_what, notes) => {
  const { home, cwd } = setUp(notes);
  expect(await foreseeQuestion({ HOME: home }, cwd)).toBe('other');
});

it('trust is asked where neither the folder nor one above it is trusted; the notes stay as they are', async () => {
  const { home, cwd, file } = setUp(begun);
  const before = readFileSync(file, 'utf8');
  expect(await foreseeQuestion({ HOME: home }, cwd)).toBe('trust');
  expect(readFileSync(file, 'utf8')).toBe(before);
  for (const path of [cwd, join(home, 'work')]) {
    writeFileSync(file, JSON.stringify({ ...begun, projects: { [path]: trusted } }));
    expect(await foreseeQuestion({ HOME: home }, cwd)).toBeNull();
  }
  writeFileSync(file, JSON.stringify({ ...begun, projects: { [`${cwd}-2`]: trusted, [cwd]: {} } }));
  expect(await foreseeQuestion({ HOME: home }, cwd)).toBe('trust');
});

it('a link is judged by where it leads, a configuration of its own by its own notes', async () => {
  const { home, cwd } = setUp(null);
  const config = join(home, 'config');
  mkdirSync(config);
  writeFileSync(join(config, '.claude.json'), JSON.stringify({ ...begun, projects: { [cwd]: trusted } }));
  symlinkSync(cwd, join(home, 'link'));
  expect(await foreseeQuestion({ HOME: home, CLAUDE_CONFIG_DIR: config }, join(home, 'link'))).toBeNull();
});

it('a key that nobody has answered for is asked about', async () => {
  const projects = { projects: {} as Record<string, object> };
  const { home, cwd, file } = setUp(null);
  projects.projects[cwd] = trusted;
  const env = { HOME: home, ANTHROPIC_API_KEY: 'sk-0123456789-0123456789-0123456789' };
  writeFileSync(file, JSON.stringify({ ...begun, ...projects }));
  expect(await foreseeQuestion(env, cwd)).toBe('other');
  const approved = { customApiKeyResponses: { approved: [env.ANTHROPIC_API_KEY.slice(-20)], rejected: [] } };
  writeFileSync(file, JSON.stringify({ ...begun, ...projects, ...approved }));
  expect(await foreseeQuestion(env, cwd)).toBeNull();
});
