import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { cardIn } from './beads';
import { launchElectron } from './electron-shell';
import { findClaude } from './scripted-model';
import { makeWorkspace } from './workspace';

const claude = findClaude();
test.skip(
  claude === null,
  'There is no claude: npm ci installs the pinned one, BEADS_CONSOLE_CLAUDE names another.',
);

test('closing the window asks while a turn runs; a no keeps everything, a yes ends it all', async () => {
  const workspace = await makeWorkspace();
  Object.assign(workspace.env, { BEADS_CONSOLE_CLAUDE: claude, BEADS_CONSOLE_DEMO_PACE: '0' });
  const app = await launchElectron(workspace, ['--demo']);
  const page = await app.firstWindow({ timeout: 120_000 });
  const answerWith = (response: number) =>
    app.evaluate(({ dialog }, chosen) => {
      const told = globalThis as unknown as { asked: string[] };
      told.asked ??= [];
      dialog.showMessageBox = async (...args: unknown[]) => {
        told.asked.push((args.at(-1) as { message: string }).message);
        return { response: chosen, checkboxChecked: false };
      };
    }, response);
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  const closeWindow = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

  await answerWith(1);
  const card = cardIn(page, 'Ready', 'tide-3qa');
  await card.hover();
  await card.getByRole('button', { name: 'Start work on tide-3qa' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start work/ })
    .click();
  const question = page.getByRole('button', { name: 'Allow once' });
  await expect(question).toBeVisible({ timeout: 60_000 });

  await closeWindow();
  await expect.poll(asked).toEqual(['Claude is working in a session.']);
  await app.evaluate(({ app: electron }) => electron.quit());
  await expect.poll(asked).toHaveLength(2);
  await expect(question).toBeVisible();

  await answerWith(0);
  const gone = once(app.process(), 'exit');
  await closeWindow().catch(() => {});
  await gone;
  await expect
    .poll(() => readdirSync(workspace.root).filter((name) => name.startsWith('beads-console-demo-')))
    .toEqual([]);
  await workspace.remove();
});
