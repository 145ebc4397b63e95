import { API, type RestAddress, restAddresses } from '@contract/rest-addresses';
import type { Dispatch } from '../dispatch';
import { fits, type HttpRoute, jsonReply, type Route } from '../http/route';
import { createEventsRoute } from './event-stream';
import { openApiDocument } from './openapi';
import { problemReply, tellProblem } from './problem';
import { createRawRoute } from './raw-transcript';
import { createInputReader } from './read-input';
import { createUploadRoute, type UploadTranscript } from './upload-transcript';

/*
 * The contract over HTTP, for scripts.
 * R1  Every entry with the door `rest` has an address, and no other has one: the table is made of the contract.
 * R2  Whatever is asked goes through the one dispatch by the door `rest`; nothing is answered around it.
 * R3  A question needs the scope `read`, a change `write`.
 * R4  A failure is problem+json with the contract's own error in it.
 * R5  No token answers Claude's questions, nor begins a session in which nobody is asked: that is a person's (0062).
 */
export type RestDeps = {
  readonly dispatch: Dispatch;
  readonly version: string;
  readonly upload: UploadTranscript;
  readonly heartbeatMs?: number;
};

const MAX_BODY_BYTES = 4 * 1024 * 1024;

export function createRestRoutes(deps: RestDeps): readonly Route[] {
  const { dispatch, version } = deps;
  // A literal part before a named one: `/beads/ready` is no bead.
  const named = ({ path }: RestAddress) => path.split('{').length;
  const addresses = [...restAddresses()].sort((a, b) => named(a) - named(b));
  return [
    createDocumentRoute(version),
    createEventsRoute(deps),
    createRawRoute(dispatch),
    createUploadRoute(deps.upload),
    ...addresses.map((address) => createEntryRoute(address, dispatch)),
    ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map(createNothingRoute),
  ];
}

function createEntryRoute(address: RestAddress, dispatch: Dispatch): HttpRoute {
  const read = createInputReader(address);
  const { name, method, path, status, entry } = address;
  return {
    kind: 'http',
    method,
    path: `${API}${path}`,
    access: entry.kind === 'query' ? 'read' : 'write',
    maxBodyBytes: MAX_BODY_BYTES,
    tell: tellProblem,
    async answer(asked) {
      const input = read(asked);
      if (!input.ok) return problemReply(input.error);
      if (input.value['permission_mode'] === 'bypassPermissions')
        return problemReply({ code: 'person-only' }, 403);
      const caller = { door: 'rest', connection: asked.admission.holder } as const;
      const answer = await dispatch.call(name, input.value, caller);
      return answer.ok ? jsonReply(status, answer.value) : problemReply(answer.error);
    },
  };
}

function createDocumentRoute(version: string): HttpRoute {
  let text: string | null = null;
  return {
    kind: 'http',
    method: 'GET',
    path: `${API}/openapi.json`,
    access: 'read',
    tell: tellProblem,
    async answer() {
      text ??= JSON.stringify(openApiDocument(version));
      return {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: text,
      };
    },
  };
}

/** So that an address of ours that is none never falls through to the window's files. */
function createNothingRoute(method: HttpRoute['method']): HttpRoute {
  const known = restAddresses();
  return {
    kind: 'http',
    method,
    path: `${API}/*`,
    access: method === 'GET' ? 'read' : 'write',
    tell: tellProblem,
    async answer({ path }) {
      const others = known.filter((address) => fits(`${API}${address.path}`, path));
      if (others.length === 0) return problemReply({ code: 'unknown-route' }, 404);
      const reply = problemReply({ code: 'method-not-allowed' }, 405);
      const allow = [...new Set(others.map((address) => address.method))].join(', ');
      return { ...reply, headers: { ...reply.headers, allow } };
    },
  };
}
