import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Desk, expect } from './shell';

/** A session in the terminal seat, its first prompt written, its Terminal tab open. */
export async function startInTerminal(desk: Desk, prompt: string) {
  const { data, env, project } = desk.workspace;
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ version: 1, claude: { seat: 'pty' } }));
  // What a person has answered before: the terminal would ask it again.
  const folder = env['CLAUDE_CONFIG_DIR'] ?? '';
  mkdirSync(folder, { recursive: true });
  const answers = {
    hasCompletedOnboarding: true,
    hasSeenAutoDefaultNotice: true,
    customApiKeyResponses: { approved: ['scripted-key'], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  };
  writeFileSync(join(folder, '.claude.json'), JSON.stringify(answers));
  const { page, linksOpened } = await desk.start({ project });
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
