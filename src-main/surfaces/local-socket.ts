import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { err, ok, type Result } from '@domain/result';
import { createConnection } from './connection';
import type { Dispatch } from './dispatch';
import { createLineReader, parseLine } from './line-reader';

/** How the command line and a second start reach the running app: one envelope a line, both ways. */
export type LocalSocket = { readonly path: string; close(): Promise<void> };
export type LocalSocketError = {
  readonly code: 'socket-failed';
  readonly path: string;
  readonly detail: string;
};

export type LocalSocketDeps = {
  readonly path: string;
  readonly dispatch: Dispatch;
  readonly maxWaitingBytes?: number;
};

export const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** The caller owns the name (it is the one running instance): what an earlier process left there is removed. */
export async function listenLocalSocket(
  deps: LocalSocketDeps,
): Promise<Result<LocalSocket, LocalSocketError>> {
  const { path, dispatch, maxWaitingBytes = 16 * 1024 * 1024 } = deps;
  const sockets = new Set<Socket>();
  let named = 0;

  const server = createServer((socket) => {
    named += 1;
    sockets.add(socket);
    const connection = createConnection({
      dispatch,
      door: 'cli',
      name: `cli-${named}`,
      send: (envelope) => {
        if (socket.destroyed) return;
        // A reader that stopped reading is let go; it comes back with its cursor.
        if (socket.writableLength > maxWaitingBytes) socket.destroy();
        else socket.write(`${JSON.stringify(envelope)}\n`);
      },
    });
    const reader = createLineReader(MAX_LINE_BYTES, (line) => connection.receive(parseLine(line)));
    socket.on('data', (chunk) => {
      if (!reader.push(chunk)) socket.destroy();
    });
    // 'close' follows every error; without a listener the error would end the program.
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      connection.close();
    });
  });

  removeLeftSocket(path);
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve(err({ code: 'socket-failed', path, detail: error.message }));
    server.once('error', failed);
    server.listen(path, () => {
      server.off('error', failed);
      if (!isPipe(path)) chmodSync(path, 0o600);
      resolve(
        ok({
          path,
          close: () =>
            new Promise((closed) => {
              // Node removes the socket file with the server.
              server.close(() => closed());
              for (const socket of sockets) socket.destroy();
            }),
        }),
      );
    });
  });
}

function isPipe(path: string): boolean {
  return path.startsWith('\\\\');
}

function removeLeftSocket(path: string): void {
  if (isPipe(path)) return;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSocket()) unlinkSync(path);
}
