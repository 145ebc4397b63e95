import { type FileHandle, open } from 'node:fs/promises';
import { createLineCutter } from './line-cutter';

/** A file that only grows, read from where the last reading ended. Memory is bounded by the longest line we take. */
export type FollowedFile = {
  /** Answers whether something came. One that cannot be read now is looked at again the next time. */
  readOn(take: (lines: readonly string[]) => void): Promise<boolean>;
};

const CHUNK_BYTES = 1024 * 1024;
const MAX_LINE_BYTES = 64 * 1024 * 1024;

export function createFollowedFile(path: string): FollowedFile {
  const cutter = createLineCutter(MAX_LINE_BYTES);
  let offset = 0;
  return {
    async readOn(take) {
      let file: FileHandle;
      try {
        file = await open(path, 'r');
      } catch {
        return true;
      }
      const from = offset;
      try {
        for (;;) {
          const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, offset);
          if (bytesRead === 0) break;
          offset += bytesRead;
          take(cutter.push(buffer.subarray(0, bytesRead)));
        }
      } catch {
        // As a file that cannot be opened.
      } finally {
        await file.close();
      }
      return offset !== from;
    },
  };
}
