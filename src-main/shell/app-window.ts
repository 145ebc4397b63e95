import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { APP_URL } from './app-address';
import { badgeOf } from './badge';
import { boundsOn, SMALLEST } from './window-bounds';
import type { WindowStateFile } from './window-state';

export type AppWindowDeps = {
  readonly preload: string;
  readonly state: WindowStateFile;
  readonly devServer: string | null;
  readonly icon: string | null;
  /** False: something keeps the window open for now; `again` is called when that has changed. */
  readonly mayClose: (again: () => void) => boolean;
  readonly onCrash: (crash: { reason: string; reloadsLeft: number }) => void;
};

const MOST_RELOADS = 3;

/** One window, and more when asked for. Opening it again brings the one that was used last to the front. */
export function createAppWindow({ preload, state, devServer, icon, mayClose, onCrash }: AppWindowDeps) {
  /** The one used last at the end. */
  const windows: BrowserWindow[] = [];
  const current = () => windows.at(-1) ?? null;
  let opening: Promise<BrowserWindow> | null = null;
  let saving: Promise<void> = Promise.resolve();

  const remember = (window: BrowserWindow) => {
    if (window.isMinimized() || window.isFullScreen()) return;
    const bounds = window.getNormalBounds();
    saving = saving.then(() => state.save({ bounds, is_maximized: window.isMaximized() }));
  };

  const make = async (): Promise<BrowserWindow> => {
    const saved = await state.read();
    const primary = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter((display) => display.id !== primary.id);
    const areas = [primary, ...others].map((display) => display.workArea);
    const beside = current()?.getNormalBounds();
    const wanted = beside === undefined ? (saved?.bounds ?? null) : shifted(beside);
    const window = new BrowserWindow({
      ...boundsOn(areas, wanted),
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
      show: false,
      title: 'Beads Console',
      // Painted before the page is: no white flash in a dark room.
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#141518' : '#f8f7f4',
      ...(icon === null ? {} : { icon }),
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
      },
    });
    if (beside === undefined && saved?.is_maximized) window.maximize();
    window.once('ready-to-show', () => window.show());
    window.on('close', (event) => {
      // Only the last one ends what runs.
      const isFree = windows.length > 1 || mayClose(() => window.isDestroyed() || window.close());
      if (isFree) remember(window);
      else event.preventDefault();
    });
    window.on('resized', () => remember(window));
    window.on('moved', () => remember(window));
    const forget = () => {
      const at = windows.indexOf(window);
      if (at >= 0) windows.splice(at, 1);
    };
    window.on('page-title-updated', (_event, title) => {
      const others = windows.filter((each) => each !== window).map((each) => each.getTitle());
      app.setBadgeCount(badgeOf([title, ...others]));
    });
    window.on('closed', () => {
      forget();
      app.setBadgeCount(badgeOf(windows.map((each) => each.getTitle())));
    });
    window.on('focus', () => {
      forget();
      windows.push(window);
    });
    // What a person sees of a crash is a page that comes back; one that cannot stay up is left for them to see.
    let reloadsLeft = MOST_RELOADS;
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit') return;
      onCrash({ reason, reloadsLeft });
      // Not inside the event: Chromium is still taking the old page down, and a reload now takes the whole app with it.
      if (reloadsLeft > 0) setImmediate(() => window.isDestroyed() || window.webContents.reload());
      reloadsLeft -= 1;
    });
    windows.push(window);
    await window.loadURL(devServer ?? APP_URL);
    return window;
  };

  return {
    async open(): Promise<BrowserWindow> {
      const there = current();
      if (there !== null) {
        bringToFront(there);
        return there;
      }
      // A second start may ask while the first window is still being made.
      opening ??= make().finally(() => {
        opening = null;
      });
      return opening;
    },
    async openAnother(): Promise<void> {
      await make();
    },
    focus(): boolean {
      const there = current();
      if (there === null) return false;
      bringToFront(there);
      return true;
    },
    current,
    /** What was still being saved is on disk afterwards. */
    async close(): Promise<void> {
      for (const window of [...windows]) window.destroy();
      await saving;
    },
  };
}

export type AppWindow = ReturnType<typeof createAppWindow>;

/** Far enough to see that there are two. */
function shifted({ x, y, width, height }: Electron.Rectangle): Electron.Rectangle {
  return { x: x + 28, y: y + 28, width, height };
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
