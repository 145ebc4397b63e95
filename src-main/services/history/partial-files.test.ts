import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asNobody } from '../../testing/as-nobody';
import { createTestHistory, everythingOf, type TestHistory } from '../../testing/test-history';
import type { HistoryEngine } from './history-engine';

const ID = '11111111-1111-4111-8111-111111111111';

let history: TestHistory;
beforeEach(() => {
  history = createTestHistory();
  mkdirSync(dirname(agent()), { recursive: true });
  writeFileSync(main(), answers('m', 3, 'alpha'));
  writeFileSync(agent(), answers('s', 2, 'beta'));
});
afterEach(() => history.remove());

const projects = () => join(history.folder, 'projects');
const main = (slug = '-home-dev-project') => join(projects(), slug, `${ID}.jsonl`);
const agent = () => join(projects(), '-home-dev-project', ID, 'subagents', 'agent-one.jsonl');

/** Of ten tokens each. */
const answers = (name: string, count: number, word: string) =>
  Array.from(
    { length: count },
    (_, n) =>
      `${JSON.stringify({
        type: 'assistant',
        uuid: `${name}${n}`,
        timestamp: '2026-01-01T10:00:00.000Z',
        cwd: '/home/dev/project',
        requestId: `r-${name}${n}`,
        message: {
          id: `${name}${n}`,
          role: 'assistant',
          model: 'claude-sonnet-4-5',
          usage: { input_tokens: 0, output_tokens: 10 },
          content: [{ type: 'text', text: word }],
        },
      })}\n`,
  ).join('');
const replace = (content: string) => {
  writeFileSync(`${agent()}.new`, content);
  renameSync(`${agent()}.new`, agent());
};

/** Its tokens, and how often each word is found. */
async function heldOf(engine: HistoryEngine) {
  const count = async (word: string) => (await engine.search(word, {}, 5000)).length;
  const [session] = await everythingOf(engine);
  const found = [await count('alpha'), await count('beta'), await count('gamma')];
  return { tokens: session?.stats.tokens_out, found, state: session?.capture.state };
}
const whole = { tokens: 50, found: [3, 2, 0], state: 'parsed' };

describe('what is read anew takes nothing away', () => {
  it('while one of its files cannot be read: that fails, and is tried again', async () => {
    await asNobody(history.folder, async () => {
      const engine = await history.engineFor(projects());
      await engine.backfill();
      expect(await heldOf(engine)).toEqual(whole);
      chmodSync(main(), 0o000);
      replace(answers('t', 1, 'gamma'));
      expect(await engine.backfill()).toMatchObject({ ingested: 0, failed: 1 });
      expect(await heldOf(engine)).toEqual({ ...whole, state: 'failed' });
      expect((await engine.show(ID))?.capture.parse_error).toBe('EACCES');
      chmodSync(main(), 0o600);
      expect(await engine.backfill()).toMatchObject({ ingested: 1, failed: 0 });
      expect(await heldOf(engine)).toEqual({ tokens: 40, found: [3, 0, 1], state: 'parsed' });
      chmodSync(main(), 0o000);
      expect((await engine.reparse(ID))?.capture).toMatchObject({ state: 'failed', parse_error: 'EACCES' });
      expect(await heldOf(engine)).toEqual({ tokens: 40, found: [3, 0, 1], state: 'failed' });
      chmodSync(main(), 0o600);
      await engine.reparse(ID);
      expect(await heldOf(engine)).toEqual({ tokens: 40, found: [3, 0, 1], state: 'parsed' });
      await history.closeAll();
    });
  });

  it('while its folder cannot be looked into', async () => {
    await asNobody(history.folder, async () => {
      const engine = await history.engineFor(projects());
      await engine.backfill();
      chmodSync(dirname(agent()), 0o000);
      expect((await engine.reparse(ID))?.capture).toMatchObject({ state: 'failed', parse_error: 'EACCES' });
      expect(await heldOf(engine)).toEqual({ ...whole, state: 'failed' });
      chmodSync(dirname(agent()), 0o700);
      await engine.reparse(ID);
      expect(await heldOf(engine)).toEqual(whole);
      await history.closeAll();
    });
  });

  it('where one of its files is gone without a copy: that is refused', async () => {
    const engine = await history.engineFor(projects());
    await engine.backfill();
    unlinkSync(main());
    expect(await engine.reparse(ID)).toBeNull();
    expect(await heldOf(engine)).toEqual(whole);
    expect(await engine.backfill()).toMatchObject({ ingested: 0, failed: 0 });
    expect(await heldOf(engine)).toEqual(whole);
  });

  it('where its copy is older than what was read', async () => {
    const engine = await history.engineFor(projects());
    await engine.obey({ mode: 'exact', keepDays: null, indexTools: false });
    await engine.backfill();
    await engine.copy();
    appendFileSync(main(), answers('late', 1, 'alpha'));
    await engine.backfill();
    unlinkSync(main());
    const held = { tokens: 60, found: [4, 2, 0], state: 'parsed' };
    expect(await engine.reparse(ID)).toBeNull();
    expect(await heldOf(engine)).toEqual(held);
    replace(answers('s', 2, 'beta'));
    await engine.backfill();
    expect(await heldOf(engine)).toEqual(held);
  });

  it('where a file is gone and its copy is level, all of it is read', async () => {
    const engine = await history.engineFor(projects());
    await engine.obey({ mode: 'exact', keepDays: null, indexTools: false });
    await engine.backfill();
    await engine.copy();
    unlinkSync(main());
    replace(answers('t', 1, 'gamma'));
    await engine.backfill();
    expect(await heldOf(engine)).toEqual({ tokens: 40, found: [3, 0, 1], state: 'parsed' });
    await engine.reparse(ID);
    expect(await heldOf(engine)).toEqual({ tokens: 40, found: [3, 0, 1], state: 'parsed' });
  });

  it('a file that was moved to another folder is no file that is gone', async () => {
    const engine = await history.engineFor(projects());
    await engine.backfill();
    mkdirSync(dirname(main('-moved')));
    renameSync(main(), main('-moved'));
    await engine.backfill();
    expect((await engine.reparse(ID))?.transcript_path).toBe(main('-moved'));
    expect(await heldOf(engine)).toEqual(whole);
  });
});

describe('what is left of a session whose other file is gone without a copy', () => {
  /** Some slices of text. */
  const many = (name: string) => answers(name, 900, `gamma ${'x'.repeat(5000)}`);

  it.each([
    ['is replaced', () => replace(answers('t', 1, 'gamma')), 1],
    [
      'is replaced by the same and more',
      () => replace(answers('s', 2, 'beta') + answers('t', 1, 'gamma')),
      1,
    ],
    ['is cut', () => writeFileSync(agent(), answers('s', 1, 'beta')), 0],
    ['is replaced by more than fits one write', () => replace(many('t')), 900],
    ['is written on by more than fits one write', () => appendFileSync(agent(), many('t')), 900],
  ])('%s: what is new in it comes to what is held', async (_, change, added) => {
    const engine = await history.engineFor(projects());
    await engine.backfill();
    unlinkSync(main());
    change();
    expect(await engine.backfill()).toMatchObject({ ingested: 1, failed: 0 });
    const held = { tokens: 50 + 10 * added, found: [3, 2, added], state: 'parsed' };
    expect(await heldOf(engine)).toEqual(held);
    expect(await engine.show(ID)).toMatchObject({ transcript_path: main() });
    expect(await engine.backfill()).toMatchObject({ ingested: 0, bytes: 0 });
    expect(await engine.reparse(ID)).toBeNull();
    await history.closeAll();
    const again = await history.engineFor(projects());
    expect(await again.backfill()).toMatchObject({ ingested: 0, bytes: 0 });
    expect(await heldOf(again)).toEqual(held);
    // It goes on from there.
    appendFileSync(agent(), answers('u', 1, 'gamma'));
    await again.look([agent()]);
    expect(await heldOf(again)).toEqual({ ...held, tokens: held.tokens + 10, found: [3, 2, added + 1] });
  });

  it('the same for a change that is told', async () => {
    const engine = await history.engineFor(projects());
    await engine.backfill();
    unlinkSync(main());
    replace(answers('t', 1, 'gamma'));
    await engine.look([agent()]);
    expect(await heldOf(engine)).toEqual({ tokens: 60, found: [3, 2, 1], state: 'parsed' });
  });

  it('when all of it is there again it is read as it is', async () => {
    const engine = await history.engineFor(projects());
    await engine.backfill();
    unlinkSync(main());
    replace(answers('t', 1, 'gamma'));
    await engine.backfill();
    writeFileSync(main(), answers('m', 3, 'alpha'));
    await engine.backfill();
    expect(await heldOf(engine)).toEqual({ tokens: 40, found: [3, 0, 1], state: 'parsed' });
    rmSync(projects(), { recursive: true });
  });
});
