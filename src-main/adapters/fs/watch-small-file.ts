import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Timers } from '../../ports/timers';
import { watchFiles } from './watch-files';

/** Differs when the file was written, replaced, made or taken away. */
function signatureAt(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? 'none' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}

/** Gives the way to stop. A folder that is not there yet is looked for again. */
export function watchSmallFile(path: string, timers: Timers, onChange: () => void): () => void {
  const watch = watchFiles({
    folder: dirname(path),
    names: [basename(path)],
    signature: () => {
      try {
        return signatureAt(path);
      } catch {
        return 'unreadable';
      }
    },
    timers,
    onChange,
  });
  return watch.stop;
}
