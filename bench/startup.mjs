// Bar: `serve` is ready within 8 times the start of a bare Node HTTP server and never needs more than 110 MB;
// `--version` takes at most twice a bare `node -e 0`.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROUNDS = 5;
// Each figure of a round is the best of these: a busy machine only ever adds.
const TRIES = 3;
const LIMITS = { serve: 8, rssMb: 110, version: 2 };
const cli = fileURLToPath(new URL('../out/main/cli.js', import.meta.url));
const BARE_SERVER =
  "require('node:http').createServer((q, s) => s.end('ok')).listen(0, '127.0.0.1', () => console.log('ready'))";

if (!existsSync(cli)) {
  console.error('out/main/cli.js is not built. Run: npm run build');
  process.exit(1);
}

const home = mkdtempSync(join(tmpdir(), 'bench-startup-'));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const env = (round) => ({
  PATH: process.env.PATH,
  HOME: home,
  BEADS_CONSOLE_HOME: join(home, `data-${round}`),
});

function ended(child) {
  return new Promise((resolve) => child.once('close', resolve));
}

/** From spawn to its first line, then how much memory it took at most. */
async function untilReady(args, round) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { env: env(round), stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = ended(child);
  const isReady = await Promise.race([
    new Promise((resolve) => child.stdout.once('data', () => resolve(true))),
    closed.then(() => false),
  ]);
  const ms = performance.now() - begun;
  if (!isReady) throw new Error(`${args.join(' ')} ended before it was ready`);
  const rssMb = peakMb(child.pid);
  child.kill('SIGTERM');
  await closed;
  return { ms, rssMb };
}

function peakMb(pid) {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1]) / 1024;
}

async function untilEnd(args) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { env: env('none'), stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await ended(child);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return performance.now() - begun;
}

try {
  const peaks = [];
  const taken = { serve: [], bareServer: [], version: [], bareNode: [] };
  // One round to warm the disk's cache for all four alike.
  for (let round = -1; round < ROUNDS; round += 1) {
    const tries = { serve: [], bareServer: [], version: [], bareNode: [] };
    for (let one = 0; one < TRIES; one += 1) {
      const served = await untilReady([cli, 'serve', '--json', '--no-open'], `${round}-${one}`);
      tries.serve.push(served.ms);
      peaks.push(served.rssMb);
      tries.bareServer.push((await untilReady(['-e', BARE_SERVER], round)).ms);
      tries.version.push(await untilEnd([cli, '--version']));
      tries.bareNode.push(await untilEnd(['-e', '0']));
    }
    if (round < 0) continue;
    for (const [name, values] of Object.entries(tries)) taken[name].push(Math.min(...values));
  }
  const serveMs = median(taken.serve);
  const bareServerMs = median(taken.bareServer);
  const versionMs = median(taken.version);
  const bareNodeMs = median(taken.bareNode);
  const rssMb = Math.max(...peaks);
  const ratios = { serve: serveMs / bareServerMs, version: versionMs / bareNodeMs };
  const pass = ratios.serve <= LIMITS.serve && ratios.version <= LIMITS.version && rssMb <= LIMITS.rssMb;
  const round = (value) => Math.round(value * 100) / 100;
  console.log(
    JSON.stringify({
      bench: 'startup',
      pass,
      rounds: ROUNDS,
      serve_ms: round(serveMs),
      bare_server_ms: round(bareServerMs),
      serve_ratio: round(ratios.serve),
      serve_ratio_limit: LIMITS.serve,
      peak_rss_mb: round(rssMb),
      peak_rss_mb_limit: LIMITS.rssMb,
      version_ms: round(versionMs),
      bare_node_ms: round(bareNodeMs),
      version_ratio: round(ratios.version),
      version_ratio_limit: LIMITS.version,
    }),
  );
  process.exitCode = pass ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
