import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { tempDir } from '../testing/temp-dir';
import { makeCorpus } from '../testing/transcript-corpus';
import { startEngineThread } from './history-thread';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

describe.skipIf(process.platform !== 'linux')('on Linux, where a thread has a priority of its own', () => {
  let built: BuiltCli;
  let corpus: ReturnType<typeof makeCorpus>;
  beforeAll(async () => {
    built = await buildCli();
    // More than the history's thread reads by itself.
    corpus = makeCorpus({ sessions: 90, messages: 60, seed: 5 });
  });
  afterAll(() => {
    corpus?.remove();
    built?.remove();
  });

  /** How far each thread of this process stands back, by its id. */
  const niceness = () =>
    new Map(
      readdirSync('/proc/self/task').flatMap((id) => {
        try {
          const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
          // Behind the name in brackets, which may hold anything: state is the third field, the nice value the nineteenth.
          return [[id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])] as const];
        } catch {
          // It has ended meanwhile.
          return [];
        }
      }),
    );

  const start = (isAwaited: boolean) => {
    const base = tempDir('history-priority');
    const at = (name: string) => join(base, name);
    const places = {
      catalog: at('history.db'),
      claude: corpus.claudeFolder,
      uploads: at('uploads'),
      summaries: at('summaries'),
      archive: at('archive'),
      forgotten: at('forgotten.txt'),
      isAwaited,
    };
    return startEngineThread(join(dirname(built.file), 'history-worker.cjs'), places, silent).engine;
  };

  /** Of the threads that were not there before: all they were seen to have while much was read. */
  const seenWhileReading = async (isAwaited: boolean) => {
    const before = niceness();
    const own = before.get(String(process.pid)) ?? 0;
    const engine = start(isAwaited);
    const seen = new Set<number>();
    const look = () => {
      for (const [id, nice] of niceness()) if (!before.has(id)) seen.add(nice);
    };
    const reading = engine.backfill();
    let isRead = false;
    void reading.finally(() => {
      isRead = true;
    });
    await vi.waitFor(
      () => {
        look();
        expect(isRead).toBe(true);
      },
      { timeout: 120_000, interval: 2 },
    );
    expect(await reading).toMatchObject({ skipped: 0, failed: 0 });
    const others = niceness();
    expect(others.get(String(process.pid))).toBe(own);
    for (const [id, nice] of before) if (others.has(id)) expect(others.get(id)).toBe(nice);
    await engine.close();
    return seen;
  };

  /** Nobody takes a place before the one this process was started with. */
  const own = () => niceness().get(String(process.pid)) ?? 0;

  it('what reads the history stands back behind everything else, and nothing else does', async () => {
    const seen = await seenWhileReading(false);
    for (const nice of [5, 10]) expect([...seen]).toContain(Math.max(own(), nice));
  });

  it('what a person waits for does not', async () => {
    expect([...(await seenWhileReading(true))]).toEqual([own()]);
  });
});
