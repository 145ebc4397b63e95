import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';
import { openBytes, sealBytes } from '../fs/sealed-bytes';

/** A file is kept in pieces of this size, so that a line that is added costs one of them. */
export const BLOCK_BYTES = 1024 * 1024;

const compress = promisify(brotliCompress);
/** Much of a transcript is the same words again; more effort than this costs ten times the time for a tenth of the size. */
const QUALITY = 5;

/** Named by its content, with the key: a name says nothing to whoever has not the key. */
export function blockName(key: Buffer, scope: string, plain: Uint8Array): string {
  return createHmac('sha256', key).update(`${scope}\n`).update(plain).digest('hex').slice(0, 40);
}

export async function sealBlock(key: Buffer, name: string, plain: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return sealBytes(key, name, await compress(plain, { params }));
}

/** Null: it is not what was written, or of another key. */
export function openBlock(key: Buffer, name: string, sealed: Buffer): Buffer | null {
  const small = openBytes(key, name, sealed);
  if (small === null) return null;
  try {
    return brotliDecompressSync(small, { maxOutputLength: BLOCK_BYTES });
  } catch {
    return null;
  }
}
