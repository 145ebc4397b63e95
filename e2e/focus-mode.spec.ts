import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { command } from './palette';
import { expect, test } from './shell';
import { startInTerminal } from './start-in-terminal';
import { makeTerminalProgram } from './terminal-program';

const patient = { timeout: 60_000 };
const sizesTold = async (page: Page) =>
  (await page.locator('.xterm-rows').innerText()).match(/size \d+\./g)?.length ?? 0;

test('focus mode: the chat has the window, the terminal stands beside it', async ({ desk }) => {
  desk.workspace.env['BEADS_CONSOLE_CLAUDE'] = await makeTerminalProgram(desk.workspace.root);
  const { page, panel: aside, rows } = await startInTerminal(desk, 'Anything');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(rows).toContainText('ready', patient);
  // At the side it is a companion of the view, in focus mode it is what the window is about.
  const filled = page.getByRole('main', { name: 'Session' });
  const panel = aside.or(filled);
  const prompt = panel.getByRole('textbox', { name: 'Prompt' });
  const beside = page.getByRole('region', { name: 'Beside the chat' });
  const terminal = page.getByRole('textbox', { name: 'Terminal input' });
  const chatTab = panel.getByRole('tab', { name: 'Chat' });
  const board = page.locator('main');

  await test.step('by the menu: both are seen, and the program hears of one size', async () => {
    const before = await sizesTold(page);
    await panel.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: /^Focus mode/ }).click();
    await expect(prompt).toBeVisible();
    await expect(beside.getByRole('tab', { name: 'Terminal' })).toHaveAttribute('aria-selected', 'true');
    await expect(rows).toContainText('ready');
    await expect.poll(() => sizesTold(page)).toBe(before + 1);
    await expect(board).toHaveAttribute('inert', '');
    await expect(panel.getByRole('button', { name: 'Close panel' })).toHaveCount(0);
    await expectAccessible(page, 'focus mode');
    expect(await sizesTold(page)).toBe(before + 1);
  });

  await test.step('F6 goes from the chat to what stands beside it and round', async () => {
    await prompt.focus();
    await page.keyboard.press('F6');
    await expect(beside).toBeFocused();
    await page.keyboard.press('F6');
    await expect(page.getByRole('navigation', { name: 'Project and views' })).toBeFocused();
    await page.keyboard.press('F6');
    await expect(panel).toBeFocused();
  });

  await test.step('it is found again after a reload, and Esc goes back to the board', async () => {
    await page.reload();
    await expect(beside).toBeVisible();
    await expect(rows).toContainText('ready', patient);
    await panel.focus();
    await page.keyboard.press('Escape');
    await expect(beside).toHaveCount(0);
    await expect(chatTab).toBeVisible();
    await expect(board).not.toHaveAttribute('inert', '');
  });

  await test.step('by its key from the chat: what was written stays, and the focus too', async () => {
    await chatTab.click();
    await prompt.fill('half a thought');
    await page.keyboard.press('ControlOrMeta+.');
    await expect(beside).toBeVisible();
    await expect(prompt).toBeFocused();
    await expect(prompt).toHaveValue('half a thought');
    await expect(terminal).not.toBeFocused();
    await page.keyboard.press('ControlOrMeta+.');
    await expect(beside).toHaveCount(0);
    await expect(prompt).toBeFocused();
  });

  await test.step('in a narrow window the terminal is a tab again; the way to a view leads out', async () => {
    await command(page, 'focus mode');
    await expect(beside).toBeVisible();
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(beside).toBeVisible();
    await page.setViewportSize({ width: 800, height: 600 });
    await expect(beside).toHaveCount(0);
    await expect(chatTab).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(beside).toBeVisible();
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
    await expect(beside).toHaveCount(0);
    await expect(panel).toBeVisible();
  });
});
