/*
 * What OpenAPI 3.1 asks of a document, as JSON Schema, for the objects that ours has: which fields each may have, which it must, and of what
 * kind they are. Schema Objects are judged apart, by the meta-schema of JSON Schema 2020-12.
 */
type Json = { readonly [key: string]: unknown };

const text: Json = { type: 'string' };
const ref = (name: string): Json => ({ $ref: `#/$defs/${name}` });
const mapOf = (name: string): Json => ({ type: 'object', additionalProperties: ref(name) });

/** Nothing but these fields and extensions. */
const object = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required,
  patternProperties: { '^x-': true },
  additionalProperties: false,
});

const orReference = (schema: Json): Json => ({
  anyOf: [
    object({ $ref: text, summary: text, description: text }, ['$ref']),
    { allOf: [{ not: { required: ['$ref'] } }, schema] },
  ],
});

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export const openApiRules: Json = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...object(
    {
      openapi: { type: 'string', pattern: '^3\\.1\\.\\d+(-.+)?$' },
      info: ref('info'),
      jsonSchemaDialect: text,
      servers: { type: 'array', items: ref('server') },
      paths: {
        type: 'object',
        patternProperties: { '^/': ref('path'), '^x-': true },
        additionalProperties: false,
      },
      components: ref('components'),
      security: { type: 'array', items: ref('security') },
      tags: { type: 'array', items: ref('tag') },
      externalDocs: object({ description: text, url: text }, ['url']),
    },
    ['openapi', 'info'],
  ),
  anyOf: [{ required: ['paths'] }, { required: ['components'] }, { required: ['webhooks'] }],
  $defs: {
    info: object(
      {
        ...{ title: text, summary: text, description: text, termsOfService: text, version: text },
        contact: object({ name: text, url: text, email: text }),
        license: object({ name: text, identifier: text, url: text }, ['name']),
      },
      ['title', 'version'],
    ),
    server: object({ url: text, description: text, variables: { type: 'object' } }, ['url']),
    tag: object({ name: text, description: text, externalDocs: { type: 'object' } }, ['name']),
    security: { type: 'object', additionalProperties: { type: 'array', items: text } },
    path: object({
      ...{ $ref: text, summary: text, description: text },
      servers: { type: 'array', items: ref('server') },
      parameters: { type: 'array', items: ref('parameter') },
      ...Object.fromEntries(methods.map((method) => [method, ref('operation')])),
    }),
    operation: object(
      {
        tags: { type: 'array', items: text },
        ...{ summary: text, description: text, operationId: text, externalDocs: { type: 'object' } },
        parameters: { type: 'array', items: ref('parameter'), uniqueItems: true },
        requestBody: ref('requestBody'),
        responses: {
          type: 'object',
          minProperties: 1,
          patternProperties: { '^[1-5](?:[0-9]{2}|XX)$': ref('response'), '^x-': true },
          properties: { default: ref('response') },
          additionalProperties: false,
        },
        callbacks: { type: 'object' },
        deprecated: { type: 'boolean' },
        security: { type: 'array', items: ref('security') },
        servers: { type: 'array', items: ref('server') },
      },
      ['responses'],
    ),
    parameter: orReference({
      ...object(
        {
          name: text,
          in: { enum: ['query', 'header', 'path', 'cookie'] },
          ...{ description: text, required: { type: 'boolean' }, deprecated: { type: 'boolean' } },
          ...{
            allowEmptyValue: { type: 'boolean' },
            explode: { type: 'boolean' },
            allowReserved: { type: 'boolean' },
          },
          style: {
            enum: ['matrix', 'label', 'simple', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
          },
          schema: ref('schema'),
          content: { ...mapOf('media'), minProperties: 1, maxProperties: 1 },
          ...{ example: true, examples: { type: 'object' } },
        },
        ['name', 'in'],
      ),
      oneOf: [{ required: ['schema'] }, { required: ['content'] }],
      anyOf: [
        { properties: { in: { not: { const: 'path' } } } },
        { required: ['required'], properties: { required: { const: true } } },
      ],
    }),
    requestBody: orReference(
      object({ description: text, content: mapOf('media'), required: { type: 'boolean' } }, ['content']),
    ),
    response: orReference(
      object(
        {
          description: text,
          headers: mapOf('header'),
          content: mapOf('media'),
          links: { type: 'object' },
        },
        ['description'],
      ),
    ),
    header: orReference(
      object({
        description: text,
        required: { type: 'boolean' },
        schema: ref('schema'),
        content: mapOf('media'),
      }),
    ),
    media: object({
      schema: ref('schema'),
      ...{ example: true, examples: { type: 'object' }, encoding: { type: 'object' } },
    }),
    schema: { type: ['object', 'boolean'] },
    components: object({
      schemas: {
        type: 'object',
        propertyNames: { pattern: '^[A-Za-z0-9._-]+$' },
        additionalProperties: ref('schema'),
      },
      ...{
        responses: mapOf('response'),
        parameters: mapOf('parameter'),
        requestBodies: mapOf('requestBody'),
      },
      ...{ headers: mapOf('header'), examples: { type: 'object' }, links: { type: 'object' } },
      ...{ callbacks: { type: 'object' }, pathItems: mapOf('path'), securitySchemes: mapOf('scheme') },
    }),
    scheme: orReference({
      ...object(
        {
          type: { enum: ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'] },
          ...{ description: text, name: text, scheme: text, bearerFormat: text, openIdConnectUrl: text },
          in: { enum: ['query', 'header', 'cookie'] },
          flows: { type: 'object' },
        },
        ['type'],
      ),
      anyOf: [{ properties: { type: { not: { const: 'http' } } } }, { required: ['scheme'] }],
    }),
  },
};
