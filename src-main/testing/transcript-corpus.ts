import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TESTDATA = fileURLToPath(new URL('../../src-shared/domain/transcript/testdata', import.meta.url));

export type ExpectedTokens = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
};
export type ExpectedSession = {
  readonly cwd: string;
  readonly lines: number;
  readonly malformed: number;
  readonly userPrompts: number;
  readonly assistantMessages: number;
  readonly subagentMessages: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  readonly thinkingBlocks: number;
  readonly subagents: number;
  readonly tokens: ExpectedTokens;
  readonly tokensNew: ExpectedTokens;
  readonly apiMessagesNew: number;
  readonly costNewUSD: number;
  readonly first: string;
  readonly last: string;
};
export type Expected = {
  readonly sessions: Readonly<Record<string, ExpectedSession>>;
  readonly totals: { readonly unique: ExpectedTokens; readonly costUniqueUSD: number };
  readonly search: Readonly<
    Record<string, { readonly uuids: number; readonly sessions: number; readonly sessionIds: string[] }>
  >;
};

/** A history as Claude would leave it, and what the generator's own oracle expects of it. */
export type Corpus = {
  readonly claudeFolder: string;
  readonly expected: Expected;
  files(): readonly CorpusFile[];
  remove(): void;
};
export type CorpusFile = { readonly path: string; readonly sessionId: string };

export function makeCorpus(options: { sessions: number; messages: number; seed: number }): Corpus {
  const folder = mkdtempSync(join(tmpdir(), 'transcripts-'));
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  execFileSync(process.execPath, [join(TESTDATA, 'make-transcripts.mjs'), ...args, '--out', folder]);
  const claudeFolder = join(folder, '.claude');
  return {
    claudeFolder,
    expected: JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected,
    files: () =>
      jsonlFiles(join(claudeFolder, 'projects')).map((path) => ({ path, sessionId: sessionOf(path) })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Transcripts the real CLI wrote. */
export function recordedTranscripts(): readonly string[] {
  return jsonlFiles(join(TESTDATA, 'claude'));
}

function jsonlFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}

function sessionOf(path: string): string {
  const name = basename(path, '.jsonl');
  if (!name.startsWith('agent-')) return name;
  if (basename(dirname(path)) === 'subagents') return basename(dirname(dirname(path)));
  return /"sessionId":"([^"]+)"/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
}
