import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { filterText } from '@domain/privacy/filter-text';
import { filterValue } from '@domain/privacy/filter-value';
import pino from 'pino';
import type { Log, LogFields } from '../../ports/log';
import { makeFolders } from '../fs/make-folders';

const MOST_BYTES = 5 * 1024 * 1024;
const KEPT = 3;

/** Wherever one of these names stands in what is logged, its value does not. */
const SECRET_NAMES = ['token', 'authorization', 'password', 'secret', 'login_url', 'code_of_login'];
const redact = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export type FileLog = { readonly log: Log; close(): void };

/**
 * JSON lines in `logs/console.log`, three older files kept. Lines are written at once: a crash loses none. A log that
 * cannot be written (a full disk, no folder) costs its lines: it is no reason for the program, or the doctor, to fail.
 */
export function openFileLog(folder: string): FileLog {
  const path = join(folder, 'console.log');
  let file: { readonly fd: number; bytes: number } | null = null;
  let isClosed = false;

  const letGo = () => {
    const last = file;
    file = null;
    if (last !== null) quietly(() => closeSync(last.fd));
  };
  const write = (line: string) =>
    quietly(() => {
      if (isClosed) return;
      file ??= open(folder, path);
      file.bytes += writeSync(file.fd, line);
      // The next line opens the next file.
      if (file.bytes >= MOST_BYTES) letGo();
    });

  const logger = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redact, censor: '[REDACTED]' },
    },
    { write },
  );
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, fields?: LogFields) => {
    // As everything that is written: an error may carry the text of a prompt or of a program's output.
    logger[level](passed(fields ?? {}), filterText(message, 'shapes').text);
  };
  return {
    log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    close() {
      isClosed = true;
      letGo();
    },
  };
}

function passed(fields: LogFields): object {
  const plain = Object.entries(fields).map(
    ([name, value]) => [name, value instanceof Error ? pino.stdSerializers.err(value) : value] as const,
  );
  return filterValue(Object.fromEntries(plain), 'shapes').value as object;
}

function open(folder: string, path: string): { fd: number; bytes: number } {
  makeFolders(folder);
  rotate(path);
  return { fd: openSync(path, 'a', 0o600), bytes: sizeOf(path) };
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // Nobody is left to tell: this is where troubles are told.
  }
}

function rotate(path: string): void {
  if (sizeOf(path) < MOST_BYTES) return;
  for (let age = KEPT - 1; age >= 0; age -= 1) {
    const from = age === 0 ? path : `${path}.${age}`;
    // That age may not exist yet.
    quietly(() => renameSync(from, `${path}.${age + 1}`));
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
