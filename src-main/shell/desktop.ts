import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, session, shell } from 'electron';
import { isAppPage } from './app-address';
import { registerAppScheme, serveAppProtocol } from './app-protocol';
import { type AppWindow, createAppWindow } from './app-window';
import { createDownloads } from './downloads';
import { createElectronIpcPort } from './electron-ipc-port';
import { createFolderDialog } from './folder-dialog';
import { type Denial, hardenPages, hardenSession } from './hardening';
import { installMenu } from './menu';
import { createQuitQuestion } from './quit-question';
import type { WindowStateFile } from './window-state';

export type DesktopDeps = {
  /** Electron's own profile: cookies, caches, crash notes. */
  readonly profileFolder: string;
  readonly onDenied: (denial: Denial) => void;
  /** How many turns of Claude run right now. */
  readonly turns: () => number;
};

export type Failure = { readonly step: string; readonly detail: string; readonly wayOut: string };

/**
 * Electron, set up and not yet showing anything. Must be called before the first `await` of the entry: paths and schemes
 * are fixed once Electron is ready.
 */
export function prepareDesktop({ profileFolder, onDenied, turns }: DesktopDeps) {
  // Only from source: a packed app listens to no address it is handed.
  const devServer = app.isPackaged ? null : (process.env['ELECTRON_RENDERER_URL'] ?? null);
  const hardening = { devServer, onDenied };
  const downloads = createDownloads();
  app.setName('Beads Console');
  const profile = openProfile(profileFolder);
  app.setPath('userData', profile.folder);
  registerAppScheme();
  hardenPages(app, hardening);
  const ipc = createElectronIpcPort(app);
  const question = createQuitQuestion({ turns, ask: askToQuit });
  let isEnding = false;

  return {
    isPackaged: app.isPackaged,
    /** Why the profile folder cannot be used, or null. Told here: a message needs a profile to be shown with. */
    profileProblem: profile.problem,
    ipc,
    isOurPage: (url: string) => isAppPage(url, devServer),
    ready: () => app.whenReady(),

    /** Serves the built window's files and makes the window, hidden until it has something to show. */
    openWindow(options: {
      rendererFolder: string;
      preload: string;
      icon: string | null;
      state: WindowStateFile;
      onCrash: (crash: { reason: string; reloadsLeft: number }) => void;
    }): AppWindow {
      const { rendererFolder, ...rest } = options;
      hardenSession(session.defaultSession, { ...hardening, downloads });
      serveAppProtocol(session.defaultSession, rendererFolder);
      installMenu(process.platform, app.isPackaged);
      // On macOS a closed window ends nothing.
      const mayClose = (again: () => void) => process.platform === 'darwin' || question.mayEnd(again);
      const window = createAppWindow({ ...rest, devServer, mayClose });
      // On macOS an app lives on without a window; its dock icon brings one back.
      app.on('activate', () => void window.open());
      app.on('window-all-closed', () => {
        if (process.platform !== 'darwin') app.quit();
      });
      return window;
    },

    folderDialog: createFolderDialog,

    /** `close` runs once, whatever ends the app: the last window, the menu, a signal. Then the process ends. */
    onQuit(close: () => Promise<void>): void {
      let isClosing = false;
      app.on('before-quit', (event) => {
        if (question.mayEnd(() => app.quit())) isEnding = true;
        else event.preventDefault();
      });
      app.on('will-quit', (event) => {
        event.preventDefault();
        if (isClosing) return;
        isClosing = true;
        void close().finally(() => app.exit(Number(process.exitCode ?? 0)));
      });
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        process.on(signal, () => {
          question.force();
          app.quit();
        });
    },

    /** Asked to end: what fails from now on fails because of that. */
    isEnding: () => isEnding,
    quit: (code: number) => app.exit(code),

    saveOutcome: downloads.outcomeOf,

    /** Our own login link of a running web shell, or a web address that a person has said yes to. */
    openInBrowser: (address: string) => shell.openExternal(new URL(address).href),

    async showFailure({ step, detail, wayOut }: Failure): Promise<void> {
      await app.whenReady();
      await dialog.showMessageBox({
        type: 'error',
        title: 'Beads Console',
        message: `Beads Console could not ${step}.`,
        detail: `${detail}\n\n${wayOut}`,
        buttons: ['Quit'],
      });
    },
  };
}

/** Paused, not lost: what was said so far is kept, and it can be resumed. */
async function askToQuit(turns: number): Promise<boolean> {
  const many = turns === 1 ? 'Claude is working in a session.' : `Claude is working in ${turns} sessions.`;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Beads Console',
    message: many,
    detail:
      'Quitting stops the turn and pauses the session. What was said so far is kept, and Resume picks it up.',
    buttons: ['Quit', 'Keep working'],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

export type Desktop = ReturnType<typeof prepareDesktop>;

function openProfile(folder: string): { folder: string; problem: string | null } {
  try {
    // Made here, because Electron would make it readable to everyone.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { folder, problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { folder: mkdtempSync(join(tmpdir(), 'beads-console-')), problem };
  }
}
