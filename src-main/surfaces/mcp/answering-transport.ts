import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** Knows which requests still wait for their answer, so that one who asks and hangs up at once is answered too. */
export function answeringTransport(inner: Transport): { transport: Transport; answered(): Promise<void> } {
  const open = new Set<RequestId>();
  const waiting: (() => void)[] = [];
  const settle = (id: RequestId) => {
    open.delete(id);
    if (open.size === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  const taken = (message: JSONRPCMessage) => {
    if (!('method' in message)) return;
    if ('id' in message) open.add(message.id);
    // What was taken back gets no answer.
    else if (message.method === 'notifications/cancelled') settle(message.params?.['requestId'] as RequestId);
  };

  const transport: Transport = {
    async start() {
      inner.onmessage = (message, extra) => {
        taken(message);
        transport.onmessage?.(message, extra);
      };
      inner.onclose = () => transport.onclose?.();
      inner.onerror = (error) => transport.onerror?.(error);
      await inner.start();
    },
    async send(message, options) {
      await inner.send(message, options);
      if (!('method' in message) && message.id !== undefined) settle(message.id);
    },
    close: () => inner.close(),
  };
  return {
    transport,
    answered: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
