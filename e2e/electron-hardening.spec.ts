import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import { launchElectron } from './electron-shell';
import { makeWorkspace, type Workspace } from './workspace';

type Desktop = {
  app: ElectronApplication;
  page: Page;
  workspace: Workspace;
  /** Waits until the app's own log says so: a thing that was denied leaves nothing else to wait for. */
  logged(...words: string[]): Promise<void>;
};

const test = base.extend<{ desktop: Desktop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  desktop: async ({}, use) => {
    const workspace = await makeWorkspace();
    const app = await launchElectron(workspace);
    const page = await app.firstWindow({ timeout: 120_000 });
    await page.waitForLoadState('load');
    const log = join(workspace.data, 'logs', 'console.log');
    const logged = (...words: string[]) =>
      expect
        .poll(async () => {
          const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n');
          return lines.some((line) => words.every((word) => line.includes(word)));
        })
        .toBe(true);
    await use({ app, page, workspace, logged });
    await app.close();
    await workspace.remove();
  },
});

test('the page runs in a sandbox, isolated, without Node', async ({ desktop: { app, page } }) => {
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    // Electron's types leave it out; it is how one asks what a page was really given.
    type Asked = { getLastWebPreferences(): object };
    return BrowserWindow.getAllWindows().map((window) =>
      (window.webContents as unknown as Asked).getLastWebPreferences(),
    );
  });
  expect(preferences).toHaveLength(1);
  expect(preferences[0]).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
  });
  const seen = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    bridge: Object.keys((window as unknown as { beadsBridge: object }).beadsBridge).sort(),
  }));
  expect(seen).toEqual({ node: [], bridge: ['listen', 'pathOf', 'send'] });
  expect(page.url()).toMatch(/^beads:\/\/app\//);
});

test('every file comes with a strict policy, and the policy holds', async ({ desktop: { page } }) => {
  const policies = await page.evaluate(async () => {
    const scripts = [...document.querySelectorAll('script')].map((script) => script.src);
    const answers = await Promise.all(['/', '/no-such-file.js', ...scripts].map((url) => fetch(url)));
    return answers.map((answer) => answer.headers.get('content-security-policy'));
  });
  expect(policies.length).toBeGreaterThan(2);
  for (const policy of policies) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  }
  const violated = await page.evaluate(async () => {
    const seen: string[] = [];
    const both = new Promise<void>((done) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective } = event;
        if (['connect-src', 'script-src-elem'].includes(effectiveDirective)) seen.push(effectiveDirective);
        if (seen.length === 2) done();
      });
    });
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = true';
    document.head.append(script);
    await fetch('https://example.com/').catch(() => {});
    await both;
    return { seen: seen.sort(), wasRun: 'wasRun' in window };
  });
  expect(violated).toEqual({ seen: ['connect-src', 'script-src-elem'], wasRun: false });
});

test('the protocol serves the built window and nothing beside it', async ({ desktop: { page } }) => {
  const statuses = await page.evaluate(async () => {
    const urls = [
      '/index.html',
      '/.vite/manifest.json',
      '/..%2f..%2fpackage.json',
      '/%2e%2e%2fmain/index.js',
      '/assets',
    ];
    return Promise.all(urls.map(async (url) => (await fetch(url)).status));
  });
  expect(statuses).toEqual([200, 404, 404, 404, 404]);
});

for (const target of [
  'https://example.com/',
  'file:///etc/hostname',
  'data:text/html,hello',
  'beads://other/',
  'beads://app/icon.svg',
]) {
  test(`the window does not go to ${target}`, async ({ desktop: { page, logged } }) => {
    const before = page.url();
    await page.evaluate((url) => {
      const link = document.createElement('a');
      link.href = url;
      document.body.append(link);
      link.click();
    }, target);
    // Chromium itself refuses a page that leads to a file or to data; the rest is ours to refuse.
    if (!/^(?:file|data):/.test(target)) await logged('"denied"', '"navigation"');
    expect(await page.evaluate(() => location.href)).toBe(before);
  });
}

test('the page may load itself again', async ({ desktop: { page } }) => {
  await page.evaluate(() => {
    Object.assign(window, { isOld: true });
    location.reload();
  });
  await expect.poll(() => page.evaluate(() => 'isOld' in window).catch(() => true)).toBe(false);
});

test('no second window and no webview', async ({ desktop: { app, page, logged } }) => {
  const opened = await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('webview'), { src: 'https://example.com/' }));
    return window.open('https://example.com/', '_blank');
  });
  expect(opened).toBeNull();
  await logged('"denied"', '"window-open"');
  expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1);
});

test('a webview is refused even to a page that may ask for one', async ({ desktop: { app, logged } }) => {
  await app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true } });
    await window.loadURL('data:text/html,<webview src="data:text/html,inside"></webview>');
  });
  await logged('"denied"', '"webview"');
});

test('a file our own page makes can be saved, and nothing else is', async ({ desktop }) => {
  const { app, page, workspace, logged } = desktop;
  const target = join(workspace.root, 'saved.md');
  // A person would be asked where; here the answer is given by hand.
  await app.evaluate(({ session }, path) => {
    session.defaultSession.on('will-download', (_event, item) => item.setSavePath(path));
  }, target);
  const save = (href: string | null) =>
    page.evaluate((given) => {
      const link = document.createElement('a');
      link.href = given ?? URL.createObjectURL(new Blob(['# A session'], { type: 'text/markdown' }));
      link.download = 'session.md';
      link.click();
      if (given === null) URL.revokeObjectURL(link.href);
    }, href);
  await save('data:text/plain,hello');
  await logged('"denied"', '"download"');
  await save(null);
  await expect.poll(() => readFile(target, 'utf8').catch(() => null)).toBe('# A session');
});

test('every permission is refused but copying text and notices', async ({ desktop: { page, app } }) => {
  const answers = await page.evaluate(async () => {
    const refusal = (asking: Promise<unknown>) =>
      asking.then(
        () => 'granted',
        () => 'refused',
      );
    const asked = ['geolocation', 'clipboard-read', 'camera', 'microphone', 'midi'];
    const states = await Promise.all(
      asked.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
    );
    return {
      states: [...new Set(states)],
      copying: (await navigator.permissions.query({ name: 'clipboard-write' as PermissionName })).state,
      notification: await Notification.requestPermission(),
      camera: await refusal(navigator.mediaDevices.getUserMedia({ video: true })),
      clipboard: await refusal(navigator.clipboard.readText()),
    };
  });
  expect(answers).toEqual({
    states: ['denied'],
    copying: 'granted',
    notification: 'granted',
    camera: 'refused',
    clipboard: 'refused',
  });
  const request = await app.evaluate(({ session }) =>
    session.defaultSession.fetch('http://127.0.0.1:9/').then(
      () => 'sent',
      (error: Error) => error.message,
    ),
  );
  expect(request).toContain('ERR_BLOCKED_BY_CLIENT');
});

test('a message from a page that is not ours is not heard', async ({ desktop: { app, logged } }) => {
  await app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { nodeIntegration: true, contextIsolation: false, sandbox: false },
    });
    const script = `const { ipcRenderer } = require('electron');
      ipcRenderer.on('beads-bridge', () => { document.title = 'answered'; });
      ipcRenderer.send('beads-bridge', 'page', { type: 'call', id: 1, name: 'app.info', input: {} });`;
    await window.loadURL(
      `data:text/html,<title>silence</title><script>${encodeURIComponent(script)}</script>`,
    );
  });
  await logged('a message from elsewhere was refused');
  const titles = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((one) => one.getTitle()),
  );
  expect(titles).not.toContain('answered');
});
