import { type FileHandle, open } from 'node:fs/promises';
import type { Message } from '@domain/session/message';
import { createMessageBuilder } from '@domain/transcript/message-builder';
import type { Timers } from '../../ports/timers';
import { createLineCutter } from './line-cutter';

/*
 * Follows one transcript while its process lives.
 * T1  Nothing is read while nothing is awaited: the stream says which lines must come, and the file is read until they are
 *     there (Claude writes them up to a moment after it has told them).
 * T2  `finish` reads to the end of the file: after the process has ended nothing is missing.
 * T3  Memory is bounded by the longest line we take, whatever the file holds.
 */
export type TranscriptTail = {
  /** A line with this uuid will be written. */
  expect(uuid: string): void;
  /** Reads what is there now, whether something is awaited or not. */
  look(): Promise<void>;
  finish(): Promise<void>;
};

export type TranscriptTailDeps = {
  readonly locate: () => Promise<string | null>;
  readonly timers: Timers;
  readonly onMessages: (messages: readonly Message[]) => void;
  /** Every line as it stands, before its message is told. */
  readonly onLine?: (line: string) => void;
};

const CHUNK_BYTES = 1024 * 1024;
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const AGAIN_MS = 150;
/** A line that did not come within this many looks is waited for no longer; the next one told begins anew. */
const MOST_LOOKS = 400;

export function createTranscriptTail(deps: TranscriptTailDeps): TranscriptTail {
  const { locate, timers, onMessages, onLine } = deps;
  const builder = createMessageBuilder({ inOrder: true });
  const cutter = createLineCutter(MAX_LINE_BYTES);
  const awaited = new Set<string>();
  let path: string | null = null;
  let offset = 0;
  let looks = 0;
  let cancel: (() => void) | null = null;
  let isFinished = false;
  let reading: Promise<void> = Promise.resolve();

  const tell = (messages: readonly Message[]) => {
    if (messages.length > 0) onMessages(messages);
  };

  const readOn = async () => {
    path ??= await locate();
    if (path === null) return;
    let file: FileHandle;
    try {
      file = await open(path, 'r');
    } catch {
      return;
    }
    const from = offset;
    try {
      for (;;) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, offset);
        if (bytesRead === 0) break;
        offset += bytesRead;
        const lines = cutter.push(buffer.subarray(0, bytesRead));
        if (onLine !== undefined) lines.forEach(onLine);
        tell(builder.add(lines));
      }
      // Nothing came since the last look: what still waits for its parent waits in vain.
      if (offset === from) tell(builder.settle());
    } catch {
      // A file that cannot be read now is looked at again with the next line.
    } finally {
      await file.close();
    }
    for (const uuid of awaited) if (builder.has(uuid)) awaited.delete(uuid);
  };

  const look = () => {
    cancel = null;
    reading = reading.then(readOn).then(() => {
      if (isFinished || cancel !== null || awaited.size === 0) return;
      looks += 1;
      if (looks < MOST_LOOKS) cancel = timers.after(AGAIN_MS, look);
      else awaited.clear();
    });
  };

  return {
    expect(uuid) {
      if (isFinished) return;
      awaited.add(uuid);
      looks = 0;
      cancel ??= timers.after(AGAIN_MS, look);
    },
    look() {
      if (!isFinished) reading = reading.then(readOn);
      return reading;
    },
    async finish() {
      isFinished = true;
      cancel?.();
      await reading;
      await readOn();
      tell(builder.settle());
    },
  };
}
