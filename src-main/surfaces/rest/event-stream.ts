import type { ServerResponse } from 'node:http';
import { API, restTopics } from '@contract/rest-addresses';
import { Cursor, type Frame } from '@domain/feed';
import type { Dispatch } from '../dispatch';
import type { StreamRoute } from '../http/route';
import { SECURITY_HEADERS } from '../http/security-headers';
import { problemReply, tellProblem } from './problem';

/*
 * Live changes as server-sent events: `<topic>.snapshot` first, then `<topic>.change`.
 * E1  Every event's id holds how far each topic was told. Who comes back with it (Last-Event-ID) gets what was missed, or a
 *     snapshot in its place.
 * E2  A client that stops reading is cut off before it costs memory.
 * E3  A token that expires or is revoked ends the stream at the next heartbeat.
 */
export type EventsDeps = {
  readonly dispatch: Dispatch;
  readonly heartbeatMs?: number;
  readonly maxWaitingBytes?: number;
};

type Place = Record<string, Cursor>;
const MOST_CLIENTS = 64;

export function createEventsRoute(deps: EventsDeps): StreamRoute {
  const { dispatch, heartbeatMs = 15_000, maxWaitingBytes = 16 * 1024 * 1024 } = deps;
  const open = new Set<ServerResponse>();
  const names = new Map(restTopics().map(({ topic, name }) => [topic, name]));

  return {
    kind: 'stream',
    method: 'GET',
    path: `${API}/events`,
    access: 'read',
    tell: tellProblem,
    async serve({ query, headers, admission }, { response }) {
      if (open.size >= MOST_CLIENTS) return problemReply({ code: 'too-many-streams' }, 429);
      const project = query.get('project');
      const asked = query.get('topics')?.split(',') ?? ['sessions', ...(project === null ? [] : ['beads'])];
      const unknown = asked.find((topic) => !names.has(topic));
      if (unknown !== undefined) return problemReply({ code: 'topic-unknown' });
      const place = readPlace(headers['last-event-id'] ?? query.get('last_event_id'), names);
      const stops: (() => void)[] = [];
      const early: [string, Frame<unknown, unknown>][] = [];
      let isTold = false;
      const stop = () => {
        open.delete(response);
        for (const end of stops.splice(0)) end();
        response.destroy();
      };
      const tell = (topic: string, frame: Frame<unknown, unknown>) => {
        if (response.destroyed) return;
        if (!isTold) {
          early.push([topic, frame]);
          return;
        }
        if (response.writableLength > maxWaitingBytes) return stop();
        place[topic] = frame.cursor;
        const data = frame.type === 'snapshot' ? frame.value : frame.change;
        response.write(
          `id: ${writePlace(place)}\nevent: ${topic}.${frame.type}\ndata: ${JSON.stringify(data)}\n\n`,
        );
      };

      open.add(response);
      response.on('error', stop);
      response.once('close', stop);
      for (const topic of new Set(asked)) {
        // Sessions of every project are meant when none is named; other streams say themselves what they need.
        const input = project !== null && (topic === 'sessions' || topic === 'beads') ? { project } : {};
        const begun = await dispatch.follow(
          names.get(topic) ?? '',
          input,
          place[topic] ?? null,
          (frame) => tell(topic, frame),
          { door: 'rest', connection: admission.holder },
        );
        if (!begun.ok) {
          for (const end of stops.splice(0)) end();
          open.delete(response);
          response.off('close', stop);
          return problemReply(begun.error);
        }
        if (response.destroyed) begun.value();
        else stops.push(begun.value);
      }
      if (response.destroyed) return null;
      response.writeHead(200, {
        ...SECURITY_HEADERS,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      response.write('retry: 1000\n\n');
      isTold = true;
      for (const [topic, frame] of early.splice(0)) tell(topic, frame);
      const beat = setInterval(() => {
        if (admission.isStillGood()) response.write(': still here\n\n');
        else stop();
      }, heartbeatMs);
      stops.push(() => clearInterval(beat));
      return null;
    },
    close() {
      for (const response of [...open]) response.destroy();
    },
  };
}

function writePlace(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** What cannot be read is a client's first visit: it gets snapshots. */
function readPlace(id: string | string[] | null | undefined, known: ReadonlyMap<string, string>): Place {
  const place: Place = {};
  if (typeof id !== 'string' || id.length > 4096) return place;
  try {
    const value: unknown = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'));
    for (const [topic, cursor] of Object.entries(value ?? {})) {
      const parsed = Cursor.safeParse(cursor);
      if (parsed.success && known.has(topic)) place[topic] = parsed.data;
    }
  } catch {
    return {};
  }
  return place;
}
