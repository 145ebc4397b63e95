import { request } from 'node:http';

export type RawAnswer = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
};

export type RawRequest = {
  readonly port: number;
  readonly method?: string;
  readonly path: string;
  /** Pairs, so that a header can be sent twice. A Host is not added by itself. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
};

/** What a client can say that `fetch` would not: any Host, any Origin, a path that is not normalised, an upgrade. */
export function rawRequest({ port, method = 'GET', path, headers, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      setHost: false,
      agent: false,
      headers: headers.flat() as string[],
    });
    sent.on('error', reject);
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' });
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.end(body);
  });
}

export const upgradeHeaders = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
] as const;
