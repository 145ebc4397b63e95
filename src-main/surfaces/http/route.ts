import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Access, Admission } from './gate';

export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** What a route sees. `admission` comes from the gate alone, so a route cannot be answered around it. */
export type AdmittedRequest = {
  readonly admission: Admission;
  /** As sent, without the query: percent signs are not decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
};

/** `path` is exact, or ends in `*` and stands for everything below; the first that fits answers. */
export type HttpRoute = {
  readonly kind: 'http';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly maxBodyBytes?: number;
  answer(request: AdmittedRequest): Promise<Reply>;
};

export type UpgradeRoute = {
  readonly kind: 'upgrade';
  readonly path: string;
  readonly access: 'token';
  accept(
    admission: Admission,
    upgrade: { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer },
  ): void;
  /** Ends what was accepted. */
  close(): void;
};

export type Route = HttpRoute | UpgradeRoute;

export function jsonReply(status: number, value: unknown): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  };
}

export function fits(path: string, asked: string): boolean {
  return path.endsWith('*') ? asked.startsWith(path.slice(0, -1)) : asked === path;
}
