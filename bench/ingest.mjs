// Bar: the numbers of a history of 2,000 sessions (500 MB) take at most 0.45 of a one-thread JSON.parse of it and are
// ready 1.6 times faster than ccusage 20 tells its totals; with redaction and a full-text index, at most 1.8 times its time
// and 350 MB. Every number is held against the generator's oracle in the same run. BENCH_CORPUS=S or L for another size.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchCcusage } from './history/ccusage.mjs';
import { bundle, makeCorpus, median, ROOT, rounded, run } from './history/corpus.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const LIMITS = { statsToParse: 0.45, ccusageToStats: 1.6, indexToCcusage: 1.8, peakMb: 350 };

const corpus = await makeCorpus();
const ccusage = await fetchCcusage();
const stats = await bundle('src-main/testing/history-stats.ts');
const homes = mkdtempSync(join(tmpdir(), 'bench-ingest-'));
const projects = join(corpus.claude, 'projects');
const threads = String(Math.min(4, availableParallelism()));
const cli = join(ROOT, 'out/main/cli.js');
const env = (home) => ({ HOME: corpus.folder, CLAUDE_CONFIG_DIR: corpus.claude, BEADS_CONSOLE_HOME: home });
const wrong = [];

function check(what, ours, expected) {
  if (ours !== expected && wrong.length < 10) wrong.push(`${what}: ${ours}, not ${expected}`);
}

function checkStats({ sessions }) {
  for (const [id, oracle] of Object.entries(corpus.expected.sessions)) {
    const own = sessions[id] ?? {};
    check(`${id} prompts`, own.user_messages, oracle.userPrompts);
    check(`${id} answers`, own.assistant_messages, oracle.assistantMessages);
    check(`${id} of subagents`, own.subagent_messages, oracle.subagentMessages);
    check(`${id} tools`, own.tool_use_count, oracle.toolCalls);
    check(`${id} tool errors`, own.tool_error_count, oracle.toolErrors);
    check(`${id} thinking`, own.thinking_blocks, oracle.thinkingBlocks);
    check(`${id} subagents`, own.subagent_count, oracle.subagents);
    check(`${id} broken`, own.broken, oracle.malformed);
    checkTokens(id, own, oracle.tokensNew);
  }
}

function checkTokens(id, own, tokens) {
  check(`${id} in`, own.tokens_in, tokens.input);
  check(`${id} out`, own.tokens_out, tokens.output);
  check(`${id} read`, own.cache_read_tokens, tokens.cacheRead);
  check(`${id} write 5m`, own.cache_write_5m_tokens, tokens.cacheWrite5m);
  check(`${id} write 1h`, own.cache_write_1h_tokens, tokens.cacheWrite1h);
}

async function checkCatalog(home) {
  const { out } = await run(process.execPath, [cli, 'report', '--by', 'session', '--json'], env(home));
  const { rows, total } = JSON.parse(out);
  const bySession = new Map(rows.map((row) => [row.key, row]));
  const nothing = {
    tokens_in: 0,
    tokens_out: 0,
    cache_read_tokens: 0,
    cache_write_5m_tokens: 0,
    cache_write_1h_tokens: 0,
  };
  for (const [id, { tokensNew }] of Object.entries(corpus.expected.sessions))
    checkTokens(id, bySession.get(id) ?? nothing, tokensNew);
  checkTokens('all', total, corpus.expected.totals.unique);
}

const times = { parse: [], stats: [], index: [], ccusage: [] };
let peakMb = 0;
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    times.parse.push((await run(process.execPath, [join(ROOT, 'bench/history/parse-all.mjs'), projects])).ms);
    const counted = await run(process.execPath, [stats.file, projects, threads]);
    times.stats.push(counted.ms);
    checkStats(JSON.parse(counted.out));
    if (ccusage !== null)
      times.ccusage.push(
        (await run(ccusage.file, ['claude', 'session', '--json', '--offline'], env(homes))).ms,
      );
    const home = join(homes, String(round));
    // Copies and the answers of tools come afterwards, in their own time.
    mkdirSync(home, { recursive: true });
    writeFileSync(
      join(home, 'settings.json'),
      '{"version":1,"history":{"archive":"off","index_tools":false}}',
    );
    const indexed = await run(process.execPath, [cli, 'backfill', '--json'], env(home));
    times.index.push(indexed.ms);
    peakMb = Math.max(peakMb, indexed.peakMb);
    check('ingested', JSON.parse(indexed.out).ingested, Object.keys(corpus.expected.sessions).length);
    if (round === 0) await checkCatalog(home);
    rmSync(home, { recursive: true, force: true });
  }
} finally {
  corpus.remove();
  stats.remove();
  rmSync(homes, { recursive: true, force: true });
}

const ratio = {
  stats_to_parse: rounded(median(times.stats) / median(times.parse)),
  ...(ccusage === null
    ? {}
    : {
        ccusage_to_stats: rounded(median(times.ccusage) / median(times.stats)),
        index_to_ccusage: rounded(median(times.index) / median(times.ccusage)),
      }),
};
const pass =
  wrong.length === 0 &&
  ratio.stats_to_parse <= LIMITS.statsToParse &&
  (ccusage === null ||
    (ratio.ccusage_to_stats >= LIMITS.ccusageToStats && ratio.index_to_ccusage <= LIMITS.indexToCcusage)) &&
  peakMb <= LIMITS.peakMb;
console.log(
  JSON.stringify({
    bench: 'ingest',
    corpus: corpus.name,
    mb: corpus.mb,
    threads: Number(threads),
    parse_ms: Math.round(median(times.parse)),
    stats_ms: Math.round(median(times.stats)),
    index_ms: Math.round(median(times.index)),
    ccusage_ms: ccusage === null ? 'not to be had here' : Math.round(median(times.ccusage)),
    ...ratio,
    peak_mb: Math.round(peakMb),
    limits: LIMITS,
    wrong,
    pass,
  }),
);
process.exitCode = pass ? 0 : 1;
