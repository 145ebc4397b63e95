import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TokenUsage } from '@domain/cost/usage';
import { inheritedOf } from '@domain/transcript/credit';
import { createTally, type SessionTally } from '@domain/transcript/session-tally';
import { statsOf } from '@domain/transcript/tally-stats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CorpusFile,
  type ExpectedTokens,
  makeCorpus,
  recordedTranscripts,
} from '../../testing/transcript-corpus';
import { createLineReader } from './read-lines';
import { createSessionScanner, type ScannedText } from './scan-session';
import golden from './testdata/recorded.golden.json';

type Held = { id: string; tally: SessionTally; openTails: number };

function scanAll(files: readonly CorpusFile[], scanner = createSessionScanner()): Map<string, Held> {
  const sessions = new Map<string, Held>();
  for (const { path, sessionId } of files) {
    const held = sessions.get(sessionId) ?? { id: sessionId, tally: createTally(), openTails: 0 };
    sessions.set(sessionId, held);
    const file = scanner.scanFile(path, 0, { tally: held.tally, notes: {} });
    held.openTails += file.openTail;
    expect(file.disagreed).toBe(0);
  }
  return sessions;
}

function tokens(usage: TokenUsage): ExpectedTokens {
  return {
    input: usage.tokens_in,
    output: usage.tokens_out,
    cacheRead: usage.cache_read_tokens,
    cacheWrite: usage.cache_write_tokens,
    cacheWrite5m: usage.cache_write_5m_tokens,
    cacheWrite1h: usage.cache_write_1h_tokens,
  };
}

/** In the words of the oracle. */
function numbersOf(held: Held, others: readonly Held[]) {
  const kin = others.filter(
    (other) => other !== held && [...held.tally.billed.keys()].some((key) => other.tally.billed.has(key)),
  );
  const stats = statsOf(held.tally, inheritedOf(held, kin));
  return {
    lines: held.tally.lines + held.openTails,
    malformed: held.tally.broken + held.openTails,
    userPrompts: stats.user_messages,
    assistantMessages: stats.assistant_messages,
    subagentMessages: stats.subagent_messages,
    toolCalls: stats.tool_use_count,
    toolErrors: stats.tool_error_count,
    thinkingBlocks: stats.thinking_blocks,
    subagents: stats.subagent_count,
    tokens: tokens(stats.whole_usage),
    tokensNew: tokens(stats.usage),
    first: new Date(held.tally.firstMs).toISOString(),
    last: new Date(held.tally.lastMs).toISOString(),
  };
}

describe('statistics of generated histories', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('every number of seed %i is the one of the oracle', (seed) => {
    const corpus = makeCorpus({ sessions: 24, messages: 14, seed });
    try {
      // Whatever is read first, the same session is credited.
      const sessions = scanAll(seed % 2 === 0 ? corpus.files() : [...corpus.files()].reverse());
      const held = [...sessions.values()];
      const ours = Object.fromEntries(held.map((each) => [each.id, numbersOf(each, held)]));
      for (const [id, numbers] of Object.entries(ours))
        expect(corpus.expected.sessions[id]).toMatchObject(numbers);
      expect(Object.keys(ours).sort()).toEqual(Object.keys(corpus.expected.sessions).sort());
    } finally {
      corpus.remove();
    }
  });
});

const nameOf = (path: string) => path.replace(/^.*testdata\/claude\//, '').replace(/\.jsonl$/, '');

// The golden numbers were held by hand against the files and against the totals Claude wrote into them (`cost-state`).
describe('statistics of recorded transcripts', () => {
  it.each(recordedTranscripts().map((path) => [nameOf(path), path]))('%s', (name, path) => {
    const fast = scanAll([{ path, sessionId: name }]).get(name);
    const full = scanAll([{ path, sessionId: name }], createSessionScanner(createLineReader(), 'full')).get(
      name,
    );
    expect(fast).toEqual(full);
    expect(fast && numbersOf(fast, [])).toEqual((golden as Record<string, unknown>)[name]);
  });

  it('both readers find the same texts', () => {
    const textsOf = (readers: 'both' | 'full') => {
      const scanner = createSessionScanner(createLineReader(), readers);
      return recordedTranscripts().flatMap((path) => {
        const texts: ScannedText[] = [];
        const onText = (text: ScannedText) => void texts.push(text);
        scanner.scanFile(path, 0, { tally: createTally(), notes: {}, onText, wantsTools: true });
        return texts;
      });
    };
    const both = textsOf('both');
    expect(both).toEqual(textsOf('full'));
    expect(new Set(both.map(({ role }) => role))).toEqual(new Set(['user', 'assistant', 'thinking', 'tool']));
  });
});

describe('odd files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'odd-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const prompt = (uuid: string, text = 'hello') =>
    JSON.stringify({
      type: 'user',
      uuid,
      timestamp: '2026-01-01T00:00:00.000Z',
      message: { role: 'user', content: text },
    });
  const small = () => createSessionScanner(createLineReader(64 * 1024, 1024));
  const scan = (content: string | Buffer, scanner = small()) => {
    const path = join(folder, 'a.jsonl');
    writeFileSync(path, content);
    const tally = createTally();
    const file = scanner.scanFile(path, 0, { tally, notes: {} });
    return { path, tally, file, scanner, prompts: statsOf(tally).user_messages };
  };

  it.each([
    ['nothing', '', { lines: 0, broken: 0, prompts: 0, openTail: 0 }],
    ['CRLF', `${prompt('a')}\r\n${prompt('b')}\r\n`, { lines: 2, broken: 0, prompts: 2, openTail: 0 }],
    ['empty lines', `\n\n${prompt('a')}\n \n`, { lines: 1, broken: 0, prompts: 1, openTail: 0 }],
    ['no feed at the end', prompt('a'), { lines: 1, broken: 0, prompts: 1, openTail: 0 }],
    [
      'a cut tail',
      `${prompt('a')}\n${prompt('b').slice(0, 50)}`,
      { lines: 1, broken: 0, prompts: 1, openTail: 1 },
    ],
    [
      'NUL padding',
      `${prompt('a')}\n${'\0'.repeat(5000)}\n${prompt('b')}\n`,
      { lines: 3, broken: 1, prompts: 2, openTail: 0 },
    ],
    [
      'a line beyond the limit',
      `${prompt('a')}\n${prompt('x', 'x'.repeat(200_000))}\n${prompt('b')}\n`,
      { lines: 3, broken: 1, prompts: 2, openTail: 0 },
    ],
    [
      'a line that makes the buffer grow',
      `${prompt('x', 'x'.repeat(40_000))}\n${prompt('b')}\n`,
      { lines: 2, broken: 0, prompts: 2, openTail: 0 },
    ],
    [
      'a line beyond the limit at the end',
      `${prompt('a')}\n${'x'.repeat(200_000)}`,
      { lines: 1, broken: 0, prompts: 1, openTail: 1 },
    ],
  ])('%s loses only what is broken', (_, content, expected) => {
    const { tally, file, prompts } = scan(content);
    expect({ lines: tally.lines, broken: tally.broken, prompts, openTail: file.openTail }).toEqual(expected);
  });

  it('bytes that are no UTF-8 stay in their line', () => {
    const odd = Buffer.from(prompt('a', 'XX'), 'utf8');
    odd.fill(0xff, odd.indexOf('XX'), odd.indexOf('XX') + 2);
    const { tally, prompts } = scan(Buffer.concat([odd, Buffer.from(`\n${prompt('b')}\n`)]));
    expect([tally.broken, prompts]).toEqual([0, 2]);
  });

  it('a cut tail that is written on is read once, from its beginning', () => {
    const line = prompt('b');
    const { path, tally, file, scanner } = scan(`${prompt('a')}\n${line.slice(0, 40)}`);
    appendFileSync(path, `${line.slice(40)}\n`);
    const again = scanner.scanFile(path, file.offset, { tally, notes: {} });
    expect([tally.lines, tally.broken, statsOf(tally).user_messages]).toEqual([2, 0, 2]);
    expect(again.offset).toBe(readFileSync(path).length);
    expect(again.read).toBe(line.length + 1);
  });

  it('a file that shrank since it was seen is read as far as it goes', () => {
    const { path, file, scanner } = scan(`${prompt('a')}\n${prompt('b')}\n`);
    truncateSync(path, 10);
    const again = scanner.scanFile(path, file.offset, { tally: createTally(), notes: {} });
    expect([again.read, again.size]).toEqual([0, 10]);
  });
});
