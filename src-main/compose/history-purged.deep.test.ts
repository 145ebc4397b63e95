import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultPolicy } from '@domain/privacy/tiers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { type ClaudeBench, claudeBench, findRealClaude } from '../testing/real-claude';
import { buildEngine } from './build-engine';

const claude = findRealClaude();
const run = promisify(execFile);
const FIRST = '11111111-1111-4111-8111-1111111111a1';
const CHILD = '11111111-1111-4111-8111-1111111111a2';

let cli: BuiltCli;
beforeAll(async () => {
  if (claude !== null) cli = await buildCli();
});
afterAll(() => cli?.remove());

describe.skipIf(claude === null)("Claude's files deleted behind our back", () => {
  it('every session still opens, is found and, put back, goes on with the real CLI', async () => {
    const bench = await claudeBench(claude ?? '');
    await bench.script({ fallback: { text: 'The answer is velvetanchor.' } });
    const ask = async (prompt: string, ...args: string[]) => {
      const { stdout } = await run(claude ?? '', ['-p', prompt, '--output-format', 'json', ...args], {
        cwd: bench.project,
        env: bench.env,
      });
      return JSON.parse(stdout) as { session_id: string; is_error: boolean; result: string };
    };
    const ours = async (...args: string[]) =>
      JSON.parse((await run(process.execPath, [cli.file, ...args, '--json'], consoleOf(bench))).stdout);

    expect(await ask('remember the word heronquill', '--session-id', FIRST)).toMatchObject({
      is_error: false,
    });
    const path = bench.transcriptOf(FIRST);
    const written = readFileSync(path);
    expect(await ours('backfill')).toMatchObject({ discovered: 1, ingested: 1 });

    rmSync(join(bench.home, '.claude', 'projects'), { recursive: true });
    // Even the catalog may go: our copy is enough.
    rmSync(join(bench.base, 'data', 'catalog'), { recursive: true });
    expect(await ours('backfill')).toMatchObject({ discovered: 1, ingested: 1, failed: 0 });
    expect((await ours('sessions', 'search', 'heronquill')).hits).toHaveLength(1);
    expect(await shown(bench, FIRST)).toMatchObject({ source: 'archive', total: 2 });

    expect(await ours('sessions', 'restore', FIRST.slice(0, 13))).toMatchObject({ written: 1, path });
    expect(readFileSync(path).equals(written)).toBe(true);
    expect(await ask('and now?', '--resume', FIRST)).toMatchObject({ session_id: FIRST, is_error: false });
    expect(readFileSync(path).subarray(0, written.length).equals(written)).toBe(true);
    const child = ['--resume', FIRST, '--fork-session', '--session-id', CHILD];
    expect(await ask('as a child?', ...child)).toMatchObject({ session_id: CHILD, is_error: false });
    expect(await ours('backfill')).toMatchObject({ discovered: 2, failed: 0 });
    expect(existsSync(bench.transcriptOf(CHILD))).toBe(true);
    expect(await shown(bench, FIRST)).toMatchObject({ source: 'claude', total: 4 });
  }, 240_000);
});

const consoleOf = (bench: ClaudeBench) => ({
  cwd: bench.base,
  env: { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') },
});

/** As the window asks for it. */
async function shown(bench: ClaudeBench, id: string) {
  const data = join(bench.base, 'data');
  const engine = await buildEngine({
    places: {
      catalog: join(data, 'catalog', 'history.db'),
      claude: join(bench.home, '.claude'),
      uploads: join(data, 'uploads'),
      summaries: join(data, 'summaries'),
      archive: join(data, 'archive'),
      forgotten: join(data, 'forgotten-sessions.txt'),
    },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    onStatus: () => {},
    onUnsummarised: () => {},
    workerFile: null,
  });
  const page = await engine.transcript({
    id,
    branches: false,
    policy: defaultPolicy,
    direction: 'after',
    limit: 50,
  });
  await engine.close();
  return page;
}
