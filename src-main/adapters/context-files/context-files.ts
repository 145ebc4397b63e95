import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ContextFiles } from '../../ports/context-files';
import { readRegular } from '../fs/read-file';

/** More of one file than this is Claude's to read, in pieces. */
const LARGEST = 256 * 1024;

const digest = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

export function createContextFiles(list: ContextFiles['list']): ContextFiles {
  return {
    list,
    async read(folder, path) {
      const root = await realpath(folder).catch(() => null);
      const real = await realpath(join(folder, path)).catch(() => null);
      if (root === null || real === null) return { ok: false, why: 'unreadable' };
      if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return { ok: false, why: 'outside' };
      const read = readRegular(real, { maxBytes: LARGEST });
      if (!read.ok) return { ok: false, why: read.error.errno === 'EFBIG' ? 'too-big' : 'unreadable' };
      const { data } = read.value;
      if (data.includes(0)) return { ok: false, why: 'binary' };
      return { ok: true, text: data.toString('utf8'), bytes: data.length, sha256: digest(data) };
    },
    hash: digest,
  };
}
