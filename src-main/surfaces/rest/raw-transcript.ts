import { once } from 'node:events';
import { API } from '@contract/rest-addresses';
import type { Message } from '@domain/session/message';
import type { Dispatch } from '../dispatch';
import type { StreamRoute } from '../http/route';
import { SECURITY_HEADERS } from '../http/security-headers';
import { problemReply, tellProblem } from './problem';

type Page = { readonly messages: readonly Message[]; readonly next_cursor: string | null };
const PAGE = 200;

/**
 * The whole record, one message a line. Claude's own file leaves through no door: what is not filtered is shown in the
 * window and nowhere else.
 */
export function createRawRoute(dispatch: Dispatch): StreamRoute {
  const open = new Set<() => void>();
  return {
    kind: 'stream',
    method: 'GET',
    path: `${API}/sessions/{id}/transcript/raw`,
    access: 'read',
    tell: tellProblem,
    async serve({ params, query, admission }, { response }) {
      const caller = { door: 'rest', connection: admission.holder } as const;
      const ask = (cursor: string | null) =>
        dispatch.call(
          'sessions.messages',
          { ...Object.fromEntries(query), ...params, cursor, limit: PAGE },
          caller,
        );
      let answer = await ask(null);
      if (!answer.ok) return problemReply(answer.error);
      const stop = () => response.destroy();
      open.add(stop);
      response.once('close', () => open.delete(stop));
      response.on('error', stop);
      response.writeHead(200, {
        ...SECURITY_HEADERS,
        'content-type': 'application/x-ndjson; charset=utf-8',
        'cache-control': 'no-store',
      });
      for (;;) {
        // An error in the middle can only be told by an end that is none.
        if (!answer.ok || response.destroyed) {
          response.destroy();
          return null;
        }
        const { messages, next_cursor } = answer.value as Page;
        for (const message of messages)
          if (!response.write(`${JSON.stringify(message)}\n`) && !response.destroyed)
            await Promise.race([once(response, 'drain'), once(response, 'close')]);
        if (next_cursor === null || messages.length === 0) break;
        answer = await ask(next_cursor);
      }
      response.end();
      return null;
    },
    close() {
      for (const stop of open) stop();
    },
  };
}
