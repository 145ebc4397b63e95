import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionSummary } from '@domain/history/session-summary';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compose } from '../compose';
import { type ClaudeBench, claudeBench, findRealClaude } from '../testing/real-claude';

const id = '3f2a1111-2222-4333-8444-555566667701';
const claude = findRealClaude();
const key = ['gh', 'p_'].join('') + 'a1B2'.repeat(9);
const PLANTED = 'swordfishofthebay';

/** A session of a terminal elsewhere: one prompt with a key in it, a call of a tool, an answer. */
function transcript(project: string): string {
  const common = { sessionId: id, cwd: project, isSidechain: false, timestamp: '2026-01-01T00:00:00.000Z' };
  const usage = { input_tokens: 5, output_tokens: 7 };
  const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: `echo ${PLANTED}` } };
  const said = (at: string, content: object[]) => ({
    id: at,
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content,
    usage,
  });
  return [
    {
      type: 'user',
      uuid: 'a',
      parentUuid: null,
      message: { role: 'user', content: `fix add() with ${key}` },
    },
    { type: 'assistant', uuid: 'b', parentUuid: 'a', message: said('m1', [call]) },
    {
      type: 'user',
      uuid: 'c',
      parentUuid: 'b',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: PLANTED }] },
    },
    {
      type: 'assistant',
      uuid: 'd',
      parentUuid: 'c',
      message: said('m2', [{ type: 'text', text: 'add() is mended.' }]),
    },
  ]
    .map((line) => `${JSON.stringify({ ...common, ...line })}\n`)
    .join('');
}

async function appOn(bench: ClaudeBench, env: Record<string, string> = {}, isLongLived = false) {
  const app = await compose({
    env: { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data'), ...env },
    shell: 'serve',
    isLongLived,
    checkOutputs: true,
  });
  onTestFinished(() => app.close());
  return {
    close: () => app.close(),
    ask: <T>(name: string, input: object) =>
      app.dispatch.call(name, input, { door: 'ui', connection: 'test' }) as Promise<
        { ok: true; value: T } | { ok: false; error: Record<string, unknown> }
      >,
  };
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

function place(bench: ClaudeBench): string {
  const file = bench.transcriptOf(id);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, transcript(bench.project));
  return file;
}

describe.skipIf(claude === null)('summaries with the real CLI', () => {
  it('are written by claude -p without tools, become no session, and cost nothing of the session’s', async () => {
    const bench = await claudeBench(claude ?? '');
    const file = place(bench);
    // Only what a summary is told is answered so: a prompt with the key, the tool's argument or its answer in it is not.
    await bench.script({
      rules: [
        { when: { kind: 'aux', any: `${key}|${PLANTED}` }, reply: { text: 'LEAKED.' } },
        {
          // A request of this kind offers no tools.
          when: {
            kind: 'aux',
            model: 'haiku',
            system: 'past tense',
            lastUser: String.raw`\[User\]: fix add\(\) with \[REDACTED\]\n- Used Bash\n\[Assistant\]: add\(\) is mended\.$`,
          },
          reply: { text: `Mended add() in math.js with ${key}. Ran it once.` },
        },
      ],
      aux: { text: 'NOT AS IT SHOULD BE.' },
    });
    const { ask, close } = await appOn(bench);
    await ask('history.backfill', {});
    const before = await ask<object>('history.show', { id });
    const transcripts = filesUnder(join(bench.home, '.claude', 'projects'));

    const written = await ask<SessionSummary>('history.summarise', { id });
    if (!written.ok) throw new Error(JSON.stringify(written.error));
    const { generated, asked, answered } = written.value;
    expect(generated?.text).toBe('Mended add() in math.js with [REDACTED]. Ran it once.');
    expect(generated?.model).toMatch(/haiku/);
    expect(generated?.cost_micro_usd).toBeGreaterThan(0);
    // The one without a model is there beneath it.
    expect([asked, answered]).toEqual(['fix add() with [REDACTED]', 'add() is mended.']);

    await ask('history.backfill', {});
    const after = await ask<object>('history.show', { id });
    const figures = (shown: typeof after) => (shown.ok ? { ...shown.value, capture: null } : shown.error);
    expect(figures(after)).toEqual(figures(before));
    expect(after).toMatchObject({ value: { capture: { state: 'summarized' } } });
    expect(await ask('history.list', {})).toMatchObject({ value: { total: 1 } });
    expect(filesUnder(join(bench.home, '.claude', 'projects'))).toEqual(transcripts);
    expect(await ask('history.summaryCosts', {})).toMatchObject({
      value: { made: 1, failed: 0, cost_micro_usd: generated?.cost_micro_usd },
    });

    // Into a record of ours, when there is one; a person's own words stay.
    await ask('history.note', { id });
    await ask('history.summarise', { id });
    const shown = await ask<{ summary?: string }>('sessions.show', { id });
    expect(shown).toMatchObject({ value: { summary: generated?.text } });
    const found = filesUnder(bench.base).filter((path) => path.endsWith('summary.md'));
    expect(found.length).toBeGreaterThan(0);
    for (const path of found) expect(readFileSync(path, 'utf8')).toBe(`${generated?.text}\n`);
    await ask('sessions.annotate', { id, summary: 'My own words.' });
    await ask('history.summarise', { id });
    expect(await ask('sessions.show', { id })).toMatchObject({ value: { summary: 'My own words.' } });

    await close();
    const leaked = filesUnder(join(bench.base, 'data')).filter((path) => readFileSync(path).includes(key));
    expect(leaked).toEqual([]);
    expect(existsSync(file)).toBe(true);
  });

  it('come by themselves when the setting is on, once for what a session is', async () => {
    const bench = await claudeBench(claude ?? '');
    place(bench);
    const settings = { version: 1, claude: { seat: 'stream' }, history: { summaries: true, ingest: false } };
    writeFileSync(join(bench.base, 'data', 'settings.json'), JSON.stringify(settings));
    await bench.script({
      rules: [{ when: { kind: 'aux', system: 'past tense' }, reply: { text: 'Mended add().' } }],
    });
    const { ask } = await appOn(bench, {}, true);
    await ask('history.backfill', {});
    expect(await ask('history.recover', { dry_run: false })).toMatchObject({ value: { summarised: [id] } });
    const generated = async () => {
      const summary = await ask<SessionSummary>('history.summary', { id });
      return summary.ok ? (summary.value.generated?.text ?? null) : summary.error;
    };
    await expect.poll(generated, { timeout: 60_000 }).toBe('Mended add().');
    await expect
      .poll(() => ask('history.show', { id }), { timeout: 10_000 })
      .toMatchObject({ value: { capture: { state: 'summarized' } } });
    expect(await ask('history.recover', { dry_run: false })).toMatchObject({ value: { summarised: [] } });
    expect(await ask('history.summaryCosts', {})).toMatchObject({ value: { made: 1 } });
  });

  it('that fail say why, are charged, and leave the one without a model', async () => {
    const bench = await claudeBench(claude ?? '');
    place(bench);
    await bench.script({
      rules: [
        {
          when: { kind: 'aux' },
          reply: { error: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' } },
        },
      ],
    });
    const { ask } = await appOn(bench);
    await ask('history.backfill', {});
    const failed = await ask('history.summarise', { id });
    expect(failed).toMatchObject({ ok: false, error: { code: 'summary-failed', why: 'refused' } });
    expect(JSON.stringify(failed)).not.toContain('scripted-key');
    expect(await ask('history.summary', { id })).toMatchObject({
      value: { generated: null, answered: 'add() is mended.' },
    });

    const without = await appOn(bench, { BEADS_CONSOLE_CLAUDE: join(bench.base, 'nowhere') });
    expect(await without.ask('history.summarise', { id })).toMatchObject({
      error: { why: 'claude-not-found' },
    });
  });
});
