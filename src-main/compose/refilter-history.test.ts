import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compose } from '../compose';
import { tempDir } from '../testing/temp-dir';

const id = '3f2a1111-2222-4333-8444-555566667777';
const gone = '3f2a1111-2222-4333-8444-555566667778';
const trashed = '3f2a1111-2222-4333-8444-555566667779';
const WORD = 'swordfishofthebay';

it('what a tool answered leaves the catalog when the policy became stricter, in the trash and without a transcript too', async () => {
  const base = tempDir();
  const [project, data] = [join(base, 'project'), join(base, 'data')];
  mkdirSync(join(project, '.beads'), { recursive: true });
  const slug = join(base, '.claude', 'projects', '-p');
  mkdirSync(slug, { recursive: true });
  const common = { cwd: project, isSidechain: false, timestamp: '2026-01-01T00:00:00.000Z' };
  const fileOf = (session: string) => join(slug, `${session}.jsonl`);
  const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'fish' } };
  const answer = { type: 'tool_result', tool_use_id: 't', content: `caught a ${WORD}` };
  for (const session of [id, gone, trashed]) {
    const line = (uuid: string, parentUuid: string | null, type: string, message: object) =>
      `${JSON.stringify({ ...common, sessionId: session, type, uuid, parentUuid, message })}\n`;
    writeFileSync(
      fileOf(session),
      line('a', null, 'user', { role: 'user', content: 'go fishing' }) +
        line('b', 'a', 'assistant', { id: 'm', role: 'assistant', model: 'x', content: [call] }) +
        line('c', 'b', 'user', { role: 'user', content: [answer] }),
    );
  }
  const env = { HOME: base, BEADS_CONSOLE_HOME: data, PATH: '' };
  const app = await compose({ env, shell: 'serve', isLongLived: false, checkOutputs: true });
  onTestFinished(() => app.close());
  const ask = async (name: string, input: object) => {
    const answered = await app.dispatch.call(name, input, { door: 'cli', connection: 'test' });
    if (!answered.ok) throw new Error(JSON.stringify(answered.error));
    return answered.value;
  };
  const hits = async () => ((await ask('history.search', { text: WORD })) as { hits: object[] }).hits;

  await ask('history.backfill', {});
  expect(await hits()).toHaveLength(3);
  await ask('history.note', { id: trashed });
  await ask('sessions.delete', { id: trashed });
  expect(await hits()).toHaveLength(2);
  rmSync(fileOf(gone));
  rmSync(join(data, 'archive'), { recursive: true, force: true });
  writeFileSync(join(project, '.beads', 'privacy.yaml'), 'tool_privacy:\n  Bash: none\n');
  expect(await ask('privacy.refilter', { project })).toMatchObject({ histories: 2 });
  expect(await hits()).toHaveLength(0);
  await app.close();
  const catalog = readdirSync(join(data, 'catalog')).map((name) => readFileSync(join(data, 'catalog', name)));
  expect(catalog.some((bytes) => bytes.includes(WORD))).toBe(false);
});

it('what is left of a session whose other file is gone is judged anew, and nothing of it is lost or said to be read', async () => {
  const base = tempDir();
  const [project, data] = [join(base, 'project'), join(base, 'data')];
  const slug = join(base, '.claude', 'projects', '-p');
  const agents = join(slug, id, 'subagents');
  for (const folder of [join(project, '.beads'), agents]) mkdirSync(folder, { recursive: true });
  const common = { cwd: project, sessionId: id, timestamp: '2026-01-01T00:00:00.000Z' };
  const said = (uuid: string, text: string) => {
    const told = (name: string, type: string, message: object) =>
      `${JSON.stringify({ ...common, uuid: `${uuid}-${name}`, parentUuid: null, type, message })}\n`;
    const call = (name: string) => ({ type: 'tool_use', id: `${uuid}-${name}`, name, input: {} });
    const answer = (name: string) => ({
      type: 'tool_result',
      tool_use_id: `${uuid}-${name}`,
      content: `${WORD} by ${name} in ${uuid}`,
    });
    const assistant = { id: uuid, role: 'assistant', model: 'x', content: [call('Bash'), call('Grep')] };
    return (
      told('a', 'user', { role: 'user', content: text }) +
      told('b', 'assistant', assistant) +
      told('c', 'user', { role: 'user', content: [answer('Bash'), answer('Grep')] })
    );
  };
  writeFileSync(join(slug, `${id}.jsonl`), said('main', 'pelicans'));
  writeFileSync(join(agents, 'agent-one.jsonl'), said('agent', 'herons'));
  const app = await compose({
    env: { HOME: base, BEADS_CONSOLE_HOME: data, PATH: '' },
    shell: 'serve',
    isLongLived: false,
    checkOutputs: true,
  });
  onTestFinished(() => app.close());
  const ask = (name: string, input: object) =>
    app.dispatch.call(name, input, { door: 'cli', connection: 'test' });
  const snippets = async (text: string) => {
    const found = (await ask('history.search', { text })) as { value: { hits: { snippet: unknown }[] } };
    return found.value.hits.map(({ snippet }) => JSON.stringify(snippet).replaceAll(/[^a-z ]/gi, ''));
  };
  await ask('history.backfill', {});
  expect(await snippets(WORD)).toHaveLength(4);
  rmSync(join(slug, `${id}.jsonl`));
  rmSync(join(data, 'archive'), { recursive: true, force: true });
  writeFileSync(join(project, '.beads', 'privacy.yaml'), 'tool_privacy:\n  Bash: none\n');
  expect(await ask('history.reparse', { id })).toEqual({ ok: false, error: { code: 'transcript-gone', id } });
  expect(await ask('privacy.refilter', { project })).toMatchObject({ value: { histories: 0 } });
  const left = await snippets(WORD);
  expect(left).toHaveLength(1);
  expect(left[0]).toMatch(/Grep in agent/);
  expect([await snippets('pelicans'), await snippets('herons')].map(({ length }) => length)).toEqual([1, 1]);
  expect(await ask('history.show', { id })).toMatchObject({ value: { stats: { user_messages: 2 } } });
});
