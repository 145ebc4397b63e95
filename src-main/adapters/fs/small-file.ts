import { dirname } from 'node:path';
import { err, ok } from '@domain/result';
import type { SmallFile } from '../../ports/small-files';
import { ensureFolder } from './folders';
import { readTextIfThere } from './read-file';
import { writeAtomic } from './write-file';

export function createSmallFile(path: string): SmallFile {
  return {
    path,
    async read() {
      const text = readTextIfThere(path);
      return text.ok ? text : err({ code: 'unreadable', detail: `${text.error.code} (${text.error.errno})` });
    },
    async replace(text) {
      const folder = ensureFolder(dirname(path));
      const written = folder.ok ? await writeAtomic(path, text) : folder;
      return written.ok
        ? ok(undefined)
        : err({ code: 'unwritable', detail: `${written.error.code} (${written.error.errno})` });
    },
  };
}
