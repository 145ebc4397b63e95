import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { launchElectron } from './electron-shell';
import { makeWorkspace } from './workspace';

const ROOT = join(import.meta.dirname, '..');

test('the window opens where it was closed', async () => {
  const workspace = await makeWorkspace();
  const bounds = { x: 60, y: 50, width: 900, height: 640 };
  const first = await launchElectron(workspace);
  await first.firstWindow({ timeout: 120_000 });
  await first.evaluate(({ BrowserWindow }, at) => BrowserWindow.getAllWindows()[0]?.setBounds(at), bounds);
  await expect
    .poll(() => first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds()))
    .toEqual(bounds);
  await first.close();
  const second = await launchElectron(workspace);
  await second.firstWindow({ timeout: 120_000 });
  const found = await second.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
  );
  expect(found).toEqual(bounds);
  await second.close();
  await workspace.remove();
});

test('the folder dialog of the system answers the page', async () => {
  const workspace = await makeWorkspace();
  const app = await launchElectron(workspace);
  const page = await app.firstWindow({ timeout: 120_000 });
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, workspace.project);
  const answer = await page.evaluate(
    () =>
      new Promise((resolve) => {
        type Bridge = {
          send(envelope: object): void;
          listen(receive: (envelope: { id?: number }) => void): void;
        };
        const bridge = (window as unknown as { beadsBridge: Bridge }).beadsBridge;
        bridge.listen((envelope) => {
          if (envelope.id === 990_001) resolve(envelope);
        });
        bridge.send({ type: 'call', id: 990_001, name: 'projects.choose', input: {} });
      }),
  );
  expect(answer).toEqual({
    type: 'answer',
    id: 990_001,
    result: { ok: true, value: { path: workspace.project } },
  });
  await app.close();
  await workspace.remove();
});

test('the badge counts what the title says, and a notice that was clicked brings a minimised window back', async () => {
  const workspace = await makeWorkspace();
  const app = await launchElectron(workspace);
  const page = await app.firstWindow({ timeout: 120_000 });
  // The window has said its own title: none comes over the one that is set here.
  await expect(page).toHaveTitle(/ · Beads Console$/);
  // No window manager stands by to minimise anything: what the window is asked for is noted.
  await app.evaluate(({ app: program, BrowserWindow }) => {
    const noted: unknown[] = [];
    Object.assign(globalThis, { noted });
    program.setBadgeCount = (count) => Boolean(Object.assign(globalThis, { badge: count }));
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) return;
    window.isMinimized = () => true;
    for (const name of ['restore', 'show', 'focus'] as const) window[name] = () => void noted.push(name);
  });
  const held = () =>
    app.evaluate(() => {
      const { badge, noted } = globalThis as unknown as { badge?: number; noted: unknown[] };
      return { badge, noted };
    });
  await page.evaluate(() => {
    document.title = '(2) Board · tidewater · Beads Console';
  });
  await expect.poll(held).toEqual({ badge: 2, noted: [] });
  await page.evaluate(() => {
    const { beadsBridge } = window as unknown as { beadsBridge: { send(envelope: object): void } };
    beadsBridge.send({ type: 'call', id: 990_002, name: 'app.focus', input: {} });
  });
  await expect.poll(held).toEqual({ badge: 2, noted: ['restore', 'show', 'focus'] });
  await app.close();
  await workspace.remove();
});

test('a page that crashes comes back', async () => {
  const workspace = await makeWorkspace();
  const app = await launchElectron(workspace);
  const page = await app.firstWindow({ timeout: 120_000 });
  await page.waitForLoadState('load');
  const before = await app.evaluate(({ BrowserWindow }) => {
    const [contents] = BrowserWindow.getAllWindows().map((window) => window.webContents);
    const pid = contents?.getOSProcessId();
    contents?.forcefullyCrashRenderer();
    return pid;
  });
  // Asked through the window, not through Playwright's page, which counts as crashed for good.
  const isBack = () =>
    app.evaluate(async ({ BrowserWindow }, old) => {
      const [contents] = BrowserWindow.getAllWindows().map((window) => window.webContents);
      if (!contents || contents.isCrashed() || contents.isLoading()) return false;
      return contents.getOSProcessId() !== old && contents.getURL() === 'beads://app/';
    }, before);
  await expect.poll(isBack).toBe(true);
  await app.close();
  await workspace.remove();
});

/** Starts the program itself, without the debugger Playwright adds, and reads what it announces. */
function startPlain(env: Record<string, string>) {
  const child = spawn(
    process.env['E2E_ELECTRON'] ?? '',
    ['--no-sandbox', '--disable-gpu', ROOT, '--announce'],
    { env, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const announced = new Promise<Record<string, unknown>>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"event":')) resolve(JSON.parse(line) as Record<string, unknown>);
    });
  });
  return { child, announced, ended: once(child, 'close') as Promise<[number | null, string | null]> };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends everything and leaves no trace of a running app`, async () => {
    const workspace = await makeWorkspace();
    const { child, announced, ended } = startPlain(workspace.env);
    expect(await announced).toMatchObject({ event: 'ready', shell: 'electron', pid: child.pid });
    expect(existsSync(join(workspace.data, 'instance.json'))).toBe(true);
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    const left = ['instance.json', 'instance.sock', 'locks'].filter((name) =>
      existsSync(join(workspace.data, name)),
    );
    expect(left).toEqual([]);
    await workspace.remove();
  });
}

test('a start that cannot work says which step and the way out', async () => {
  const workspace = await makeWorkspace();
  const inTheWay = join(workspace.root, 'a-file');
  await writeFile(inTheWay, 'not a folder');
  const { child, announced, ended } = startPlain({
    ...workspace.env,
    BEADS_CONSOLE_HOME: join(inTheWay, 'data'),
  });
  expect(await announced).toMatchObject({
    event: 'failed',
    step: 'open its data folder',
    way_out: expect.stringContaining('BEADS_CONSOLE_HOME'),
  });
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
  await workspace.remove();
});
