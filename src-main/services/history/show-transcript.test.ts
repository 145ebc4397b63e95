import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExportOptions } from '@domain/export/export-options';
import { createPriceFinder } from '@domain/history/report';
import { saidFactsOf } from '@domain/history/session-summary';
import { filterMessage } from '@domain/privacy/filter-message';
import { defaultPolicy, type PrivacyPolicy } from '@domain/privacy/tiers';
import type { Message } from '@domain/session/message';
import { createMessageBuilder } from '@domain/transcript/message-builder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeTimers } from '../../adapters/system/node-timers';
import { createTranscriptPages } from '../../adapters/transcripts/transcript-pages';
import { type Corpus, makeCorpus, recordedTranscripts } from '../../testing/transcript-corpus';
import { exportSession } from './export-session';
import { createTranscriptViews, type TranscriptViews, type WindowRequest } from './show-transcript';

const ID = '11111111-1111-4111-8111-111111111111';
const viewsOf = (paths: () => readonly string[]): TranscriptViews =>
  createTranscriptViews({
    pages: createTranscriptPages(),
    pathsOf: async () => paths(),
    price: createPriceFinder(),
    timers: nodeTimers,
  });
const ask = (more: Partial<WindowRequest> = {}): WindowRequest => ({
  id: ID,
  branches: false,
  policy: defaultPolicy,
  direction: 'after',
  limit: 50,
  ...more,
});

/** By the other way: everything through one builder. */
function wholeOf(paths: readonly string[], policy: PrivacyPolicy = defaultPolicy): Map<string, Message> {
  const builder = createMessageBuilder();
  const all = new Map<string, Message>();
  for (const path of paths)
    for (const message of builder.add(
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== ''),
    ))
      all.set(message.id, message);
  for (const [id, message] of all) all.set(id, filterMessage(message, policy).message);
  return all;
}

async function everyMessage(views: TranscriptViews, more: Partial<WindowRequest> = {}): Promise<Message[]> {
  const all: Message[] = [];
  await views.each(ask(more), (messages) => {
    expect(messages.map(({ position }) => position)).toEqual(messages.map((_, at) => all.length + at));
    for (const {
      position: _position,
      tokens_in: _in,
      tokens_out: _out,
      cache_read_tokens: _read,
      cache_write_tokens: _write,
      context_tokens: _context,
      cost_micro_usd: _cost,
      ...message
    } of messages)
      all.push(message);
  });
  return all;
}

describe('a summary', () => {
  it.each(recordedTranscripts())('%s: what it reads of the file tells as much as the whole', async (path) => {
    const whole = [...wholeOf([path]).values()].filter(({ is_pruned }) => !is_pruned);
    const own = whole.filter(({ agent_id }) => agent_id === undefined);
    const ofAgents = whole.filter(({ agent_id }) => agent_id !== undefined);
    const summary = await viewsOf(() => [path]).summary(ask());
    expect(summary).toEqual(saidFactsOf(own, ofAgents));
  });
  it('of a session whose file is gone there is nothing to tell', async () => {
    expect(await viewsOf(() => ['/nowhere/gone.jsonl']).summary(ask())).toBeNull();
  });
});

describe('the pages of a transcript', () => {
  it.each(recordedTranscripts())(
    '%s: page by page it is what the builder makes of the whole',
    async (path) => {
      const whole = [...wholeOf([path]).values()];
      const views = viewsOf(() => [path]);
      const withBranches = await everyMessage(views, { branches: true });
      const own = whole.filter(({ agent_id }) => agent_id === undefined);
      expect(withBranches).toEqual(own);
      expect(await everyMessage(views)).toEqual(own.filter(({ is_pruned }) => !is_pruned));
      for (const agent of new Set(whole.flatMap(({ agent_id }) => agent_id ?? []))) {
        const spoken = await everyMessage(views, { agent });
        const plain = ({ agent_id: _agent, parent_id: _parent, ...message }: Message) => message;
        expect(spoken.map(plain)).toEqual(whole.filter(({ agent_id }) => agent_id === agent).map(plain));
      }
    },
  );
});

/** Each agent with the call it answers and where that stands in its session's thread, by the builder of the whole. */
function callsOf(paths: readonly string[]) {
  const whole = [...wholeOf(paths).values()];
  const thread = whole.filter(({ agent_id, is_pruned }) => agent_id === undefined && !is_pruned);
  const calls = new Map(whole.map(({ agent_id, parent_id }) => [agent_id, parent_id ?? null]));
  calls.delete(undefined);
  return [...calls].map(([agent_id, call_id]) => {
    const position = thread.findIndex(({ content }) =>
      content.some((block) => block.type === 'tool_use' && block.id === call_id),
    );
    return { agent_id, call_id, position: position === -1 ? null : position };
  });
}
const linksIn = async (paths: readonly string[]) =>
  (await viewsOf(() => paths).outline(ask()))?.subagents.map(({ agent_id, call_id, position }) => ({
    agent_id,
    call_id,
    position,
  }));

describe('the call of a subagent', () => {
  const line = (uuid: string, facts: object) =>
    JSON.stringify({ uuid, parentUuid: null, timestamp: '2026-01-01T00:00:00.000Z', ...facts });
  const asks = (
    uuid: string,
    parentUuid: string,
    ...prompts: [id: string, prompt: string, name?: string][]
  ) => {
    const content = prompts.map(([id, prompt, name = 'Task']) => ({
      type: 'tool_use',
      id,
      name,
      input: { prompt },
    }));
    return line(uuid, { parentUuid, type: 'assistant', message: { id: `m-${uuid}`, content } });
  };
  const inner = (uuid: string, content: string, more = {}) =>
    line(uuid, { type: 'user', isSidechain: true, message: { content }, ...more });
  const answered = (uuid: string, parentUuid: string, call: string, more = {}) =>
    line(uuid, {
      parentUuid,
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: call }] },
      ...more,
    });

  it('one without a name, in the session’s own file, is found by what it was asked', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'inline-')), `${ID}.jsonl`);
    const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const lines = [
      line('p1', { type: 'user', message: { content: 'go' } }),
      asks('a1', 'p1', ['fetch', 'look', 'WebFetch'], ['t1', 'look'], ['t2', `try ${key}`], ['t3', 'look']),
      inner('s1', 'look'),
      inner('s2', `try ${key}`),
      inner('s3', 'look'),
      inner('s4', 'Warmup'),
      inner('s5', 'named', { agentId: 'known' }),
      answered('r1', 'a1', 't1'),
      asks('a2', 'r1', ['t4', 'named', 'Agent'], ['t5', 'named', 'Agent']),
      answered('r2', 'a2', 't5', { toolUseResult: { agentId: 'known' } }),
    ];
    writeFileSync(path, lines.join('\n'));
    const expected = [
      { agent_id: 's1', call_id: 't1', position: 1 },
      { agent_id: 's2', call_id: 't2', position: 1 },
      { agent_id: 's3', call_id: 't3', position: 1 },
      { agent_id: 's4', call_id: null, position: null },
      { agent_id: 'known', call_id: 't5', position: 2 },
    ];
    expect(callsOf([path])).toEqual(expected);
    expect(await linksIn([path])).toEqual(expected);
    rmSync(join(path, '..'), { recursive: true });
  });

  const own = recordedTranscripts().filter((path) => !path.includes('agent-'));
  it.each(own)('%s: the same as by the builder', async (path) => {
    expect(await linksIn([path])).toEqual(callsOf([path]));
  });
});

describe('a generated history', () => {
  let corpus: Corpus;
  let folder: string;
  beforeEach(() => {
    corpus = makeCorpus({ sessions: 30, messages: 24, seed: 31 });
    folder = mkdtempSync(join(tmpdir(), 'pages-'));
  });
  afterEach(() => {
    corpus.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const bySession = () => {
    const sessions = new Map<string, string[]>();
    for (const { path, sessionId } of corpus.files())
      sessions.set(sessionId, [...(sessions.get(sessionId) ?? []), path]);
    return [...sessions.values()];
  };
  const longest = () => {
    const own = bySession().map((paths) => paths.filter((path) => !path.includes('agent-')));
    const sizeOf = ([path]: readonly string[]) => (path === undefined ? 0 : readFileSync(path).length);
    return own.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? [];
  };

  it('every session is the same by pages and as a whole', async () => {
    for (const files of bySession()) {
      const paths = files.filter((path) => !path.includes('agent-'));
      const own = [...wholeOf(paths).values()].filter(({ agent_id }) => agent_id === undefined);
      expect(
        await everyMessage(
          viewsOf(() => paths),
          { branches: true },
        ),
      ).toEqual(own);
    }
  });

  it('goes on from where a page ended, back from any place, and around a message', async () => {
    const views = viewsOf(longest);
    const whole = await everyMessage(views);
    const walked: string[] = [];
    for (;;) {
      const page = await views.window(ask({ from: walked.length, limit: 7 }));
      if (page === null || page.messages.length === 0) break;
      expect(page.total).toBe(whole.length);
      walked.push(...page.messages.map(({ id }) => id));
    }
    expect(walked).toEqual(whole.map(({ id }) => id));
    const last = await views.window(ask({ direction: 'before', limit: 5 }));
    expect(last?.messages.map(({ id }) => id)).toEqual(walked.slice(-5));
    const before = await views.window(ask({ direction: 'before', from: 9, limit: 4 }));
    expect(before?.messages.map(({ position }) => position)).toEqual([5, 6, 7, 8]);
    const around = await views.window(ask({ around: walked[12] ?? '', limit: 9 }));
    expect(around?.found).toBe(12);
    expect(around?.messages.map(({ position }) => position)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17]);
  });

  it('what is added shows, and a file that was replaced is read anew', async () => {
    const [source = ''] = longest();
    const path = join(folder, `${ID}.jsonl`);
    copyFileSync(source, path);
    const views = viewsOf(() => [path]);
    const first = await views.window(ask());
    const uuid = 'aaaaaaaa-0000-4000-8000-00000000000a';
    const line = {
      type: 'user',
      uuid,
      timestamp: '2027-01-01T00:00:00.000Z',
      message: { content: 'one more' },
    };
    const text = JSON.stringify(line);
    appendFileSync(path, `${text.slice(0, 40)}`);
    expect((await views.window(ask()))?.total).toBe(first?.total);
    appendFileSync(path, `${text.slice(40)}\n`);
    const more = await views.window(ask({ around: uuid }));
    expect(more?.total).toBe((first?.total ?? 0) + 1);
    expect(more?.revision).not.toBe(first?.revision);
    expect(more?.messages.at(-1)?.content).toEqual([{ type: 'text', text: 'one more' }]);
    writeFileSync(path, `${text}\n`);
    expect((await views.window(ask()))?.messages.map(({ id }) => id)).toEqual([uuid]);
  });

  it('a page is bounded, and a message can be had whole', async () => {
    const path = join(folder, `${ID}.jsonl`);
    const uuidOf = (n: number) => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const lines = Array.from({ length: 60 }, (_, n) => {
      const message = { content: `${n} ${'long '.repeat(20_000)}` };
      return JSON.stringify({
        type: 'user',
        uuid: uuidOf(n),
        timestamp: '2026-01-01T00:00:00.000Z',
        message,
      });
    });
    writeFileSync(path, lines.join('\n'));
    const views = viewsOf(() => [path]);
    const page = await views.window(ask({ around: uuidOf(30) }));
    expect(JSON.stringify(page).length).toBeLessThan(300_000);
    expect(page?.messages.map(({ position }) => position)).toContain(30);
    expect(page?.messages.every(({ is_cut }) => is_cut)).toBe(true);
    const whole = await views.message({ ...ask(), messageId: uuidOf(30) });
    expect(JSON.stringify(whole)).toContain('long '.repeat(20_000));
  });

  it('finds what stands anywhere in it, and says where to jump', async () => {
    const views = viewsOf(longest);
    const whole = await everyMessage(views);
    const outline = await views.outline(ask());
    const prompts = whole.flatMap((message, position) =>
      message.role === 'user' && message.notice === undefined ? [position] : [],
    );
    expect(outline?.prompts.map(({ position }) => position)).toEqual(prompts);
    const calls = whole.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_use'));
    expect(outline?.tools.reduce((sum, { calls }) => sum + calls, 0)).toBe(calls.length);
    const wanted = outline?.prompts[1]?.text.slice(0, 12).toUpperCase() ?? '';
    const found = await views.find({ ...ask(), text: wanted, as: 'characters', limit: 50 });
    expect(found?.places.map(({ position }) => position)).toContain(prompts[1]);
    expect(found?.places[0]?.snippet.find(({ is_hit }) => is_hit)?.text.toUpperCase()).toBe(wanted);
    const words = outline?.prompts[1]?.text.split(/\s+/).slice(0, 2).toReversed().join(' ') ?? '';
    const together = await views.find({ ...ask(), text: words, as: 'words', limit: 50 });
    expect(together?.places.map(({ position }) => position)).toContain(prompts[1]);
    const [first] = outline?.tools ?? [];
    expect(first?.positions).toEqual(
      whole.flatMap(({ content }, position) =>
        content.some((block) => block.type === 'tool_use' && block.tool === first?.tool) ? [position] : [],
      ),
    );
  });

  it('nothing of what the filter takes away is shown or found', async () => {
    const path = join(folder, `${ID}.jsonl`);
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const message = { content: `use ${secret} please` };
    const line = { type: 'user', uuid: ID, timestamp: '2026-01-01T00:00:00.000Z', message };
    writeFileSync(path, `${JSON.stringify(line)}\n`);
    const views = viewsOf(() => [path]);
    expect(JSON.stringify(await views.window(ask()))).not.toContain(secret);
    expect((await views.find({ ...ask(), text: secret, as: 'characters', limit: 5 }))?.places).toEqual([]);
    for (const format of ['md', 'html', 'json'] as const) {
      const options = ExportOptions.parse({ long_output: true });
      const exported = await exportSession(views, { ...ask(), format, options, most: 1e6 });
      expect(JSON.stringify(exported)).toContain('please');
      expect(JSON.stringify(exported)).not.toContain(secret);
    }
  });

  it('is exported whole, with its sub-agents, or not at all when it is too large', async () => {
    const views = viewsOf(longest);
    const whole = await everyMessage(views);
    const options = ExportOptions.parse({});
    const request = { ...ask(), format: 'json' as const, options };
    const exported = await exportSession(views, { ...request, most: 1e9 });
    const read = JSON.parse(typeof exported === 'string' ? '{}' : `{${exported.text}}`);
    expect(read.messages.length).toBeGreaterThan(whole.length / 2);
    expect(read.messages.length).toBeLessThanOrEqual(whole.length);
    expect(read.subagents.length).toBe((await views.outline(ask()))?.subagents.length);
    expect(await exportSession(views, { ...request, most: 1000 })).toBe('too-large');
    expect(
      await exportSession(
        viewsOf(() => [join(folder, 'none.jsonl')]),
        { ...request, most: 1e9 },
      ),
    ).toBe('gone');
  });

  it('a line nobody understands, or of a kind nobody knows, is shown with its number, without its secrets', async () => {
    const path = join(folder, `${ID}.jsonl`);
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const line = {
      type: 'user',
      uuid: ID,
      timestamp: '2026-01-01T00:00:00.000Z',
      message: { content: 'hello' },
    };
    writeFileSync(
      path,
      `${JSON.stringify(line)}\n\n{"type":"user", cut ${secret}\n${JSON.stringify({ ...line, type: 'moon-phase' })}\n`,
    );
    const views = viewsOf(() => [path]);
    const odd = await views.oddLines(ID);
    expect(odd).toMatchObject([
      { path, line: 3, kind: null, text: expect.stringContaining('{"type":"user", cut') },
      { path, line: 4, kind: 'moon-phase', text: expect.stringContaining('hello') },
    ]);
    expect(JSON.stringify(odd)).not.toContain(secret);
    expect(await viewsOf(() => [join(folder, 'none.jsonl')]).oddLines(ID)).toBeNull();
  });

  it('a transcript that is gone is null', async () => {
    const views = viewsOf(() => [join(folder, 'none.jsonl')]);
    expect(await views.window(ask())).toBeNull();
    expect(await views.find({ ...ask(), text: 'x', as: 'characters', limit: 5 })).toBeNull();
  });
});
