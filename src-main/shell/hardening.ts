import type { App, Session, WebContents } from 'electron';
import { APP_SCHEME, isAppPage, isMadeByAppPage } from './app-address';
import type { Downloads } from './downloads';

export type Denial = { readonly what: string; readonly url: string };
export type HardeningDeps = {
  readonly devServer: string | null;
  readonly onDenied: (denial: Denial) => void;
};

/** Holds for every page this process will ever make, not only for the windows we remember to pass through here. */
export function hardenPages(app: App, deps: HardeningDeps): void {
  app.on('web-contents-created', (_event, contents) => hardenPage(contents, deps));
}

function hardenPage(contents: WebContents, { devServer, onDenied }: HardeningDeps): void {
  const deny = (what: string, event: { preventDefault(): void }, url: string) => {
    event.preventDefault();
    onDenied({ what, url });
  };
  contents.setWindowOpenHandler(({ url }) => {
    onDenied({ what: 'window-open', url });
    return { action: 'deny' };
  });
  contents.on('will-attach-webview', (event) => deny('webview', event, ''));
  // The window has one page and stays on it; a page may load itself again.
  contents.on('will-navigate', (event) => {
    const isReload = isAppPage(event.url, devServer) && event.url === contents.getURL();
    if (!isReload) deny('navigation', event, event.url);
  });
  contents.on('will-redirect', (event) => deny('redirect', event, event.url));
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isAppPage(event.url, devServer)) deny('navigation', event, event.url);
  });
}

export function hardenSession(
  session: Session,
  { devServer, onDenied, downloads }: HardeningDeps & { readonly downloads: Pick<Downloads, 'begun'> },
): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) => {
    const isAllowed = isHarmless(permission) && isMainFrame && isAppPage(requestingUrl, devServer);
    if (!isAllowed) onDenied({ what: 'permission', url: permission });
    answer(isAllowed);
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => isHarmless(permission) && isAppPage(origin, devServer),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    // An export: Electron asks the person where it goes.
    if (isMadeByAppPage(item.getURL(), devServer)) return downloads.begun(item.getURL(), item);
    event.preventDefault();
    onDenied({ what: 'download', url: item.getURL() });
  });
  // The last wall: whatever a page is talked into loading, nothing leaves the machine from here.
  session.webRequest.onBeforeRequest((details, answer) => {
    const isLocal = /^(?:devtools|data|blob|chrome-extension):/.test(details.url);
    const isDev = devServer !== null && isDevTraffic(details.url, devServer);
    const isAllowed = isLocal || isDev || details.url.startsWith(`${APP_SCHEME}:`);
    if (!isAllowed) onDenied({ what: 'request', url: details.url });
    answer({ cancel: !isAllowed });
  });
}

/** Putting text on the clipboard (not reading it), and notices of the system, which the settings can switch off. */
function isHarmless(permission: string): boolean {
  return permission === 'clipboard-sanitized-write' || permission === 'notifications';
}

function isDevTraffic(url: string, devServer: string): boolean {
  return URL.canParse(url) && new URL(url).host === new URL(devServer).host;
}
