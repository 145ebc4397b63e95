import { chooseSeat } from './claude-seat';
import { type Desk, expect } from './shell';

/** A session in the terminal seat, its first prompt written, its Terminal tab open. `claude`: settings beside the seat. */
export async function startInTerminal(desk: Desk, prompt: string, claude: object = {}) {
  const { workspace } = desk;
  chooseSeat(workspace, 'pty', { claude: { seat: 'pty', ...claude } });
  const { page, linksOpened } = await desk.start({ project: workspace.project });
  await page.getByRole('navigation').getByRole('button', { name: 'New session' }).click();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Make a bed');
  await dialog.getByRole('button', { name: 'Keep as a draft' }).click();
  await expect(dialog).toBeHidden();
  const panel = page.getByRole('complementary', { name: 'Session' });
  await panel.getByRole('tab', { name: 'Terminal' }).click();
  await expect(panel.getByRole('heading', { name: 'This session has no terminal' })).toBeVisible();
  await panel.getByRole('tab', { name: 'Chat' }).click();
  await panel.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
  await panel.getByRole('textbox', { name: 'Prompt' }).press('Enter');
  await panel.getByRole('tab', { name: 'Terminal' }).click();
  return { page, panel, rows: page.locator('.xterm-rows'), linksOpened };
}
