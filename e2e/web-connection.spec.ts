import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { command } from './palette';
import { expect, test } from './shell';
import { runCli } from './web-shell';

test('a server that dies and comes back: the page says both and goes on', async ({ desk }) => {
  const { page, server } = await desk.start({ project: desk.workspace.project });
  if (!server) throw new Error('the web shell has a server');
  await expect(page).toHaveTitle(/tidy-garden/);
  await server.kill();
  await expect(page.getByText('Connection lost.')).toBeVisible();
  // Waited for from before: the word stands for five seconds only.
  const said = expect(page.getByText('Reconnected')).toBeVisible({ timeout: 120_000 });
  await desk.revive(server);
  await said;
  await expect(page.getByText('Connection lost.')).toHaveCount(0);
  await command(page, 'use the dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the way in: one link, once, and nothing left behind', async ({ desk, browserOfRun }) => {
  const { page, server } = await desk.start();
  if (!server || !browserOfRun) throw new Error('the web shell has a server and a browser');
  const { url, login_url } = server.ready;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const code = new URL(login_url).hash.split('/').at(-1) ?? '';
  expect(code.length).toBeGreaterThan(15);
  expect(page.url()).not.toContain(code);
  expect(await page.context().cookies()).toEqual([]);

  const stranger = await browserOfRun.newContext();
  const other = await stranger.newPage();
  await other.goto(login_url);
  await expect(other.getByRole('heading', { name: 'This link was used already' })).toBeVisible();
  await other.goto('about:blank');
  await other.goto(url);
  await expect(other.getByRole('heading', { name: 'This window needs a link' })).toBeVisible();
  // Pasted into the same tab: only what stands behind `#` changes, so the browser loads nothing by itself.
  const again = await runCli(desk.workspace, ['serve', '--no-open', '--json', desk.workspace.project]);
  await other.goto(JSON.parse(again.stdout).login_url);
  await expect(other).toHaveTitle(/tidy-garden/);
  expect(other.url()).not.toContain('login');
  await stranger.close();
});

test('a taken port and a bad path: a sentence with the way out, and nothing written', async ({ desk }) => {
  const { workspace } = desk;
  const taken = createServer();
  await new Promise<void>((ready) => taken.listen(0, '127.0.0.1', ready));
  const address = taken.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const inUse = await runCli(workspace, ['serve', '--no-open', '--port', port]);
  taken.close();
  expect(inUse.code).toBe(4);
  expect(inUse.stderr).toContain(port);
  const missing = await runCli(workspace, ['serve', '--no-open', join(workspace.root, 'nowhere')]);
  expect(missing.code).toBe(3);
  expect(missing.stderr).toContain('nowhere');
  expect(existsSync(workspace.data)).toBe(false);
});
