import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
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
  /** The parts of the path that the route names in braces, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `path` is exact, has named parts (`/sessions/{id}`), or ends in `*` and stands for everything below; the first that
 * fits answers.
 */
type Spoken = {
  readonly method: Method;
  readonly path: string;
  /** How a refusal of the server itself is put here; left out: `{ code }`. */
  readonly tell?: (status: number, code: string) => Reply;
};

export type HttpRoute = Spoken & {
  readonly kind: 'http';
  readonly access: Access;
  readonly maxBodyBytes?: number;
  answer(request: AdmittedRequest): Promise<Reply>;
};

/** Takes or gives bytes as they come. Null: it has answered itself. */
export type StreamRoute = Spoken & {
  readonly kind: 'stream';
  readonly access: 'read' | 'write';
  serve(
    request: Omit<AdmittedRequest, 'body'>,
    exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ): Promise<Reply | null>;
  /** Ends what is still being served. */
  close(): void;
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

export type Route = HttpRoute | StreamRoute | UpgradeRoute;

export function jsonReply(status: number, value: unknown): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  };
}

export function fits(path: string, asked: string): boolean {
  return paramsOf(path, asked) !== null;
}

/** Null: the path does not fit, or a named part cannot be decoded. */
export function paramsOf(path: string, asked: string): Readonly<Record<string, string>> | null {
  if (path.endsWith('*')) return asked.startsWith(path.slice(0, -1)) ? {} : null;
  if (!path.includes('{')) return asked === path ? {} : null;
  const wanted = path.split('/');
  const given = asked.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = given[at] ?? '';
    if (!part.startsWith('{')) {
      if (part !== text) return null;
      continue;
    }
    const decoded = decode(text);
    if (decoded === null || decoded === '') return null;
    params[part.slice(1, -1)] = decoded;
  }
  return params;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
