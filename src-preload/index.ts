import { type BeadsBridge, BRIDGE_CHANNEL } from '@contract/bridge-channel';
import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';

// A reload keeps the channel but not the page: an answer still on its way to the page before must not reach this one,
// whose call numbers start again. The name tells the two apart.
const page = crypto.randomUUID();

const bridge: BeadsBridge = {
  send(envelope) {
    ipcRenderer.send(BRIDGE_CHANNEL, page, envelope);
  },
  listen(receive) {
    const pass = (_event: IpcRendererEvent, to: unknown, envelope: Parameters<typeof receive>[0]) => {
      if (to === page) receive(envelope);
    };
    ipcRenderer.on(BRIDGE_CHANNEL, pass);
    return () => {
      ipcRenderer.off(BRIDGE_CHANNEL, pass);
    };
  },
  pathOf: (file) => (file instanceof File ? webUtils.getPathForFile(file) : ''),
};

contextBridge.exposeInMainWorld('beadsBridge', bridge);
