import { dialog } from 'electron';
import type { FolderChooser } from '../ports/folder-chooser';
import type { AppWindow } from './app-window';

export function createFolderDialog(window: AppWindow): FolderChooser {
  return {
    async choose() {
      const options: Electron.OpenDialogOptions = {
        title: 'Open a project',
        buttonLabel: 'Open',
        properties: ['openDirectory', 'createDirectory'],
      };
      const parent = window.current();
      const chosen = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
  };
}
