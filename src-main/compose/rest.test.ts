import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../testing/raw-request';
import { type RestBench, restBench } from '../testing/rest-bench';

// One program for the file: every test makes sessions of its own.
let rest: RestBench;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  rest = await restBench((end) => void ends.push(end as () => unknown));
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const create = async (more: object = {}) => {
  const { json, status } = await rest.ask('POST', '/sessions', { body: { project: rest.project, ...more } });
  expect(status).toBe(201);
  return json as { id: string; tags: string[] };
};

describe('sessions over REST', () => {
  it('are listed with every filter, page by page', async () => {
    const made = [];
    for (let at = 0; at < 3; at += 1) made.push(await create({ title: `paged ${at}`, tags: ['paged'] }));
    const first = await rest.ask('GET', '/sessions?tags=paged&limit=2&status=draft,active');
    expect(first.json).toMatchObject({ has_more: true });
    expect(first.json.sessions).toHaveLength(2);
    const next = encodeURIComponent(first.json.next_cursor);
    const second = await rest.ask('GET', `/sessions?tags=paged&limit=2&cursor=${next}`);
    const ids = [...first.json.sessions, ...second.json.sessions].map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual(made.map(({ id }) => id).sort());
    expect(second.json).toMatchObject({ has_more: false, next_cursor: null });
    const none = await rest.ask('GET', '/sessions?tags=paged&status=closed&since=2020-01-01T00:00:00Z');
    expect(none.json.sessions).toEqual([]);
  });

  it('are shown, changed all or nothing, and their events, record, git and chain told', async () => {
    const { id } = await create({ title: 'one', tags: ['a', 'b'] });
    const body = { title: 'two', summary: 'Did it.', add_tags: ['c'], remove_tags: ['a'] };
    const patched = await rest.ask('PATCH', `/sessions/${id}`, { body });
    expect(patched.json).toMatchObject({ id, title: 'two', summary: 'Did it.', tags: ['b', 'c'] });
    const refused = await rest.ask('PATCH', `/sessions/${id}`, {
      body: { title: 'three', tags: ['no tag!'] },
    });
    expect([refused.status, refused.json.code]).toEqual([400, 'tag-invalid']);
    const shown = await rest.ask('GET', `/sessions/${id}`);
    expect(shown.json).toMatchObject({ title: 'two', runs: [] });
    const events = await rest.ask('GET', `/sessions/${id}/events`);
    expect(events.json.events.map(({ type }: { type: string }) => type)).toEqual([
      'created',
      'retitled',
      'details-noted',
      'tags-set',
    ]);
    expect((await rest.ask('GET', `/sessions/${id}/transcript`)).json).toMatchObject({ messages: [] });
    const raw = await rest.ask('GET', `/sessions/${id}/transcript/raw`);
    expect([raw.status, raw.headers['content-type'], raw.body]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
      '',
    ]);
    expect((await rest.ask('GET', `/sessions/${id}/git`)).json).toMatchObject({ commits: [] });
    expect((await rest.ask('GET', `/sessions/${id}/chain`)).json.sessions).toMatchObject([{ id }]);
  });

  it('R5 cannot be begun so that nobody is asked', async () => {
    const { id } = await create();
    const body = { prompt: 'x', permission_mode: 'bypassPermissions' };
    for (const act of ['start', 'resume']) {
      const refused = await rest.ask('POST', `/sessions/${id}/${act}`, { body });
      expect([refused.status, refused.json.code]).toEqual([403, 'person-only']);
    }
  });

  it('R4 tell a failure as problem+json with the contract’s own error', async () => {
    const missing = await rest.ask('GET', '/sessions/3f2aaaaa-1111-4111-8111-111111111111');
    expect(missing.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect([missing.status, missing.json]).toEqual([
      404,
      {
        type: 'urn:beads-console:session-not-found',
        title: 'session not found',
        status: 404,
        code: 'session-not-found',
        error: { code: 'session-not-found', session_id: '3f2aaaaa-1111-4111-8111-111111111111' },
      },
    ]);
    const invalid = await rest.ask('GET', '/sessions?limit=many');
    expect([invalid.status, invalid.json.code, invalid.json.error.issues[0].path]).toEqual([
      400,
      'invalid-input',
      'limit',
    ]);
    const wrong = await rest.ask('PUT', '/sessions');
    expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, POST']);
    expect((await rest.ask('GET', '/nothing/here')).json.code).toBe('unknown-route');
    expect((await rest.ask('POST', '/projects/trust', { body: {} })).json.code).toBe('unknown-route');
    const twice = await rest.ask('PATCH', '/sessions/abcd', { body: { id: 'other' } });
    expect(twice.json.error.issues).toEqual([{ path: 'id', message: 'stands in the address already' }]);
  });
});

describe('beads, history and reports over REST', () => {
  it('answers what the project and the history know', async () => {
    const project = encodeURIComponent(rest.project);
    const ready = await rest.ask('GET', `/beads/ready?project=${project}&limit=2`);
    expect(ready.json).toMatchObject({ total: 3 });
    const one = await rest.ask('GET', `/beads?project=${project}&id=aa-2&status=open`);
    expect(one.json.beads).toMatchObject([{ id: 'aa-2' }]);
    expect((await rest.ask('GET', `/beads/aa-1?project=${project}`)).json.bead).toMatchObject({ id: 'aa-1' });
    expect((await rest.ask('GET', '/reports/day')).json).toMatchObject({ by: 'day', rows: [] });
    expect((await rest.ask('GET', '/search?text=nothing')).json).toEqual({ hits: [] });
    expect((await rest.ask('GET', '/reports/moon')).status).toBe(400);
  });
});

describe('a transcript handed in', () => {
  const key = `ghp_${'a1B2'.repeat(9)}`;
  const line = (id: string, text: string) =>
    `${JSON.stringify({ type: 'user', uuid: 'u', sessionId: id, message: { role: 'user', content: text } })}\n`;

  it('is taken once, filtered, and becomes part of the history', async () => {
    const id = '22222222-2222-4222-8222-222222222222';
    const send = (text: string, to = id) =>
      rawRequest({
        port: rest.port,
        method: 'POST',
        path: `/api/v1/sessions/${to}/transcript/upload`,
        headers: [
          ['Host', 'localhost'],
          ['Authorization', `Bearer ${rest.token}`],
          ['Content-Length', String(Buffer.byteLength(text))],
        ],
        body: text,
      });
    const text = line(id, `walrus ${key}`);
    const first = await send(text);
    expect([first.status, JSON.parse(first.body)]).toMatchObject([202, { status: 'uploaded', lines: 1 }]);
    const again = await send(text);
    expect([again.status, JSON.parse(again.body)]).toMatchObject([200, { status: 'already_uploaded' }]);
    const file = join(rest.home, 'uploads', 'uploaded', `${id}.jsonl`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(key);
    const backfill = await rest.ask('POST', '/history/backfill', { body: {} });
    expect(backfill.json).toMatchObject({ failed: 0 });
    expect((await rest.ask('GET', '/search?text=walrus')).json.hits).toMatchObject([{ session_id: id }]);

    const other = '33333333-3333-4333-8333-333333333333';
    const strange = await send(text, other);
    expect([strange.status, JSON.parse(strange.body).code]).toEqual([422, 'transcript-of-other-session']);
    expect(JSON.parse((await send('', other)).body).code).toBe('transcript-empty');
    expect((await send(text, 'not-an-id')).status).toBe(400);

    appendFileSync(join(rest.home, 'forgotten-sessions.txt'), `${other}\n`, { mode: 0o600 });
    const gone = await send(line(other, 'back again'), other);
    expect([gone.status, JSON.parse(gone.body).code]).toEqual([409, 'session-gone']);
    expect(readdirSync(join(rest.home, 'uploads', 'uploaded'))).not.toContain(`${other}.jsonl`);
  });

  it('needs a length, and not one above 200 MB', async () => {
    const id = '44444444-4444-4444-8444-444444444444';
    const none = await rest.ask('POST', `/sessions/${id}/transcript/upload`, {
      headers: [['Transfer-Encoding', 'chunked']],
    });
    expect([none.status, none.json.code]).toEqual([411, 'length-required']);
  });
});
