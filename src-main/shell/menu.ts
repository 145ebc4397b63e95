import { Menu, type MenuItemConstructorOptions } from 'electron';

/**
 * Only what belongs to the window itself. Everything the app does has its key in the renderer's keymap, where a person
 * can change it; a menu accelerator would win over that and could not be remapped.
 */
export function installMenu(platform: NodeJS.Platform, isPackaged: boolean): void {
  const mac: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(isPackaged ? [] : ([{ role: 'toggleDevTools' }] as const)),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...mac,
      ...(platform === 'darwin' ? [] : [{ label: '&File', submenu: [{ role: 'quit' as const }] }]),
      { role: 'editMenu' },
      { label: '&View', submenu: view },
      { role: 'windowMenu' },
    ]),
  );
}
