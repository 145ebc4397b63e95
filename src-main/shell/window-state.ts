import type { Log } from '../ports/log';
import type { SmallFile } from '../ports/small-files';
import { WindowState } from './window-bounds';

/** Forgiving to read, quiet to write: where the window stood is a comfort, never a reason not to open. */
export function createWindowStateFile(file: SmallFile, log: Log) {
  let kept: WindowState | null = null;
  return {
    async read(): Promise<WindowState | null> {
      const text = await file.read();
      if (!text.ok || text.value === null) return null;
      try {
        const parsed = WindowState.safeParse(JSON.parse(text.value));
        kept = parsed.success ? parsed.data : null;
      } catch {
        kept = null;
      }
      return kept;
    },
    async save(next: Pick<WindowState, 'bounds' | 'is_maximized'>): Promise<void> {
      kept = { ...kept, ...next, version: 1 };
      const written = await file.replace(`${JSON.stringify(kept, null, 2)}\n`);
      if (!written.ok) log.warn('the window position was not saved', { code: written.error.code });
    },
  };
}

export type WindowStateFile = ReturnType<typeof createWindowStateFile>;
