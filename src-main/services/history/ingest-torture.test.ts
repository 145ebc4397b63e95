import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { defaultPolicy } from '@domain/privacy/tiers';
import { noTexts } from '@domain/transcript/packed-texts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScanJob, TranscriptScanner } from '../../ports/transcripts';
import { asNobody } from '../../testing/as-nobody';
import {
  createTestHistory,
  everythingOf,
  type TestHistory,
  type WrapScanner,
} from '../../testing/test-history';
import type { HistoryEngine } from './history-engine';

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

let history: TestHistory;
beforeEach(() => {
  history = createTestHistory();
  mkdirSync(join(projects(), '-home-dev-project'), { recursive: true });
});
afterEach(() => history.remove());

const projects = () => join(history.folder, 'projects');
const path = (id = ID) => join(projects(), '-home-dev-project', `${id}.jsonl`);
const line = (uuid: string, text: string, at = '2026-01-01T10:00:00.000Z') =>
  `${JSON.stringify({ type: 'user', uuid, timestamp: at, cwd: '/home/dev/project', message: { role: 'user', content: text } })}\n`;
const words = async (engine: HistoryEngine, word: string) => (await engine.search(word, {}, 1000)).length;
const shown = (engine: HistoryEngine, id = ID) =>
  engine.transcript({ id, branches: false, policy: defaultPolicy, direction: 'after', limit: 200 });

/** What a history says of these files, apart from when it looked. */
async function saidOf(engine: HistoryEngine) {
  return {
    sessions: (await everythingOf(engine)).map(({ keeping: _keeping, ...session }) => session),
    hits: (await engine.search('aword', {}, 10_000)).map(({ uuid }) => uuid).sort(),
  };
}

describe('a file that is changed in the middle of being read', () => {
  /** Some slices of text. */
  const many = (name: string, count = 700) =>
    Array.from({ length: count }, (_, n) =>
      line(`${name}${n}`, `aword ${'x'.repeat(10_000)} ${name}${n}`),
    ).join('');
  const replace = (content: string) => {
    writeFileSync(`${path()}.new`, content);
    renameSync(`${path()}.new`, path());
  };

  it.each<readonly [string, () => void]>([
    ['replaced by a longer one', () => replace(many('b', 900))],
    ['replaced by a shorter one', () => replace(many('b', 20))],
    ['rewritten in place', () => writeFileSync(path(), many('b', 900))],
    ['cut to nothing', () => truncateSync(path(), 0)],
    ['cut in the middle of what was read', () => truncateSync(path(), 1_000_003)],
    ['written on', () => appendFileSync(path(), many('b', 300))],
    [
      'deleted and written again',
      () => {
        unlinkSync(path());
        writeFileSync(path(), many('b', 500));
      },
    ],
  ])('and %s is known as it is in the end', async (_, change) => {
    writeFileSync(path(), many('a'));
    let isDue = true;
    const engine = await history.engineFor(
      projects(),
      'first',
      afterFirstSlice(() => {
        if (isDue) change();
        isDue = false;
      }),
    );
    await engine.backfill();
    await engine.backfill();
    expect(isDue).toBe(false);
    const fresh = await history.engineFor(projects(), 'fresh');
    await fresh.backfill();
    expect(await saidOf(engine)).toEqual(await saidOf(fresh));
    expect(await engine.backfill()).toMatchObject({ ingested: 0, bytes: 0 });
  });

  it('and deleted fails by itself, and is read when it comes back', async () => {
    writeFileSync(path(), many('a'));
    writeFileSync(path(OTHER), line('o', 'other'));
    const engine = await history.engineFor(
      projects(),
      'first',
      afterFirstSlice(() => rmSync(path(), { force: true })),
    );
    expect(await engine.backfill()).toMatchObject({ failed: 1 });
    expect(await engine.show(ID)).toMatchObject({ capture: { state: 'failed', parse_error: 'ENOENT' } });
    expect(await words(engine, 'other')).toBe(1);
    writeFileSync(path(), line('z', 'aword'));
    await engine.backfill();
    expect(await engine.show(ID)).toMatchObject({ capture: { state: 'parsed' } });
    expect((await saidOf(engine)).hits).toEqual(['z']);
  });

  it('again and again is given up for this time, not for ever', async () => {
    writeFileSync(path(), many('a'));
    let round = 0;
    const engine = await history.engineFor(
      projects(),
      'first',
      afterFirstSlice(() => {
        round += 1;
        if (round < 20) replace(many(`b${round}`));
      }),
    );
    expect(await engine.backfill()).toMatchObject({ failed: 1 });
    expect(await engine.show(ID)).toMatchObject({
      capture: { state: 'failed', parse_error: 'keeps changing' },
    });
    round = 100;
    await engine.backfill();
    expect(await engine.show(ID)).toMatchObject({ capture: { state: 'parsed' } });
    expect((await saidOf(engine)).hits).toHaveLength(700);
  });
});

describe('files that cannot be read', () => {
  it('for want of the right fail by themselves, a file as well as a folder', async () => {
    const locked = join(projects(), '-locked');
    mkdirSync(locked);
    writeFileSync(join(locked, `${'3'.repeat(8)}-3333-4333-8333-333333333333.jsonl`), line('c', 'gamma'));
    writeFileSync(path(), line('a', 'alpha'));
    writeFileSync(path(OTHER), line('b', 'beta'));
    chmodSync(path(OTHER), 0o000);
    chmodSync(locked, 0o000);
    await asNobody(history.folder, async () => {
      const engine = await history.engineFor(projects());
      expect(await engine.backfill()).toMatchObject({ discovered: 2, failed: 2 });
      expect((await engine.status()).failed).toEqual([
        { path: locked, error: 'EACCES' },
        { path: path(OTHER), error: 'EACCES' },
      ]);
      expect(await engine.show(OTHER)).toMatchObject({ capture: { state: 'failed', parse_error: 'EACCES' } });
      expect(await words(engine, 'alpha')).toBe(1);
      chmodSync(path(OTHER), 0o600);
      chmodSync(locked, 0o700);
      await engine.backfill();
      expect(await engine.show(OTHER)).toMatchObject({ capture: { state: 'parsed' } });
      expect([await words(engine, 'beta'), await words(engine, 'gamma')]).toEqual([1, 1]);
      await history.closeAll();
    });
  });

  it('because the disk fails are told as that, and read when it works again', async () => {
    writeFileSync(path(), line('a', 'alpha'));
    writeFileSync(path(OTHER), line('b', 'beta'));
    let isBroken = true;
    const engine = await history.engineFor(projects(), 'first', (scanner) => ({
      ...scanner,
      open: (job) => (isBroken && job.sessionId === OTHER ? failing(job) : scanner.open(job)),
    }));
    expect(await engine.backfill()).toMatchObject({ discovered: 2, failed: 1 });
    expect((await engine.status()).failed).toEqual([{ path: path(OTHER), error: 'EIO' }]);
    expect(await engine.show(OTHER)).toMatchObject({ capture: { state: 'failed', parse_error: 'EIO' } });
    expect([await words(engine, 'alpha'), await words(engine, 'beta')]).toEqual([1, 0]);
    isBroken = false;
    expect(await engine.backfill()).toMatchObject({ ingested: 1, failed: 0 });
    expect(await words(engine, 'beta')).toBe(1);
  });

  it.skipIf(process.platform === 'win32')('because they are pipes keep nobody waiting', async () => {
    writeFileSync(path(), line('a', 'alpha'));
    const engine = await history.engineFor(projects());
    await engine.obey({ mode: 'exact', keepDays: null, indexTools: true });
    await engine.backfill();
    await engine.copy();
    unlinkSync(path());
    execFileSync('mkfifo', [path(), path(OTHER)]);
    expect(await engine.backfill()).toMatchObject({ discovered: 0, failed: 0 });
    expect(await shown(engine)).toMatchObject({ source: 'archive', total: 1 });
    expect(await engine.copy()).toBe(0);
    expect(await engine.reparse(ID)).toMatchObject({ capture: { state: 'parsed' } });
  });
});

describe('files with anything in them', () => {
  it('lose the broken line and nothing else, for the search and for the eye', async () => {
    const odd = Buffer.from(line('odd', 'aword XX'));
    odd.fill(0xff, odd.indexOf('XX'), odd.indexOf('XX') + 2);
    const pieces: (string | Buffer)[] = [
      line('a', 'aword'),
      '\n',
      line('crlf', 'aword').replace('\n', '\r\n'),
      '\0'.repeat(70_000),
      '\n',
      odd,
      Buffer.from([0xc3, 0x28, 0xff, 0x0a]),
      '{"type":"user","uuid":"torn","mess\n',
      'null\n"text"\n[]\n42\n',
      line('lone', `aword \ud800`),
      line('b', 'aword'),
      '{"type":"user","uuid":"cut","message":{"content":"awo',
    ];
    writeFileSync(path(), Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
    writeFileSync(path(OTHER), '');
    const engine = await history.engineFor(projects());
    const read = await engine.backfill();
    expect(read).toMatchObject({ discovered: 2, ingested: 2, failed: 0 });
    expect((await saidOf(engine)).hits).toEqual(['a', 'b', 'crlf', 'lone', 'odd']);
    const page = await shown(engine);
    expect(page?.messages.map(({ id }) => id)).toEqual(['a', 'crlf', 'odd', 'lone', 'b']);
    const stats = (await engine.show(ID))?.stats;
    expect(stats).toMatchObject({ user_messages: 5, lines_not_understood: read.lines_not_understood });
    expect(page?.lines_not_understood).toBe(read.lines_not_understood);
    expect(await engine.oddLines(ID)).toHaveLength(read.lines_not_understood);
    // The cut line is finished: it counts, and is broken no more.
    appendFileSync(path(), 'rd aword"}}\n');
    await engine.backfill();
    expect((await engine.show(ID))?.stats.lines_not_understood).toBe(read.lines_not_understood - 1);
    expect(await engine.show(OTHER)).toMatchObject({ bytes: 0, stats: { total_messages: 0 } });
  });

  it('and any time on them are listed, found and summed', async () => {
    const times = ['1901-01-01T00:00:00Z', '2262-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'yesterday', ''];
    writeFileSync(path(), times.map((at, n) => line(`t${n}`, 'aword', at)).join(''));
    writeFileSync(path(OTHER), line('o', 'aword', '2026-01-01T00:00:00Z'));
    utimesSync(path(), new Date('2099-01-01'), new Date('2099-01-01'));
    utimesSync(path(OTHER), new Date(0), new Date(0));
    const engine = await history.engineFor(projects());
    expect(await engine.backfill()).toMatchObject({ ingested: 2, failed: 0 });
    expect((await saidOf(engine)).hits).toEqual(['o', 't0', 't1', 't2', 't3', 't4']);
    await engine.report({ by: 'day', filter: {}, links: [] });
    // The clock goes back while the file grows: what was added is read, and only that.
    appendFileSync(path(), line('late', 'aword'));
    utimesSync(path(), new Date('1999-01-01'), new Date('1999-01-01'));
    const { bytes } = await engine.backfill();
    expect(bytes).toBe(Buffer.byteLength(line('late', 'aword')));
    expect((await saidOf(engine)).hits).toContain('late');
    // Only its time was set back: it is read again, and says the same.
    const before = await saidOf(engine);
    utimesSync(path(OTHER), new Date('2001-01-01'), new Date('2001-01-01'));
    expect(await engine.backfill()).toMatchObject({ ingested: 1, bytes: statSync(path(OTHER)).size });
    expect((await saidOf(engine)).hits).toEqual(before.hits);
  });
});

/** Does something once a part of a session was handed over and before the rest is read. */
function afterFirstSlice(act: () => void): WrapScanner {
  return (scanner) => ({
    ...scanner,
    open(job) {
      const run = scanner.open(job);
      let count = 0;
      return {
        ...run,
        async next() {
          const slice = await run.next();
          count += 1;
          if (count === 1 && job.sessionId === ID && slice.type === 'texts') act();
          return slice;
        },
      };
    },
  });
}

function failing({ files }: ScanJob): ReturnType<TranscriptScanner['open']> {
  const failed = files.map(({ path: at }) => ({ path: at, error: 'EIO' }));
  return {
    next: async () => ({
      type: 'done',
      texts: noTexts,
      bytes: 0,
      tally: { head: '', billed: new Uint8Array(), marks: new Uint8Array(), ids: new Uint8Array() },
      notes: {},
      marks: [],
      failed,
    }),
    close: () => {},
  };
}
