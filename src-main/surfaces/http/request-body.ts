import type { IncomingMessage } from 'node:http';

/** A body that comes drop by drop holds a connection and nothing else, but not for ever. */
const BODY_MS = 30_000;
const DISCARD_MS = 5_000;
const MAX_DISCARDED_BYTES = 1024 * 1024;

export type ReadBody =
  | { readonly ok: true; readonly body: Buffer }
  | { readonly ok: false; readonly status: 408 | 413; readonly code: 'body-too-slow' | 'body-too-large' };

export async function readBody(request: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  const tooLarge = { ok: false, status: 413, code: 'body-too-large' } as const;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  const isInTime = await within(BODY_MS, request, (chunk) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    return size <= maxBytes;
  });
  if (!isInTime) return { ok: false, status: 408, code: 'body-too-slow' };
  return size > maxBytes ? tooLarge : { ok: true, body: Buffer.concat(chunks) };
}

/**
 * An answer given while the client is still talking is lost with the connection when the rest goes unread, so a
 * modest rest is read and dropped first.
 */
export async function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  let size = 0;
  await within(DISCARD_MS, request, (chunk) => {
    size += chunk.length;
    return size <= MAX_DISCARDED_BYTES;
  });
}

/** False: time ran out. `take` answers false when it has enough. */
async function within(
  ms: number,
  request: IncomingMessage,
  take: (chunk: Buffer) => boolean,
): Promise<boolean> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), late]);
      if (next === 'late') return false;
      if (next.done === true || !take(next.value)) return true;
    }
  } finally {
    clearTimeout(timer);
  }
}
