import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restAddresses, restTopics } from '@contract/rest-addresses';
import { createNoise } from '@domain/privacy/testdata/noise';
import { secretKinds } from '@domain/privacy/testdata/secrets';
import { describe, expect, it } from 'vitest';
import { openEvents } from '../testing/event-source';
import { rawRequest } from '../testing/raw-request';
import { type RestBench, restBench } from '../testing/rest-bench';

/** Every kind that is known by its own shape, so that it must go wherever it stands. */
const shaped = secretKinds.filter(
  ({ level, kind }) => level === 'shapes' && !['aws-secret', 'random-hex', 'random-base64'].includes(kind),
);
// Every third: the others go the same ways in `services/sessions/planted-secret.test.ts`.
const secrets = shaped
  .filter((_, index) => index % 3 === 0)
  .map(({ make }, index) => make(createNoise(index + 900)));
const leaked = (text: string) => secrets.filter((secret) => text.includes(secret.slice(4)));

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** A session as Claude writes it down in a plain terminal, with a secret in everything that can hold one. */
function transcript(sessionId: string, cwd: string, secret: string): string {
  const base = {
    sessionId,
    cwd,
    isSidechain: false,
    userType: 'external',
    version: '2.1.197',
    gitBranch: 'main',
  };
  const line = (at: number, type: string, message: object, more: object = {}) => {
    const uuid = `${sessionId.slice(0, 24)}${String(at).padStart(12, '0')}`;
    const parentUuid = at === 0 ? null : `${sessionId.slice(0, 24)}${String(at - 1).padStart(12, '0')}`;
    const timestamp = `2026-01-01T00:00:0${at}.000Z`;
    return JSON.stringify({ ...base, type, uuid, parentUuid, timestamp, message, ...more });
  };
  const usage = { input_tokens: 5, output_tokens: 7 };
  const said = `words ${secret} and more`;
  const assistant = (at: number, content: object[]) =>
    line(at, 'assistant', {
      id: `msg_${sessionId}${at}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content,
      usage,
    });
  const tool = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
  const result = (tool_use_id: string, content: unknown) => ({ type: 'tool_result', tool_use_id, content });
  return [
    line(0, 'user', { role: 'user', content: said }),
    assistant(1, [
      { type: 'thinking', thinking: said, signature: 'x' },
      { type: 'text', text: said },
    ]),
    assistant(2, [
      tool('b', 'Bash', { command: `curl -H "X: ${secret}"`, description: said }),
      tool('w', 'Write', { file_path: `/x/${secret}`, content: said }),
      tool('m', 'mcp__a__b', { deep: [{ [secret]: said }] }),
    ]),
    line(
      3,
      'user',
      { role: 'user', content: [result('b', said), result('w', [{ type: 'text', text: said }])] },
      {
        toolUseResult: { stdout: said, stderr: secret },
      },
    ),
    JSON.stringify({ type: 'summary', summary: said, leafUuid: randomUUID() }),
    JSON.stringify({ type: 'ai-title', sessionId, aiTitle: said }),
    JSON.stringify({ type: 'something-newer', sessionId, text: said }),
    `{"torn": "${said}`,
  ].join('\n');
}

async function upload(rest: RestBench, id: string, body: string): Promise<number> {
  const answer = await rawRequest({
    port: rest.port,
    method: 'POST',
    path: `/api/v1/sessions/${id}/transcript/upload`,
    headers: [
      ['Host', `127.0.0.1:${rest.port}`],
      ['Authorization', `Bearer ${rest.token}`],
      ['Content-Type', 'application/x-ndjson'],
      ['Content-Length', String(Buffer.byteLength(body))],
    ],
    body,
  });
  return answer.status;
}

describe('a planted secret', () => {
  it('L19 is in no byte of ours and in no answer of REST or SSE, from the history, an upload or a session', async () => {
    const rest = await restBench();
    const slug = join(rest.base, 'claude', 'projects', rest.project.replace(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(slug, { recursive: true });
    const found = secrets.map((secret) => {
      const id = randomUUID();
      writeFileSync(join(slug, `${id}.jsonl`), transcript(id, rest.project, secret));
      return id;
    });
    const uploaded: string[] = [];
    for (const secret of secrets) {
      const id = randomUUID();
      expect(await upload(rest, id, transcript(id, rest.project, secret))).toBe(202);
      uploaded.push(id);
    }
    const topics = restTopics().map(({ topic }) => topic);
    const live = await Promise.all(
      topics.map((topic) =>
        openEvents({
          port: rest.port,
          path: `/api/v1/events?topics=${topic}&project=${encodeURIComponent(rest.project)}`,
          token: rest.token,
        }),
      ),
    );
    const told: string[] = [];
    for (const stream of live) told.push(JSON.stringify(await stream.next(() => true)));

    const made: string[] = [];
    for (const secret of secrets) {
      const said = `words ${secret}`;
      const body = { project: rest.project, title: said, objective: said, prompt: said, branch: secret };
      const { json } = await rest.ask('POST', '/sessions', { body });
      made.push(json.id);
      await rest.ask('PATCH', `/sessions/${json.id}`, {
        body: { summary: said, add_tags: [secret.slice(0, 20)] },
      });
      await rest.ask('POST', `/sessions/${json.id}/set-notes`, { body: { notes: said } });
      await rest.ask('POST', `/sessions/${json.id}/note-files`, { body: { files: [`/x/${secret}`] } });
    }
    expect((await rest.ask('POST', '/history/backfill', { body: {} })).json).toMatchObject({ failed: 0 });
    const at = live[topics.indexOf('sessions')];
    for (const _ of made) told.push(JSON.stringify(await at?.next(({ event }) => event.includes('change'))));
    for (const stream of live) stream.close();

    // Whatever can be asked about a session, of each way in; those that take more than that are answered with what is missing.
    const about = [found, uploaded, made].flatMap((ids) => [ids[0], ids.at(-1)]);
    let answered = 0;
    for (const { method, path } of restAddresses()) {
      if (method !== 'GET') continue;
      for (const id of path.includes('{') ? about : [about[0]]) {
        const query = `project=${encodeURIComponent(rest.project)}`;
        const where = path.replace('{by}', 'session').replace(/\{[a-z_]+\}/g, id ?? '');
        for (const asked of [where, `${where}?${query}`, `${where}?text=words`]) {
          const { status, body } = await rest.ask('GET', asked);
          if (status === 200) answered += 1;
          told.push(body);
        }
      }
    }
    for (const id of made) told.push((await rest.ask('GET', `/sessions/${id}/export?format=json`)).body);
    expect(answered).toBeGreaterThan(50);
    expect(told.flatMap(leaked)).toEqual([]);
    expect(told.join('')).toContain('[REDACTED]');

    await rest.close();
    const files = [...filesUnder(rest.home), ...filesUnder(rest.project)];
    expect(files.filter((path) => leaked(path + readFileSync(path, 'latin1')).length > 0)).toEqual([]);
    expect(files.length).toBeGreaterThan(made.length);
  });
});
