import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { cardIn } from './beads';
import { findClaude } from './scripted-model';
import { type Desk, expect, test } from './shell';
import { runCli } from './web-shell';

const claude = findClaude();

/** The folders of demos: everything of one is in there. */
const foldersOf = ({ workspace }: Desk) =>
  readdirSync(workspace.root).filter((name) => name.startsWith('beads-console-demo-'));

/** Whoever still runs with something of a demo in its environment or its words. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const about = ['environ', 'cmdline'].map((name) => readFileSync(join('/proc', pid, name), 'utf8'));
      return about.some((text) => text.includes(folder));
    } catch {
      return false;
    }
  });
}

async function startWork(page: Page) {
  const card = cardIn(page, 'Ready', 'tide-3qa');
  await card.hover();
  await card.getByRole('button', { name: 'Start work on tide-3qa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start work on tide-3qa' });
  const branch = dialog.getByRole('textbox', { name: 'Branch name' });
  await expect(branch).toHaveValue(/^bug\/tide-3qa-tide-heights/);
  await expect(branch).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

test.describe('with the real claude', () => {
  test.skip(
    claude === null,
    'There is no claude: npm ci installs the pinned one, BEADS_CONSOLE_CLAUDE names another.',
  );
  test.beforeEach(({ desk }) => {
    Object.assign(desk.workspace.env, { BEADS_CONSOLE_CLAUDE: claude ?? '', BEADS_CONSOLE_DEMO_PACE: '0' });
  });

  test('from the welcome screen to the commit, and nothing of it stays', async ({ desk }) => {
    const { page } = await desk.start();
    await page.getByRole('button', { name: 'See a demo' }).click();
    await expect(cardIn(page, 'Ready', 'tide-3qa')).toBeVisible();
    await expectAccessible(page, 'the board of the demo');
    const [name = ''] = foldersOf(desk);
    const folder = join(desk.workspace.root, name);
    const project = join(folder, 'home', 'tidewater');
    const git = (...args: string[]) => execFileSync('git', ['-C', project, ...args], { encoding: 'utf8' });

    await startWork(page);
    const panel = page.getByRole('complementary', { name: 'Session' });
    const thread = panel.getByRole('region', { name: 'Conversation' });
    await expect(thread.getByText('Each day gets its own.')).toBeVisible({ timeout: 60_000 });
    expect(git('status', '--short', 'src')).toBe('');
    await panel.getByRole('button', { name: 'Allow once' }).click();
    await expect(thread.getByText("I'll commit the one file that changed.")).toBeVisible();
    expect(git('status', '--short', 'src')).toBe(' M src/tide-table.js\n');
    await panel.getByRole('button', { name: 'Allow once' }).click();
    await expect(thread.getByText('The bead can go to review.')).toBeVisible();
    expect(git('log', '-1', '--format=%s', '--', 'src')).toBe('Take the offset of each day (tide-3qa)\n');
    execFileSync(process.execPath, ['--test'], { cwd: project, stdio: 'ignore' });

    await page.reload();
    await expect(thread.getByText('The bead can go to review.')).toBeVisible();

    const demo = page.getByRole('region', { name: 'Demo' });
    await demo.getByRole('button', { name: 'End session…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await demo.getByRole('button', { name: 'Read it in History' }).click();
    await expect(page.getByRole('main').getByText('The bead can go to review.').first()).toBeVisible();
    await expect(panel).toBeHidden();
    // The log in the notes begins with ###: its heading stands below that of the field.
    await page.getByRole('main').getByRole('button', { name: 'tide-3qa', exact: true }).click();
    const bead = page.getByRole('complementary', { name: 'Bead' });
    await expect(bead.getByRole('heading', { name: /^Session / })).toBeVisible();
    await expectAccessible(page, 'the bead with its log');
    await page.getByRole('button', { name: 'Leave the demo' }).click();
    await expect(page.getByRole('button', { name: 'See a demo' })).toBeVisible();
    await expect.poll(() => [foldersOf(desk), processesOf(folder)]).toEqual([[], []]);
    const own = await runCli(desk.workspace, ['sessions', 'list', '--all-projects', '--json']);
    expect(own.stdout).not.toContain('tide-3qa');
    expect(
      readFileSync(join(desk.workspace.data, 'recent-projects.json'), { flag: 'a+' }).toString(),
    ).not.toContain('tidewater');
  });

  test('--demo lands on its board, and ends with the app', async ({ desk }) => {
    const { page, close } = await desk.start({ isDemo: true });
    await expect(cardIn(page, 'Ready', 'tide-3qa')).toBeVisible();
    const demo = page.getByRole('region', { name: 'Demo' });
    await expect(demo.getByRole('button', { name: 'Begin with tide-3qa' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave the demo' })).toHaveCount(0);
    const folder = join(desk.workspace.root, foldersOf(desk)[0] ?? '');
    await startWork(page);
    await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible({ timeout: 60_000 });
    await expect(demo).toContainText('Claude asks.');
    await close();
    await expect.poll(() => [foldersOf(desk), processesOf(folder)]).toEqual([[], []]);
    // The person's own folder was not even made.
    expect(readdirSync(desk.workspace.root)).not.toContain('data');
  });
});

test('without claude the button says what it needs, and how to get it', async ({ desk }) => {
  desk.workspace.env['BEADS_CONSOLE_CLAUDE'] = join(desk.workspace.root, 'nowhere');
  const { page } = await desk.start();
  const needs = page.getByRole('complementary', { name: 'What we need' });
  await expect(needs.getByText('npm install -g @anthropic-ai/claude-code')).toBeVisible();
  await page.getByRole('button', { name: 'See a demo' }).click();
  const said = page.getByRole('status').filter({ hasText: 'The demo runs the real Claude CLI' });
  await expect(said).toContainText('npm install -g @anthropic-ai/claude-code');
  expect(foldersOf(desk)).toEqual([]);
});
