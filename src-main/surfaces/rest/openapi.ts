import { API, type RestAddress, restAddresses, restTopics } from '@contract/rest-addresses';
import { statusOf } from './problem';
import { createSchemaBook, type Json, type SchemaBook } from './schema-book';

/** The whole contract of the door `rest` as OpenAPI 3.1. Made of the contract alone, so the two cannot differ. */
export function openApiDocument(version: string): Json {
  const book = createSchemaBook();
  const paths: Record<string, Record<string, Json>> = {};
  const put = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const address of restAddresses()) put(address.path, address.method, operationOf(address, book));
  for (const [path, method, operation] of ownOperations()) put(path, method, operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Beads Console',
      version,
      description:
        'Sessions of Claude, beads and their history on this machine. Served by `beads-console serve`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { ...book.components, Problem },
    },
  };
}

const Problem: Json = {
  type: 'object',
  description: 'RFC 9457. `code` says which error it is, `error` is the error itself.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    error: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  },
  required: ['type', 'title', 'status', 'code', 'error'],
};

/** At every address: the gate, the size of a body, and what nobody expected. */
const ALWAYS = [400, 401, 403, 408, 413, 500, 503];

function problems(
  statuses: readonly number[],
  codes: ReadonlyMap<number, readonly string[]> = new Map(),
): Json {
  const all = [...new Set([...ALWAYS, ...statuses])].sort((a, b) => a - b);
  return Object.fromEntries(
    all.map((status) => [
      String(status),
      {
        description: codes.get(status)?.join(', ') ?? 'refused',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function json(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

function operationOf({ name, entry, method, path, status, spread }: RestAddress, book: SchemaBook): Json {
  const input = book.input(entry.input);
  const fields = { ...((input['properties'] ?? {}) as Record<string, Json>) };
  const required = new Set((input['required'] ?? []) as string[]);
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map((found) => found[1] ?? '');
  const parameters = inPath.map((field) => ({
    name: field,
    in: 'path',
    required: true,
    schema: fields[field] ?? {},
  }));
  for (const field of inPath) delete fields[field];
  const codes = new Map<number, string[]>();
  for (const code of book.codes(entry.errors))
    codes.set(statusOf(code), [...(codes.get(statusOf(code)) ?? []), code]);
  const common = {
    operationId: name,
    tags: [name.split('.')[0]],
    'x-scope': entry.kind === 'query' ? 'read' : 'write',
    responses: {
      [status]: json('done', book.output(entry.output)),
      ...problems([...codes.keys()], codes),
    },
  };
  if (method === 'POST' || method === 'PATCH') {
    const left = [...required].filter((field) => !inPath.includes(field));
    const schema = { ...input, properties: fields, ...(left.length > 0 ? { required: left } : {}) };
    if (left.length === 0) delete (schema as Record<string, unknown>)['required'];
    return {
      ...common,
      ...(parameters.length > 0 && { parameters }),
      requestBody: { required: left.length > 0, content: { 'application/json': { schema } } },
    };
  }
  const inner = spread === null ? {} : ((fields[spread]?.['properties'] ?? {}) as Record<string, Json>);
  if (spread !== null) delete fields[spread];
  const asked = Object.entries({ ...inner, ...fields }).map(([field, schema]) => ({
    name: field,
    in: 'query',
    required: required.has(field),
    // `a,b` and `a` twice are the same list.
    ...(schema['type'] === 'array' && { style: 'form', explode: false }),
    schema,
  }));
  return { ...common, parameters: [...parameters, ...asked] };
}

const sessionParameter: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const project: Json = { name: 'project', in: 'query', required: false, schema: { type: 'string' } };

/** What is no single question with a single answer. */
function ownOperations(): readonly (readonly [string, string, Json])[] {
  const topics = restTopics().map(({ topic }) => topic);
  const uploaded = (status: string): Json =>
    json(status, {
      type: 'object',
      properties: {
        status: { const: status },
        sha256: { type: 'string' },
        bytes: { type: 'integer' },
        lines: { type: 'integer' },
      },
      required: ['status'],
    });
  return [
    [
      '/openapi.json',
      'GET',
      {
        operationId: 'document',
        'x-scope': 'read',
        responses: { 200: json('this document', { type: 'object' }), ...problems([]) },
      },
    ],
    [
      '/events',
      'GET',
      {
        operationId: 'events',
        'x-scope': 'read',
        description:
          'Live changes: `<topic>.snapshot` first, then `<topic>.change`. Come back with Last-Event-ID to miss nothing.',
        parameters: [
          {
            name: 'topics',
            in: 'query',
            required: false,
            style: 'form',
            explode: false,
            schema: { type: 'array', items: { type: 'string', enum: topics } },
          },
          project,
          { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
        ],
        responses: {
          200: { description: 'live', content: { 'text/event-stream': { schema: { type: 'string' } } } },
          ...problems([404, 409, 422, 429]),
        },
      },
    ],
    [
      '/sessions/{id}/transcript/raw',
      'GET',
      {
        operationId: 'sessions.rawTranscript',
        'x-scope': 'read',
        parameters: [sessionParameter, project],
        responses: {
          200: {
            description: 'one message a line, privacy filter applied',
            content: { 'application/x-ndjson': { schema: { type: 'string' } } },
          },
          ...problems([404, 409, 422]),
        },
      },
    ],
    [
      '/sessions/{id}/transcript/upload',
      'POST',
      {
        operationId: 'sessions.uploadTranscript',
        'x-scope': 'write',
        parameters: [sessionParameter],
        requestBody: {
          required: true,
          description: 'a transcript of Claude, at most 200 MB; it is filtered before it is kept',
          content: { 'application/x-ndjson': { schema: { type: 'string' } } },
        },
        responses: {
          200: uploaded('already_uploaded'),
          202: uploaded('uploaded'),
          ...problems([409, 411, 422]),
        },
      },
    ],
  ];
}
