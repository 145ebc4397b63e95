import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { cardIn, line, lineOf, writeLines } from './beads';
import { chooseSeat, trust } from './claude-seat';
import { test } from './scripted-model';
import { type Desk, expect } from './shell';
import { runCli } from './web-shell';

const BEADS = [
  line('garden-1', 'Prune the "roses" $(touch sprung)', {
    issue_type: 'bug',
    priority: 1,
    labels: ['roses'],
    description: 'They grow over the path. See README.md.',
    acceptance_criteria: 'One can walk.',
  }),
  line('garden-2', 'Mend the fence', { priority: 2 }),
];

const gitIn = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'core.fsmonitor=false', ...args], { encoding: 'utf8' }).trim();
const refs = (project: string) => gitIn(project, 'for-each-ref', '--format=%(refname) %(objectname)');

/** A trusted project on the stream seat. */
async function openBoard(desk: Desk) {
  const { workspace } = desk;
  const { project } = workspace;
  chooseSeat(workspace, 'stream');
  mkdirSync(join(project, '.claude', 'agents'), { recursive: true });
  const matter = 'name: gardener\ndescription: Prunes.\nmodel: sonnet';
  writeFileSync(join(project, '.claude', 'agents', 'gardener.md'), `---\n${matter}\n---\nYou prune.\n`);
  await writeLines(project, BEADS);
  const app = await desk.start({ project });
  await trust(app.page);
  return { ...app, project };
}

const threadOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Session' }).getByRole('region', { name: 'Conversation' });

const promptOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Session' }).getByRole('textbox', { name: 'Prompt' });

test('two keys from a ready card to a working Claude, and the choices are remembered', async ({
  desk,
  model: api,
}) => {
  const { page, project } = await openBoard(desk);
  await api.script([{ text: 'The roses are pruned.' }]);

  await test.step('S, Enter', async () => {
    await cardIn(page, 'Ready', 'garden-1').focus();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Start work on garden-1' });
    const branch = dialog.getByRole('textbox', { name: 'Branch name' });
    await expect(branch).toBeFocused();
    await expect(branch).toHaveValue('bug/garden-1-prune-the-roses-touch-sprung');
    await expect(dialog.getByText('Free to use')).toBeVisible();
    await expectAccessible(page, 'the Start work dialog');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'the Start work dialog, dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden({ timeout: 90_000 });
    await expect(promptOf(page)).toBeFocused();
    await expect(threadOf(page).getByText('The roses are pruned.')).toBeVisible({ timeout: 90_000 });
    const pack = threadOf(page).getByRole('button', { name: /^Context pack/ });
    await expect(pack).toHaveAttribute('aria-expanded', 'false');
    await pack.click();
    await expect(threadOf(page).getByText('One can walk.')).toBeVisible();
  });

  expect(gitIn(project, 'branch', '--show-current')).toBe('bug/garden-1-prune-the-roses-touch-sprung');
  expect(await lineOf(project, 'garden-1')).toMatchObject({ status: 'in_progress' });
  await expect(cardIn(page, 'In progress', 'garden-1')).toBeVisible();

  await test.step('a second start stands beside the first: in a worktree, with an agent and a file', async () => {
    await api.script([{ text: 'The fence is mended.' }]);
    await cardIn(page, 'Ready', 'garden-2').focus();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Start work on garden-2' });
    // Somebody works in the checkout: its branch must not change, so a worktree is what is suggested.
    await expect(dialog.getByRole('radio', { name: 'New worktree' })).toBeChecked();
    await dialog.getByRole('radio', { name: 'In place' }).click();
    await expect(dialog.getByRole('alert')).toContainText('works here now');
    await dialog.getByRole('radio', { name: 'New worktree' }).click();
    const branch = dialog.getByRole('textbox', { name: 'Branch name' });
    await branch.fill('main');
    await expect(dialog.getByRole('alert')).toContainText('This branch exists.');
    await branch.fill('mend..it');
    await expect(dialog.getByRole('alert')).toContainText('Git does not take this name');
    await branch.fill('fence');
    await expect(dialog.getByText('Free to use')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Agent' }).selectOption('gardener');
    await dialog.getByRole('textbox', { name: 'Files or patterns' }).fill('*.md');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Leave out *.md' })).toBeVisible();
    await dialog.getByText('First prompt').click();
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill('Mend it with wire.');
    await dialog.getByText('Exactly what Claude is told').click();
    const told = dialog.getByRole('region', { name: 'What Claude is told' });
    await expect(told).toContainText('Mend it with wire.');
    await expect(told).toContainText('# Tidy garden');
    await expectAccessible(page, 'the Start work dialog, opened');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden({ timeout: 90_000 });
    await expect(promptOf(page)).toBeFocused();
    await expect(threadOf(page).getByText('The fence is mended.')).toBeVisible({ timeout: 90_000 });
  });

  expect(gitIn(`${project}.garden-2`, 'branch', '--show-current')).toBe('fence');
  expect(gitIn(project, 'branch', '--show-current')).toBe('bug/garden-1-prune-the-roses-touch-sprung');
  const listed = await runCli(desk.workspace, ['sessions', 'list', '--json', '--project', project]);
  expect(JSON.parse(listed.stdout).sessions).toMatchObject([
    { bead_id: 'garden-2', agent_id: 'gardener', branch: 'fence', status: 'active' },
    { bead_id: 'garden-1', status: 'active', trigger_source: 'start-work' },
  ]);
});

test('a start that fails says at which step, and puts everything back', async ({ desk, model }) => {
  await model.script([]);
  const { workspace } = desk;
  const { page, project } = await openBoard(desk);
  const before = { refs: refs(project), bead: await lineOf(project, 'garden-1') };
  // From here on Claude is not to be had.
  writeFileSync(
    join(workspace.data, 'settings.json'),
    JSON.stringify({ version: 1, claude: { seat: 'stream', path: join(workspace.root, 'nowhere') } }),
  );
  await cardIn(page, 'Ready', 'garden-1').focus();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Start work on garden-1' });
  await expect(dialog.getByText('Free to use')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The Claude CLI was not found.')).toBeVisible();
  await expectAccessible(page, 'a start that failed');
  await page.keyboard.press('Escape');
  await expect(cardIn(page, 'Ready', 'garden-1')).toBeFocused();
  expect({ refs: refs(project), bead: await lineOf(project, 'garden-1') }).toEqual(before);
});

test('eight starts on one bead, from the windows and the command line: one wins', async ({
  desk,
  model: api,
}) => {
  const { page, project } = await openBoard(desk);
  await api.script(Array.from({ length: 8 }, () => ({ text: 'Mine.' })));
  const pages = [page];
  if (desk.shell === 'web') {
    // A window that this one opened has its token.
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => void window.open(window.location.href));
    pages.push(await opened);
  }
  for (const [index, each] of pages.entries()) {
    await cardIn(each, 'Ready', 'garden-1').focus();
    await each.keyboard.press('s');
    const dialog = each.getByRole('dialog', { name: 'Start work on garden-1' });
    await dialog.getByRole('textbox', { name: 'Branch name' }).fill(`window-${index}`);
    await expect(dialog.getByText('Free to use')).toBeVisible();
  }
  const cli = (index: number) =>
    runCli(desk.workspace, [
      'sessions',
      'start',
      '--bead',
      'garden-1',
      '--branch',
      `cli-${index}`,
      '--project',
      project,
    ]);
  const [codes] = await Promise.all([
    Promise.all(Array.from({ length: 8 - pages.length }, (_, index) => cli(index))),
    ...pages.map((each) => each.keyboard.press('Enter')),
  ]);
  for (const each of pages)
    await expect
      .poll(
        async () =>
          (await each.getByRole('dialog').count()) === 0 ||
          (await each.getByText(/has taken|is taken/).count()) > 0,
      )
      .toBe(true);
  const listed = await runCli(desk.workspace, ['sessions', 'list', '--json', '--project', project]);
  const { sessions } = JSON.parse(listed.stdout) as { sessions: { status: string; branch: string }[] };
  const active = sessions.filter(({ status }) => status === 'active');
  expect(active).toHaveLength(1);
  expect(codes.filter(({ code }) => code === 0).length).toBeLessThanOrEqual(1);
  expect(codes.every(({ code }) => code === 0 || code === 4)).toBe(true);
  expect(refs(project).split('\n')).toHaveLength(2);
  expect(gitIn(project, 'branch', '--show-current')).toBe(active[0]?.branch);
});
