import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { command } from './palette';
import { type App, expect, test } from './shell';

const isRoot = process.getuid?.() === 0;

test('open a project: bad paths are told with the way out, a good one opens and runs nothing', async ({
  desk,
}) => {
  const { root, project, data, mark } = desk.workspace;
  const app = await desk.start();
  const { page } = app;
  await expect(
    page.getByRole('heading', { name: 'Every issue, every session, on one thread.' }),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Open a project' })).toBeVisible();

  await test.step('a path that is not there', () =>
    refuses(app, join(root, 'nowhere'), `There is no folder at ${join(root, 'nowhere')}.`));

  await test.step('a file', async () => {
    const file = join(root, 'a-file.txt');
    await writeFile(file, 'hello');
    await refuses(app, file, `${file} is a file, not a folder.`);
  });

  await test.step('a folder that may not be read', async () => {
    // Root may read everything, so there is nothing to refuse.
    if (isRoot) return;
    const closed = join(root, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o000);
    await refuses(app, closed, `You may not read ${closed}.`);
    await chmod(closed, 0o700);
  });

  await test.step('nothing was remembered of them', async () => {
    const kept = await readFile(join(data, 'recent-projects.json'), 'utf8').catch(() => '');
    expect(kept).not.toContain('nowhere');
    expect(kept).not.toContain('a-file.txt');
  });

  await test.step('the project opens', async () => {
    await app.openFolder(project);
    await expect(page).toHaveTitle(/tidy-garden/);
  });

  await test.step('none of its code ran and nothing of it was changed', async () => {
    await command(page, 'go to doctor');
    await expect(page.getByRole('heading', { name: 'Doctor' })).toBeVisible();
    expect(existsSync(mark)).toBe(false);
    expect(changedIn(project)).toBe('?? .beads/\n');
    // Our own corner, and in it who the project is; the rest of the folder is not ours.
    const inBeads = await readdir(join(project, '.beads'));
    expect(inBeads.filter((name) => name !== 'sessions')).toEqual(['hooks']);
  });

  await test.step('trusting it is a choice that can be taken back', async () => {
    await chooseInMenu(page, 'Trust this project…');
    await page
      .getByRole('dialog', { name: 'Trust tidy-garden?' })
      .getByRole('button', { name: 'Trust project' })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await chooseInMenu(page, 'Stop trusting this project…');
    await page.getByRole('button', { name: 'Stop trusting' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Project: tidy-garden' }).click();
    await expect(page.getByRole('menuitem', { name: 'Trust this project…' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(existsSync(mark)).toBe(false);
  });

  await test.step('a menu is also used in one go: pressed, drawn to an item, let go', async () => {
    const button = page.getByRole('button', { name: 'Project: tidy-garden' });
    const item = page.getByRole('menuitem', { name: 'Trust this project…' });
    await button.hover();
    await page.mouse.down();
    await item.hover();
    await page.mouse.up();
    await expect(page.getByRole('dialog', { name: 'Trust tidy-garden?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await button.click();
    await expect(item).toBeVisible();
    await button.click({ force: true });
    await expect(item).toHaveCount(0);
  });

  await test.step('closed, it stands among the recent ones and opens from there', async () => {
    await chooseInMenu(page, 'Close project');
    await page.getByRole('button', { name: /^tidy-garden/ }).click();
    await expect(page).toHaveTitle(/tidy-garden/);
  });
});

test('a second start hands its project to the first and ends', async ({ desk }) => {
  const { project } = desk.workspace;
  const { page } = await desk.start();
  await expect(
    page.getByRole('heading', { name: 'Every issue, every session, on one thread.' }),
  ).toBeVisible();
  const good = await desk.startAgain(project);
  expect(good.code, good.output).toBe(0);
  await expect(page).toHaveTitle(/tidy-garden/);
});

async function refuses(app: App, path: string, sentence: string): Promise<void> {
  await app.openFolder(path);
  const dialog = app.page.getByRole('dialog', { name: 'Open a project' });
  await expect(dialog.getByText(sentence)).toBeVisible();
  await expect(dialog.getByText('Nothing was opened and nothing was written.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
}

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Project: tidy-garden' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

function changedIn(project: string): string {
  const quiet = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
  return execFileSync('git', ['-C', project, ...quiet, 'status', '--porcelain'], { encoding: 'utf8' });
}
