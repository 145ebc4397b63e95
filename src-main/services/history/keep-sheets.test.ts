import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPriceFinder } from '@domain/history/report';
import { defaultPolicy } from '@domain/privacy/tiers';
import { packThread, unpackThread } from '@domain/transcript/packed-thread';
import { createThreadIndex, type ThreadView } from '@domain/transcript/thread-index';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteCatalog } from '../../adapters/catalog-sqlite/sqlite-catalog';
import { nodeTimers } from '../../adapters/system/node-timers';
import { createTranscriptPages } from '../../adapters/transcripts/transcript-pages';
import type { TranscriptPages } from '../../ports/transcript-pages';
import { createManualClock } from '../../testing/manual-clock';
import { createTestHistory } from '../../testing/test-history';
import { type Corpus, makeCorpus, recordedTranscripts } from '../../testing/transcript-corpus';
import { createSheetKeeper } from './keep-sheets';
import { makeSheet } from './open-transcript';
import { createTranscriptViews } from './show-transcript';

const ID = '11111111-1111-4111-8111-111111111111';
const request = { id: ID, branches: true, policy: defaultPolicy, direction: 'after', limit: 50 } as const;
const isOfAgent = (path: string) => /agent-[^/]*\.jsonl$/.test(path);

/** Every answer it can give. */
function answersOf(view: ThreadView, uuids: readonly string[]) {
  const lists = [null, ...view.agents()].flatMap((agent) => [
    view.list(agent, true),
    view.list(agent, false),
  ]);
  const all = lists.flat();
  return {
    lists,
    agents: view.agents(),
    pruned: all.map(view.isPruned),
    messages: [...uuids, 'nobody'].map(view.messageOf),
    callers: [...all.flatMap(({ uses }) => uses.map(({ id }) => id)), 'nobody'].map(view.callerOf),
    answers: [...view.answers()],
  };
}

function expectSame(paths: readonly string[]): void {
  const index = createThreadIndex();
  const uuids: string[] = [];
  const pages = createTranscriptPages();
  for (const [file, path] of paths.entries())
    pages.index(path, 0, (place, offset, bytes) => {
      uuids.push(place.uuid, place.messageId);
      index.add(place, { file, offset, bytes });
    });
  expect(answersOf(unpackThread(packThread(index)), uuids)).toEqual(answersOf(index, uuids));
}

describe('a packed thread', () => {
  it.each(recordedTranscripts())('%s: answers as the one that was packed', (path) => expectSame([path]));

  it('knows which of two messages that name the same call made it', () => {
    const index = createThreadIndex();
    const place = (uuid: string, messageId: string, uses: { id: string; tool: string }[]) => ({
      uuid,
      parent: null,
      side: null,
      kind: 'assistant' as const,
      isComment: false,
      messageId,
      uses,
      results: [],
      answeredBy: null,
      contextTokens: 7,
    });
    const use = { id: 'call', tool: 'Bash' };
    index.add(place('u1', 'first', []), { file: 0, offset: 0, bytes: 1 });
    index.add(place('u2', 'second', [use]), { file: 0, offset: 2, bytes: 1 });
    index.add(place('u3', 'first', [use]), { file: 0, offset: 4, bytes: 1 });
    const packed = unpackThread(packThread(index));
    expect(packed.callerOf('call')).toBe('first');
    expect(answersOf(packed, ['u1', 'u2', 'u3'])).toEqual(answersOf(index, ['u1', 'u2', 'u3']));
  });
});

describe('the sheet of a transcript', () => {
  let corpus: Corpus;
  let folder: string;
  beforeEach(() => {
    corpus = makeCorpus({ sessions: 24, messages: 20, seed: 41 });
    folder = mkdtempSync(join(tmpdir(), 'sheets-'));
  });
  afterEach(() => {
    corpus.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const sessions = () => {
    const found = new Map<string, string[]>();
    for (const { path, sessionId } of corpus.files())
      found.set(sessionId, [...(found.get(sessionId) ?? []), path]);
    return [...found.values()];
  };
  /** Counts how often a file was read through. */
  const counted = () => {
    const pages = createTranscriptPages();
    const reads: string[] = [];
    const index: TranscriptPages['index'] = (path, ...rest) => {
      reads.push(path);
      return pages.index(path, ...rest);
    };
    return { reads, pages: { ...pages, index } };
  };
  const viewsOf = (paths: readonly string[], pages: TranscriptPages, isKept: boolean) => {
    const sheet = isKept ? makeSheet(createTranscriptPages(), paths) : null;
    return createTranscriptViews({
      pages,
      sheets: { find: async () => sheet, offer() {} },
      pathsOf: async () => paths,
      price: createPriceFinder(),
      timers: nodeTimers,
    });
  };

  it('of every session answers as the index it was made of, with its subagents too', () => {
    for (const paths of sessions()) expectSame(paths);
  });

  it('shows every session as reading it through does, without reading it through', async () => {
    for (const paths of sessions()) {
      const { reads, pages } = counted();
      const kept = viewsOf(paths, pages, true);
      const plain = viewsOf(paths, createTranscriptPages(), false);
      for (const more of [{}, { branches: false }, { direction: 'before' as const }])
        expect(await kept.window({ ...request, ...more })).toEqual(
          await plain.window({ ...request, ...more }),
        );
      const around = (await plain.window(request))?.messages.at(-1)?.id ?? '';
      expect(await kept.window({ ...request, around })).toEqual(await plain.window({ ...request, around }));
      expect(reads).toEqual([]);
      expect(await kept.outline(request)).toEqual(await plain.outline(request));
      expect(await kept.summary(request)).toEqual(await plain.summary(request));
    }
  });

  it('holds no longer once the file is another one, has grown or has a companion', async () => {
    const [source = ''] = sessions()
      .flat()
      .filter((path) => !isOfAgent(path));
    const path = join(folder, `${ID}.jsonl`);
    const other = join(folder, `other-${ID}.jsonl`);
    const line = {
      type: 'user',
      uuid: ID,
      timestamp: '2027-01-01T00:00:00.000Z',
      message: { content: 'one more' },
    };
    const changes = [
      () => appendFileSync(path, `\n${JSON.stringify(line)}\n`),
      () => writeFileSync(path, `${JSON.stringify(line)}\n`),
      () => writeFileSync(other, `${JSON.stringify(line)}\n`),
    ];
    for (const change of changes) {
      copyFileSync(source, path);
      const { reads, pages } = counted();
      const kept = viewsOf([path, other], pages, true);
      change();
      const window = await kept.window({ ...request, around: ID });
      expect(reads.length).toBeGreaterThan(0);
      expect(window?.found).not.toBeNull();
      rmSync(other, { force: true });
      rmSync(path);
      expect(await kept.window(request)).toBeNull();
    }
    expect(readFileSync(source).length).toBeGreaterThan(0);
  });
});

describe('the keeper of sheets', () => {
  const history = createTestHistory();
  afterEach(() => history.remove());

  it('makes those of long transcripts once they are quiet, again after a change, and forgets with the session', async () => {
    const projects = join(history.folder, 'projects', '-home-ada');
    mkdirSync(projects, { recursive: true });
    const lineOf = (id: string, text: string) =>
      `${JSON.stringify({ type: 'user', uuid: id, sessionId: ID, timestamp: '2026-01-01T00:00:00.000Z', message: { content: text } })}\n`;
    const long = join(projects, `${ID}.jsonl`);
    const at = new Date('2026-01-01T00:00:00.000Z');
    writeFileSync(long, lineOf(ID, 'word '.repeat(500_000)));
    utimesSync(long, at, at);
    writeFileSync(join(projects, '22222222-2222-4222-8222-222222222222.jsonl'), lineOf('b', 'short'));
    const engine = await history.engineFor(join(projects, '..'));
    await engine.backfill();

    const catalog = openSqliteCatalog(history.catalogFile());
    const made: string[] = [];
    const clock = createManualClock(at.toISOString());
    const keeper = createSheetKeeper({
      catalog: () => catalog,
      make: async (id) => {
        made.push(id);
        return makeSheet(createTranscriptPages(), [long]);
      },
      clock,
      timers: nodeTimers,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      isBusy: () => false,
    });
    expect(await keeper.run()).toBe(0);
    clock.setWall(new Date(Date.now() + 3_600_000).toISOString());
    expect(await keeper.run()).toBe(1);
    expect(await keeper.run()).toBe(0);
    expect(made).toEqual([ID]);
    expect((await keeper.find(ID))?.files).toMatchObject([
      { path: long, notUnderstood: 0, isTailOpen: false },
    ]);

    appendFileSync(long, lineOf('c', 'more'));
    await engine.backfill();
    expect(await keeper.run()).toBe(1);
    expect(JSON.parse((await keeper.find(ID))?.thread.head ?? '{}').own.length).toBe(2);
    await engine.forget([ID]);
    expect(await keeper.find(ID)).toBeNull();
    await keeper.close();
    await catalog.close();
  });
});
