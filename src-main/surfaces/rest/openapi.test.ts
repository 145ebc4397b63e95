import { restAddresses } from '@contract/rest-addresses';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readOpenApi } from '../../testing/openapi-client';
import { openApiRules } from '../../testing/openapi-rules';
import { openApiDocument } from './openapi';

type Json = Record<string, unknown>;
const document = openApiDocument('1.2.3') as Json;

function* every(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const item of Object.values(value)) yield* every(item);
}
const resolve = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (at as Json | undefined)?.[part], document);

describe('the document', () => {
  it('fits the rules of OpenAPI 3.1, and each of its schemas the meta-schema of 2020-12', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    const fits = ajv.compile(openApiRules);
    expect(fits(document) ? [] : fits.errors).toEqual([]);
    const schemas = [...every(document)].flatMap(({ schema, schemas: named }) => [
      ...(typeof schema === 'object' ? [schema] : []),
      ...(typeof named === 'object' && named !== null ? Object.values(named) : []),
    ]);
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of schemas) expect(ajv.validateSchema(schema as Json) ? [] : ajv.errors).toEqual([]);
    // The rules do refuse: a check that cannot fail is none.
    const broken = structuredClone(document) as { paths: Record<string, Record<string, Json>> };
    const [path] = Object.values(broken.paths);
    const [operation] = Object.values(path ?? {});
    delete operation?.['responses'];
    expect(fits(broken)).toBe(false);
  });

  it('has what OpenAPI 3.1 asks for', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: expect.any(String), version: '1.2.3' },
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
    const ids: string[] = [];
    for (const [path, item] of Object.entries(document['paths'] as Record<string, Record<string, Json>>)) {
      expect(path).toMatch(/^\/[^?#]*$/);
      const named = [...path.matchAll(/\{([^}]+)\}/g)].map((found) => found[1]);
      for (const [method, operation] of Object.entries(item)) {
        expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method);
        ids.push(String(operation['operationId']));
        const parameters = (operation['parameters'] ?? []) as {
          name: string;
          in: string;
          required: boolean;
        }[];
        expect(parameters.every((one) => ['path', 'query', 'header'].includes(one.in))).toBe(true);
        const inPath = parameters.filter((one) => one.in === 'path');
        expect([path, inPath.map(({ name }) => name)]).toEqual([path, named]);
        expect(inPath.every(({ required }) => required)).toBe(true);
        const places = parameters.map((one) => `${one.in} ${one.name}`);
        expect(new Set(places).size).toBe(places.length);
        const responses = operation['responses'] as Record<string, { description?: unknown }>;
        expect(Object.keys(responses).filter((status) => !/^[1-5]\d\d$/.test(status))).toEqual([]);
        expect(Object.values(responses).every(({ description }) => typeof description === 'string')).toBe(
          true,
        );
      }
    }
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('points only at what is there', () => {
    const pointers = [...every(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(pointers.filter((pointer) => resolve(pointer) === undefined)).toEqual([]);
    expect(pointers.length).toBeGreaterThan(50);
    for (const name of Object.keys((document['components'] as Json)['schemas'] as Json))
      expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
  });

  it('holds schemas that a validator of JSON Schema 2020-12 takes', () => {
    for (const operation of readOpenApi(document)) {
      // Compiled only when it is asked: an answer that fits no schema is still an answer of a schema that was read.
      for (const status of [200, 201, 202, 404]) operation.judge(status, 'application/json', null);
      operation.judge(404, 'application/problem+json', {});
    }
  });

  it('R1 lists every entry of the door under its own address', () => {
    const listed = new Map(readOpenApi(document).map(({ id, method, path }) => [id, `${method} ${path}`]));
    for (const { name, method, path } of restAddresses())
      expect([name, listed.get(name)]).toEqual([name, `${method} ${path}`]);
  });
});
