// Bar: 200 words, phrases, beginnings and words beyond ASCII over a history of 2,000 sessions: p95 at most 10 ms with the
// snippets of 50 hits, and at most a tenth of what ripgrep (or grep) needs on the raw files. The planted words are found in
// exactly the messages and sessions the generator's oracle names, also in what tools answered where the tier of the tool keeps
// that. BENCH_CORPUS=S or L for another size.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, makeCorpus, median, ROOT, rounded, run } from './history/corpus.mjs';

const QUESTIONS = 200;
const LIMITS = { p95Ms: 10, toGrep: 0.1 };

const corpus = await makeCorpus();
const script = await bundle('src-main/testing/history-search.ts');
const home = mkdtempSync(join(tmpdir(), 'bench-search-'));
const projects = join(corpus.claude, 'projects');

/** Words that were said, taken evenly from the whole history: the common and the rare. */
function saidWords(count) {
  const words = new Set();
  const files = readdirSync(projects, { recursive: true }).filter((name) => String(name).endsWith('.jsonl'));
  for (
    let at = 0;
    words.size < count && at < files.length;
    at += Math.max(1, Math.floor(files.length / count))
  ) {
    const text = readFileSync(join(projects, String(files[at])), 'utf8');
    const [, said = ''] = /"type":"text","text":"([^"\\]{40,})/.exec(text) ?? [];
    const found = said.match(/[a-z]{4,}/g) ?? [];
    for (const word of found.slice(at % 3, (at % 3) + 3)) words.add(word);
  }
  return [...words].slice(0, count);
}

function questionsOf() {
  const planted = Object.keys(corpus.expected.search);
  const quoted = planted.map((word) => (word.includes(' ') ? `"${word}"` : word));
  const words = saidWords(QUESTIONS - quoted.length);
  const shaped = words.map((word, at) =>
    at % 4 === 1 ? `${word.slice(0, 3)}*` : at % 4 === 2 ? `"${word} ${words[at - 1]}"` : word,
  );
  return { planted, quoted, all: [...quoted, 'Größe', '日本語のテキスト', ...shaped].slice(0, QUESTIONS) };
}

/** Tools of which only the names are kept when nobody says otherwise: what they answered is not to be found. */
const WITHHELD = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** Where a word stands in answers of tools that are kept, by reading every line of the files it stands in. */
function keptAnswers(word) {
  const uuids = new Set();
  const sessions = new Set();
  for (const name of readdirSync(projects, { recursive: true })) {
    if (!String(name).endsWith('.jsonl')) continue;
    const text = readFileSync(join(projects, String(name)), 'utf8');
    if (!text.includes(word)) continue;
    const tools = new Map();
    for (const line of text.split('\n').flatMap(parsed)) {
      const blocks = Array.isArray(line.message?.content) ? line.message.content : [];
      for (const block of blocks) if (block.type === 'tool_use') tools.set(block.id, block.name);
      const isKept = (block) =>
        block.type === 'tool_result' &&
        !WITHHELD.has(tools.get(block.tool_use_id)) &&
        JSON.stringify(block.content ?? '').includes(word);
      if (!blocks.some(isKept)) continue;
      uuids.add(line.uuid);
      sessions.add(line.sessionId);
    }
  }
  return { uuids: uuids.size, sessions: sessions.size };
}

function parsed(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

const finder = spawnSync('rg', ['--version']).status === 0 ? 'rg' : 'grep';
async function grepMs(word) {
  const args =
    finder === 'rg' ? ['-a', '-c', '-F', word, projects] : ['-r', '-a', '-c', '-F', word, projects];
  const begun = performance.now();
  spawnSync(finder, args, { maxBuffer: 1 << 28 });
  return performance.now() - begun;
}

try {
  const env = { HOME: corpus.folder, CLAUDE_CONFIG_DIR: corpus.claude, BEADS_CONSOLE_HOME: home };
  writeFileSync(join(home, 'settings.json'), '{"version":1,"history":{"archive":"off"}}');
  await run(process.execPath, [join(ROOT, 'out/main/cli.js'), 'backfill', '--json'], env);
  const { planted, quoted, all } = questionsOf();
  const catalog = join(home, 'catalog', 'history.db');
  const { out } = await run(process.execPath, [script.file, catalog, JSON.stringify(all)]);
  const answers = JSON.parse(out);
  const wrong = planted.flatMap((word, at) => {
    const answer = answers.find(({ text }) => text === quoted[at]);
    const told = corpus.expected.search[word];
    const { uuids, sessions } = told.where.startsWith('tool results') ? keptAnswers(word) : told;
    return answer.uuids === uuids && answer.sessions === sessions
      ? []
      : [`${word}: ${answer.uuids} messages in ${answer.sessions} sessions, not ${uuids} in ${sessions}`];
  });
  for (const { text, hasSnippets } of answers)
    if (!hasSnippets) wrong.push(`${text}: a hit without its words`);
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)];
  const greps = [];
  for (const word of all.filter((text) => !/["*]/.test(text)).slice(0, 5)) greps.push(await grepMs(word));
  const toGrep = p95 / median(greps);
  const pass = wrong.length === 0 && p95 <= LIMITS.p95Ms && toGrep <= LIMITS.toGrep;
  console.log(
    JSON.stringify({
      bench: 'search',
      corpus: corpus.name,
      questions: all.length,
      hits: answers.reduce((sum, { hits }) => sum + hits, 0),
      p50_ms: rounded(median(times)),
      p95_ms: rounded(p95),
      [`${finder}_ms`]: Math.round(median(greps)),
      ratio: rounded(toGrep, 3),
      limits: LIMITS,
      wrong,
      pass,
    }),
  );
  process.exitCode = pass ? 0 : 1;
} finally {
  corpus.remove();
  script.remove();
  rmSync(home, { recursive: true, force: true });
}
