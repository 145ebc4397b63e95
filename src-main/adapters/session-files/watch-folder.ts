import { type FSWatcher, watch } from 'node:fs';

const POLL_MS = 500;
const DEBOUNCE_MS = 15;

/** Tells that something may have changed: at once where the system says so, twice a second where it does not. */
export function watchFolder(folder: string, tell: () => void): () => void {
  let watcher: FSWatcher | null = null;
  let soon: NodeJS.Timeout | null = null;
  const ring = () => {
    soon ??= setTimeout(() => {
      soon = null;
      tell();
    }, DEBOUNCE_MS).unref();
  };
  const drop = () => {
    watcher?.close();
    watcher = null;
  };
  const begin = () => {
    try {
      watcher = watch(folder, { persistent: false }, (_type, name) => {
        if (name === null || name === 'events.jsonl') ring();
      });
      watcher.on('error', drop);
    } catch {
      // No watches left, or a file system without them: the poll remains.
      watcher = null;
    }
  };
  begin();
  const poll = setInterval(() => {
    tell();
    if (watcher === null) begin();
  }, POLL_MS).unref();
  return () => {
    clearInterval(poll);
    if (soon !== null) clearTimeout(soon);
    drop();
  };
}
