import { BRIDGE_CHANNEL } from '@contract/bridge-channel';
import { type App, type IpcMainEvent, ipcMain, type WebContents, webContents } from 'electron';
import type { IpcPort } from '../surfaces/ipc';

export function createElectronIpcPort(app: App): IpcPort {
  return {
    onMessage(receive) {
      const hear = (event: IpcMainEvent, page: unknown, body: unknown) => {
        const frame = event.senderFrame;
        receive({
          windowId: event.sender.id,
          frameUrl: frame?.url ?? null,
          isMainFrame: frame !== null && frame === event.sender.mainFrame,
          page,
          body,
        });
      };
      ipcMain.on(BRIDGE_CHANNEL, hear);
      return () => ipcMain.off(BRIDGE_CHANNEL, hear);
    },
    onGone(tell) {
      const watch = (_event: unknown, contents: WebContents) => {
        const { id } = contents;
        contents.once('destroyed', () => tell(id));
        contents.on('render-process-gone', () => tell(id));
      };
      app.on('web-contents-created', watch);
      return () => app.off('web-contents-created', watch);
    },
    post(windowId, page, envelope) {
      const contents = webContents.fromId(windowId);
      if (contents && !contents.isDestroyed()) contents.send(BRIDGE_CHANNEL, page, envelope);
    },
  };
}
