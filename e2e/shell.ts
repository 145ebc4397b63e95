import { type Browser, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { launchElectron, startAgain } from './electron-shell';
import { attachLogs } from './failure-logs';
import { launchChromium, runCli, type Server, startServer } from './web-shell';
import { makeWorkspace, type Workspace } from './workspace';

export { expect } from '@playwright/test';

export type App = {
  readonly page: Page;
  /** Opens a folder the way a person does in this shell: its own dialog in Electron, the path field in the browser. */
  openFolder(path: string): Promise<void>;
  /** Where the person's browser was led, by whatever way this shell opens a link. */
  linksOpened(): Promise<string[]>;
  /** The web shell's server; null in Electron, whose window and program are one. */
  readonly server: Server | null;
  close(): Promise<void>;
};

/** How the browser's tab is before the app is loaded into it (web only). */
export type Tab = {
  readonly options?: BrowserContextOptions;
  readonly prepare?: (page: Page) => Promise<void>;
};

export type Desk = {
  readonly shell: 'web' | 'electron';
  readonly workspace: Workspace;
  /** Starts the app as a person would and waits for its window; `project` or `--demo` is named on the command line. */
  start(options?: { project?: string; isDemo?: boolean; tab?: Tab }): Promise<App>;
  /** The same start while the app runs; gives the exit code of the newcomer. */
  startAgain(project: string): Promise<{ code: number | null; output: string }>;
  /** Starts a server that died again at its old address (web only). */
  revive(server: Server): Promise<Server>;
};

type Fixtures = { desk: Desk };
type WorkerFixtures = { browserOfRun: Browser | null };

export const test = base.extend<Fixtures, WorkerFixtures>({
  // One browser for all journeys of the web shell; every journey gets a context of its own.
  browserOfRun: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use, info) => {
      const browser = info.project.name === 'web' ? await launchChromium() : null;
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  desk: async ({ browserOfRun }, use, info) => {
    const workspace = await makeWorkspace();
    const closing: (() => Promise<void>)[] = [];
    const desk = browserOfRun ? webDesk(workspace, browserOfRun, closing) : electronDesk(workspace, closing);
    await use(desk);
    if (info.status !== info.expectedStatus) await attachLogs(workspace, info);
    // Each on its own: a context that fails to close must not leave a server behind.
    const closed = await Promise.allSettled(closing.reverse().map((close) => close()));
    await workspace.remove();
    const failed = closed.find((each) => each.status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  },
});

/** Nothing half faded in: what a journey looks at is what a person ends up seeing. */
function calm(page: Page): Promise<void> {
  return page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
}

function webDesk(workspace: Workspace, browser: Browser, closing: (() => Promise<void>)[]): Desk {
  const keep = (server: Server) => {
    closing.push(() => server.stop());
    return server;
  };
  return {
    shell: 'web',
    workspace,
    start: async ({ project, isDemo, tab } = {}) => {
      const demo = isDemo ? ['--demo'] : [];
      const server = keep(await startServer(workspace, [...demo, ...(project ? [project] : [])]));
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...tab?.options });
      closing.push(() => context.close());
      const page = await context.newPage();
      await calm(page);
      await tab?.prepare?.(page);
      await page.goto(server.ready.login_url);
      const links: string[] = [];
      context.on('request', (request) => {
        if (request.isNavigationRequest() && !request.url().startsWith(server.ready.url))
          links.push(request.url());
      });
      const close = async () => {
        await context.close();
        await server.stop();
      };
      const openFolder = async (path: string) => {
        const field = page.getByRole('combobox', { name: 'Folder' });
        if (!(await field.isVisible())) await page.getByRole('button', { name: 'Open a project…' }).click();
        await field.fill(path);
        await page.getByRole('button', { name: 'Open project' }).click();
      };
      return { page, server, openFolder, close, linksOpened: async () => links };
    },
    startAgain: async (project) => {
      const { code, stdout, stderr } = await runCli(workspace, ['serve', '--no-open', '--json', project]);
      return { code, output: stdout + stderr };
    },
    revive: async (server) => keep(await startServer(workspace, ['--port', new URL(server.ready.url).port])),
  };
}

function electronDesk(workspace: Workspace, closing: (() => Promise<void>)[]): Desk {
  return {
    shell: 'electron',
    workspace,
    start: async ({ project, isDemo } = {}) => {
      const demo = isDemo ? ['--demo'] : [];
      const app = await launchElectron(workspace, [...demo, ...(project ? [`--project=${project}`] : [])]);
      const close = async () => {
        // A journey may end in the middle of a turn; quitting would ask about that.
        await app
          .evaluate(({ dialog }) => {
            dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
          })
          .catch(() => {});
        await app.close();
      };
      closing.push(close);
      const page = await app.firstWindow({ timeout: 120_000 });
      await calm(page);
      await app.evaluate(({ shell }) => {
        const opened: string[] = [];
        shell.openExternal = async (address) => void opened.push(address);
        Object.assign(globalThis, { linksOpened: opened });
      });
      const linksOpened = () =>
        app.evaluate(() => (globalThis as unknown as { linksOpened: string[] }).linksOpened);
      const openFolder = async (path: string) => {
        await app.evaluate(({ dialog }, chosen) => {
          dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
        }, path);
        await page.getByRole('button', { name: 'Open a project…' }).click();
      };
      return { page, server: null, openFolder, close, linksOpened };
    },
    startAgain: (project) => startAgain(workspace, [`--project=${project}`]),
    revive: () => Promise.reject(new Error('only the web shell has a server to revive')),
  };
}
