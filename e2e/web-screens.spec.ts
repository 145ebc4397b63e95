import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cardOf, writeLines } from './beads';
import { GARDEN } from './garden';
import { command } from './palette';
import { expectScreen } from './screens';
import { expect, test } from './shell';
import { stillWindow } from './still-window';
import { writeTranscript } from './transcripts';
import { runCli } from './web-shell';

/*
 * Every screen in both themes, as a picture and before axe. How the pictures are made, looked at and changed is in
 * CONTRIBUTING. Those of a session with Claude are in web-screens-session.spec.ts.
 */
// A failure shows both pictures and what differs; a trace of a hundred of them costs more than it tells.
test.use({ trace: 'off' });

const SIZE = { width: 1200, height: 750 };
const ISLANDS = '11111111-aaaa-4aaa-8aaa-000000000001';
const ROSES = '22222222-aaaa-4aaa-8aaa-000000000002';

const SMALL_DIALOGS = [
  ['worktrees', 'Worktrees'],
  ['trash of deleted sessions', 'Trash'],
  ['folders of the history', 'Folders of the history'],
] as const;

async function goTo(page: Page, view: string) {
  await command(page, `go to ${view}`);
  await expect(page.getByRole('heading', { name: view, level: 1 })).toBeVisible();
}

async function closeDialog(page: Page) {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('the first run: welcome, open, doctor, audit, settings, keys, palette', async ({ desk }) => {
  const app = await desk.start({ tab: stillWindow(desk.workspace) });
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'What we need' })).toBeVisible();
  await expectScreen(page, 'welcome');
  await app.openFolder(join(desk.workspace.root, 'nowhere'));
  await expect(page.getByText(/There is no folder at/)).toBeVisible();
  await expectScreen(page, 'open-refused');
  await closeDialog(page);
  await goTo(page, 'Doctor');
  await expectScreen(page, 'doctor');
  await goTo(page, 'Audit log');
  await expectScreen(page, 'audit');
  await goTo(page, 'History');
  await expectScreen(page, 'history-empty');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectScreen(page, 'palette');
  await page.keyboard.type('zzzz');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing is called' })).toBeVisible();
  await expectScreen(page, 'palette-nothing');
  await closeDialog(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectScreen(page, 'keys');
  await closeDialog(page);
  await goTo(page, 'Settings');
  // All sections at once, in a window as high as the page once all of them are filled.
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  await page.setViewportSize({ ...SIZE, height: 750 });
  const height = await page
    .locator('[data-section=about]')
    .evaluate((last) => last.closest('[data-region=view]')?.scrollHeight ?? 0);
  const inner = await page
    .locator('[data-section=about]')
    .evaluate((last) => (last.parentElement?.parentElement?.scrollHeight ?? 0) + 60);
  await page.setViewportSize({ ...SIZE, height: Math.max(height, inner) });
  await expectScreen(page, 'settings');
  await page.setViewportSize(SIZE);
  await page.getByRole('button', { name: 'Add a price…' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a price' })).toBeVisible();
  await expectScreen(page, 'price');
  await closeDialog(page);
});

test('the board: untrusted, full, empty, broken, narrow; a bead, its dialogs, the tour', async ({ desk }) => {
  const { project } = desk.workspace;
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project, tab: stillWindow(desk.workspace) });
  await expect(cardOf(page, 'garden-1')).toBeVisible();
  await expectScreen(page, 'board-untrusted');
  await command(page, 'trust this project');
  await expect(page.getByRole('dialog', { name: 'Trust tidy-garden?' })).toBeVisible();
  await expectScreen(page, 'trust');
  await page.getByRole('button', { name: 'Trust project' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await command(page, 'show the tour');
  await expect(page.getByRole('dialog', { name: 'The board' })).toBeVisible();
  await expectScreen(page, 'tour');
  await closeDialog(page);
  await page.getByRole('button', { name: 'Project: tidy-garden' }).click();
  await expect(page.getByRole('menuitem', { name: 'Close project' })).toBeVisible();
  // A menu floats above the landmarks while it is open.
  await expectScreen(page, 'project-menu', { without: ['region'] });
  await page.keyboard.press('Escape');
  // The focus goes back to the button when the menu is gone: not after it was given to something else.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Project: tidy-garden' })).toBeFocused();
  await cardOf(page, 'garden-1').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Bead' })).toBeVisible();
  await expectScreen(page, 'bead');
  await page.getByRole('button', { name: 'Close bead…' }).click();
  await expect(page.getByRole('dialog', { name: 'Close garden-1?' })).toBeVisible();
  await expectScreen(page, 'close-bead');
  await closeDialog(page);
  await expect(page.getByRole('button', { name: 'Close bead…' })).toBeFocused();
  for (const width of [1024, 800]) {
    await page.setViewportSize({ ...SIZE, width });
    await expectScreen(page, `bead-${width}`);
  }
  await page.keyboard.press('Escape');
  for (const width of [800, 1024]) {
    await page.setViewportSize({ ...SIZE, width });
    await expectScreen(page, `board-${width}`);
  }
  await page.setViewportSize(SIZE);
  for (const [words, dialog] of SMALL_DIALOGS) {
    await command(page, words);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectScreen(page, words.replaceAll(' ', '-'));
    await closeDialog(page);
  }
  await page.getByRole('button', { name: 'Label' }).click();
  await expect(page.getByRole('menuitem', { name: /^roses/ })).toBeVisible();
  // A menu floats above the landmarks while it is open.
  await expectScreen(page, 'board-filter', { without: ['region'] });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  const filter = page.getByRole('searchbox', { name: 'Filter by text' });
  await filter.fill('zzzz');
  await expect(page.getByText('Nothing matches the filter')).toBeVisible();
  await expectScreen(page, 'board-filtered');
  await filter.fill('');
  await goTo(page, 'Settings');
  // What stands behind the dialog has its place once all of it is there.
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Look again' })).toBeVisible();
  const change = page.getByRole('button', { name: 'Change columns…' });
  await change.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await change.click();
  await expect(page.getByRole('dialog', { name: 'Columns of the board' })).toBeVisible();
  await expectScreen(page, 'columns');
  await closeDialog(page);
  await goTo(page, 'Board');
  await command(page, 'new bead');
  await expect(page.getByRole('dialog', { name: 'New bead' })).toBeVisible();
  await expectScreen(page, 'new-bead');
  await closeDialog(page);
  await command(page, 'new session');
  await expect(page.getByRole('dialog', { name: 'New session' })).toBeVisible();
  await expectScreen(page, 'new-session');
  await closeDialog(page);
  await writeLines(project, []);
  await expect(page.locator('[data-bead]')).toHaveCount(0);
  await expectScreen(page, 'board-empty');
  await goTo(page, 'Dashboard');
  await expectScreen(page, 'dashboard-empty');
  await command(page, 'go to board');
  appendFileSync(join(project, '.beads', 'issues.jsonl'), '{"id":"garden-9","title":\n');
  await expect(page.getByText('1 line was not understood.')).toBeVisible();
  await expectScreen(page, 'board-broken');
});

test('the history: found, read, compared, exported, deleted; the dashboard', async ({ desk }) => {
  const { workspace } = desk;
  const prompts = Array.from({ length: 12 }, (_, at) => `Look at island ${at}`);
  const answer = (at: number) => `Island ${at} agrees with the table, **not** with the map.`;
  await writeTranscript(workspace, { id: ISLANDS, daysAgo: 2, prompts, answer });
  await writeTranscript(workspace, { id: ROSES, daysAgo: 12, prompts: ['Prune the roses'], answer });
  await runCli(workspace, ['backfill', '--json']);
  const tab = stillWindow(workspace);
  const { page } = await desk.start({ project: workspace.project, tab });
  await expect(page).toHaveTitle(/tidy-garden/);
  await goTo(page, 'History');
  const found = page.getByRole('list', { name: 'Sessions found' });
  await expect(found.getByRole('listitem')).toHaveCount(2);
  await expectScreen(page, 'history');
  await found.getByRole('button', { name: /Prune the roses/ }).click();
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
  await expect(transcript.getByText('Island 0 agrees')).toBeVisible();
  await expectScreen(page, 'history-transcript');
  for (const part of ['Summary', 'Cost']) {
    await transcript.getByRole('tab', { name: part }).click();
    await expectScreen(page, `history-${part.toLowerCase()}`);
  }
  await transcript.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible();
  await expectScreen(page, 'history-export');
  await closeDialog(page);
  await transcript.getByRole('button', { name: 'More about this session' }).click();
  await page.getByRole('menuitem', { name: 'Move to trash…' }).click();
  await expect(page.getByRole('dialog', { name: /^Move “Prune the roses/ })).toBeVisible();
  await expectScreen(page, 'history-delete');
  await closeDialog(page);
  await transcript.getByRole('button', { name: 'More about this session' }).click();
  await page.getByRole('menuitem', { name: /^Link to a bead/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectScreen(page, 'history-link');
  await closeDialog(page);
  await page.evaluate((to) => {
    window.location.hash = to;
  }, `#/compare/${ISLANDS}/${ROSES}`);
  await expect(page.getByRole('heading', { name: /^Compare/, level: 1 })).toBeVisible();
  // The address was changed by hand: nothing here was asked for by key.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expectScreen(page, 'history-compare');
  await goTo(page, 'Dashboard');
  await expect(page.getByRole('region', { name: 'Cost by day' })).toBeVisible();
  // With its tables, in a window as high as they need.
  await page.setViewportSize({ ...SIZE, height: 1250 });
  await expectScreen(page, 'dashboard');
  await page.setViewportSize(SIZE);
  await command(page, 'read the history');
  await expect(page.getByRole('dialog', { name: 'Read the history' })).toBeVisible();
  await expectScreen(page, 'history-reading');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'All projects' }).click();
  await expect(page.getByRole('region', { name: 'Cost by project' })).toBeVisible();
  await page.getByRole('radio', { name: 'This project' }).click();
  await page.getByRole('button', { name: /^Cost: .*, open the sessions$/ }).click();
  await expect(page.getByRole('combobox', { name: 'Search the history' })).toHaveValue(/ project:/);
  await expect(page.getByRole('button', { name: 'Order: Highest cost' })).toBeVisible();
});

test('a server that is gone', async ({ desk }) => {
  const tab = stillWindow(desk.workspace, SIZE);
  const { page, server } = await desk.start({ project: desk.workspace.project, tab });
  await expect(page).toHaveTitle(/tidy-garden/);
  // Parts that come a moment later come from the server too.
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  await server?.kill();
  await expect(page.getByText('Connection lost.')).toBeVisible();
  await expectScreen(page, 'connection-lost');
});
