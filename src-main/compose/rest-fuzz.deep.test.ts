import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operation, readOpenApi } from '../testing/openapi-client';
import { rawRequest } from '../testing/raw-request';
import { type RestBench, restBench } from '../testing/rest-bench';
import { fitting, type Known, strange } from '../testing/schema-arbitrary';

/** The same at every run; a finding says which. */
const SEED = 20_260_719;
const RUNS = 25;

let rest: RestBench;
let operations: readonly Operation[] = [];
let known: Known = {};
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  rest = await restBench((end) => void ends.push(end as () => unknown));
  operations = readOpenApi((await rest.ask('GET', '/openapi.json')).json);
  const ids: string[] = [];
  for (const title of ['one', 'two', 'three']) {
    const made = await rest.ask('POST', '/sessions', { body: { project: rest.project, title } });
    ids.push(made.json.id);
  }
  const folders = [rest.project, rest.base, join(rest.base, 'nowhere')];
  const refs = [...ids, ids[0]?.slice(0, 8), 'aa-1', 'aa-9', '00000000-0000-4000-8000-000000000000'];
  // Folders stay inside this test's own: an export must not land in whatever folder it stands in.
  known = { project: folders, path: folders, export_to: [null], add_dirs: folders, id: refs, ref: refs };
}, 60_000);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

type Sent = { readonly path: string; readonly body?: unknown };

const word = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(word).join(',')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

function requestOf(operation: Operation, values: fc.Arbitrary<unknown>[], body: fc.Arbitrary<unknown>) {
  return fc
    .tuple(fc.tuple(...values), body, fc.integer({ min: 0, max: 7 }))
    .map(([drawn, sent, which]): Sent => {
      const query = new URLSearchParams();
      let path = operation.path;
      for (const [at, { name, in: where, required }] of operation.parameters.entries()) {
        const text = word(drawn[at] ?? '') || 'x';
        if (where === 'path')
          path = path.replace(`{${name}}`, encodeURIComponent(text.replaceAll('\ud800', '')));
        // An optional one is there now and then, so that each is met alone and with others.
        else if (where === 'query' && (required || (which + at) % 3 === 0)) query.set(name, text);
      }
      const asked = query.toString();
      return {
        path: asked === '' ? path : `${path}?${asked}`,
        ...(operation.body === null ? {} : { body: sent }),
      };
    });
}

const answered = new Set<string>();

async function check(operation: Operation, { path, body }: Sent): Promise<void> {
  const answer = await rest.ask(operation.method, path, body === undefined ? {} : { body });
  if (answer.status < 300) answered.add(operation.id);
  const found = {
    status: answer.status < 500 ? 'expected' : `${answer.status} ${answer.body}`,
    fault: operation.judge(answer.status, String(answer.headers['content-type']), answer.json),
  };
  expect([operation.id, path, body, found]).toEqual([
    operation.id,
    path,
    body,
    { status: 'expected', fault: null },
  ]);
}

const listed = () => operations.filter(({ id }) => id !== 'events' && id !== 'sessions.uploadTranscript');

describe('every address', () => {
  it('answers what fits its schema with an answer that it lists', async () => {
    expect(listed().length).toBeGreaterThan(60);
    for (const operation of listed()) {
      const values = operation.parameters.map(({ schema, name }) => fitting(schema, known, name));
      const requests = requestOf(operation, values, fitting(operation.body ?? {}, known));
      await fc.assert(
        fc.asyncProperty(requests, (sent) => check(operation, sent)),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    }
    // Most were met at work, not only refusing.
    expect([...answered].length).toBeGreaterThan(40);
  }, 300_000);

  it('refuses what does not with an answer that it lists', async () => {
    for (const operation of listed()) {
      const values = operation.parameters.map(() => strange);
      await fc.assert(
        fc.asyncProperty(requestOf(operation, values, strange), (sent) => check(operation, sent)),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    }
  }, 300_000);

  it('takes no broken body for an answer', async () => {
    for (const operation of listed().filter(({ body }) => body !== null))
      for (const body of ['{', 'null', '[]', '"x"', '\u0000', '{"a":'.repeat(3000)]) {
        const answer = await rawRequest({
          port: rest.port,
          method: operation.method,
          path: `/api/v1${operation.path.replace(/\{[^}]+\}/g, 'x')}`,
          headers: [
            ['Host', 'localhost'],
            ['Authorization', `Bearer ${rest.token}`],
            ['Content-Length', String(Buffer.byteLength(body))],
          ],
          body,
        });
        const fault = operation.judge(
          answer.status,
          String(answer.headers['content-type']),
          JSON.parse(answer.body),
        );
        expect([operation.id, body.slice(0, 20), answer.status, fault]).toEqual([
          operation.id,
          body.slice(0, 20),
          400,
          null,
        ]);
      }
  }, 120_000);
});
