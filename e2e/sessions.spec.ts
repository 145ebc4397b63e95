import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './axe';
import { expect, test } from './shell';
import { runCli } from './web-shell';

const listed = async (root: string) => {
  const index = JSON.parse(await readFile(join(root, '.beads', 'sessions', 'index.json'), 'utf8'));
  return index.sessions as { title?: string; status: string; tags: string[]; trashed_at?: string }[];
};

test('a session is drafted, renamed, tagged, ended, deleted and taken back', async ({ desk }) => {
  const { workspace } = desk;
  const { page } = await desk.start({ project: workspace.project });
  const sidebar = page.getByRole('navigation', { name: 'Project and views' });
  await expect(sidebar.getByText('None yet. Start work on a bead, or start without one.')).toBeVisible();

  await test.step('the New session dialog makes a draft and opens it', async () => {
    await sidebar.getByRole('button', { name: 'New session' }).click();
    const dialog = page.getByRole('dialog', { name: 'New session' });
    await expectAccessible(page, 'the New session dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Prune the <b>roses</b>');
    await dialog.getByRole('textbox', { name: 'Objective' }).fill('No thorn longer than a thumb.');
    await dialog.getByRole('textbox', { name: 'Bead' }).fill('not a bead');
    await expect(dialog.getByRole('alert')).toContainText('not the id of a bead');
    await dialog.getByRole('textbox', { name: 'Bead' }).fill('garden-7');
    await dialog.getByRole('button', { name: 'Keep as a draft' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Prune the <b>roses</b>' })).toBeVisible();
    await expect(
      sidebar.getByRole('button', { name: /Prune the <b>roses<\/b> ?garden-7 · .*draft/ }),
    ).toBeVisible();
  });

  const panel = page.getByRole('complementary', { name: 'Session' });
  await test.step('rename in place, tags, notes', async () => {
    await panel.getByRole('button', { name: 'Rename session' }).click();
    await panel.getByRole('textbox', { name: 'Title of the session' }).fill('Prune the roses');
    await page.keyboard.press('Enter');
    await expect(sidebar.getByRole('button', { name: /^Prune the roses/ })).toBeVisible();
    await expect(panel.getByRole('textbox', { name: 'Prompt' })).toBeVisible();
    await expectAccessible(page, 'the chat of a draft');
    await panel.getByRole('tab', { name: 'About' }).click();
    const tag = panel.getByRole('textbox', { name: 'New tag' });
    await tag.fill('Garden');
    await tag.press('Enter');
    await expect(panel.getByRole('button', { name: 'Remove tag garden' })).toBeVisible();
    await tag.fill('two words, no');
    await tag.press('Enter');
    await expect(page.getByText('A tag holds letters, digits')).toBeVisible();
    await tag.fill('');
    await panel.getByRole('button', { name: 'Add notes' }).click();
    await panel.getByRole('textbox', { name: 'Notes' }).fill('Begin at the gate.');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByText('Begin at the gate.')).toBeVisible();
    await expectAccessible(page, 'the session panel');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'the session panel, dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('a reload finds it again', async () => {
    await page.reload();
    await expect(panel.getByRole('heading', { name: 'Prune the roses' })).toBeVisible();
  });

  await test.step('end, delete, undo', async () => {
    await panel.getByRole('button', { name: 'More for Prune the roses' }).click();
    await expect(page.getByRole('menuitem', { name: 'Move to trash…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'End…' }).click();
    await expectAccessible(page, 'the End dialog');
    await page.getByRole('button', { name: 'End session' }).click();
    await expect(sidebar.getByRole('button', { name: /^Prune the roses.*abandoned/ })).toBeVisible();
    await panel.getByRole('button', { name: 'More for Prune the roses' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash…' }).click();
    const dialog = page.getByRole('dialog', { name: /to the trash/ });
    await expectAccessible(page, 'the Delete dialog');
    await dialog.getByRole('checkbox', { name: 'Export it as markdown first' }).uncheck();
    await dialog.getByRole('button', { name: 'Move to trash' }).click();
    await expect(sidebar.getByRole('button', { name: /^Prune the roses/ })).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(sidebar.getByRole('button', { name: /^Prune the roses/ })).toBeVisible();
  });

  await expect
    .poll(async () =>
      (await listed(workspace.project)).map(({ title, status, tags }) => ({ title, status, tags })),
    )
    .toEqual([{ title: 'Prune the roses', status: 'closed', tags: ['garden'] }]);
});

test('what the command line does is in the window at once, and removed files come back', async ({ desk }) => {
  const { workspace } = desk;
  const { page } = await desk.start({ project: workspace.project });
  const sidebar = page.getByRole('navigation', { name: 'Project and views' });
  await expect(sidebar.getByText('None yet.', { exact: false })).toBeVisible();
  const cli = (...args: string[]) => runCli(workspace, ['sessions', ...args, '--project', workspace.project]);

  expect((await cli('new', '--title', 'From a terminal')).code).toBe(0);
  await expect(sidebar.getByRole('button', { name: /^From a terminal/ })).toBeVisible();
  const shown = JSON.parse((await cli('list', '--json')).stdout);
  expect(shown).toMatchObject({
    has_more: false,
    next_cursor: null,
    sessions: [{ title: 'From a terminal' }],
  });

  await page.reload();
  await rm(join(workspace.project, '.beads', 'sessions'), { recursive: true });
  expect((await cli('new', '--title', 'After the cleaning')).code).toBe(0);
  await expect(sidebar.getByRole('button', { name: /^After the cleaning/ })).toBeVisible();
  await expect(sidebar.getByRole('button', { name: /^From a terminal/ })).toBeVisible();
});
