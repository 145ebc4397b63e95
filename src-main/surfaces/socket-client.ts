import { createConnection as connect } from 'node:net';
import { err, ok, type Result } from '@domain/result';
import { createLineReader, parseLine } from './line-reader';
import { createWireClient, type WireClient } from './wire-client';

export type SocketClient = Pick<WireClient, 'call' | 'follow'> & {
  readonly isLost: () => boolean;
  close(): void;
};

/** An answer may be larger than a question: a listing, a transcript. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Connects to a running app. Nobody there is an answer, not an exception. */
export function connectSocket(path: string): Promise<Result<SocketClient, { code: 'nobody-there' }>> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    let isLost = false;
    const client = createWireClient((envelope) => socket.write(`${JSON.stringify(envelope)}\n`));
    const reader = createLineReader(MAX_LINE_BYTES, (line) => client.receive(parseLine(line)));
    socket.on('data', (chunk) => {
      if (!reader.push(chunk)) socket.destroy();
    });
    socket.on('error', () => resolve(err({ code: 'nobody-there' })));
    socket.on('close', () => {
      isLost = true;
      client.lose();
      resolve(err({ code: 'nobody-there' }));
    });
    socket.once('connect', () =>
      resolve(
        ok({
          call: client.call,
          follow: client.follow,
          isLost: () => isLost,
          close: () => socket.destroy(),
        }),
      ),
    );
  });
}
