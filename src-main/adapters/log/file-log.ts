import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Log, LogFields } from '../../ports/log';

const MOST_BYTES = 5 * 1024 * 1024;
const KEPT = 3;

/** Wherever one of these names stands in what is logged, its value does not. */
const SECRET_NAMES = ['token', 'authorization', 'password', 'secret', 'login_url', 'code_of_login'];
const redact = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export type FileLog = { readonly log: Log; close(): void };

/** JSON lines in `logs/console.log`, three older files kept. Lines are written at once: a crash loses none. */
export function openFileLog(folder: string): FileLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'console.log');
  rotate(path);
  const stream = pino.destination({ dest: path, sync: true, mode: 0o600 });
  let written = sizeOf(path);
  const logger = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redact, censor: '[REDACTED]' },
      serializers: { error: pino.stdSerializers.err },
    },
    {
      write(line: string) {
        stream.write(line);
        written += Buffer.byteLength(line);
        if (written < MOST_BYTES) return;
        rotate(path);
        stream.reopen();
        written = 0;
      },
    },
  );
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, fields?: LogFields) => {
    logger[level](fields ?? {}, message);
  };
  return {
    log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    close: () => stream.end(),
  };
}

function rotate(path: string): void {
  if (sizeOf(path) < MOST_BYTES) return;
  for (let age = KEPT - 1; age >= 0; age -= 1) {
    const from = age === 0 ? path : `${path}.${age}`;
    try {
      renameSync(from, `${path}.${age + 1}`);
    } catch {
      // That age does not exist yet.
    }
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
