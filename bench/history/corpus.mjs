import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const generator = join(ROOT, 'src-shared/domain/transcript/testdata/make-transcripts.mjs');
const SIZES = { S: [200, 12, 1], M: [2000, 44, 2], L: [10_000, 44, 3] };

/** A made-up history of the size BENCH_CORPUS names (S, M or L), and what its generator's oracle expects of it. */
export async function makeCorpus(name = process.env.BENCH_CORPUS ?? 'M') {
  const [sessions, messages, seed] = SIZES[name];
  const folder = mkdtempSync(join(tmpdir(), `bench-history-${name}-`));
  const args = ['--sessions', sessions, '--messages', messages, '--seed', seed, '--out', folder].map(String);
  const made = await run(process.execPath, [generator, ...args]);
  const { mb } = JSON.parse(made.out);
  return {
    name,
    mb,
    folder,
    claude: join(folder, '.claude'),
    expected: JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** One source file as a script plain node runs. It stands inside node_modules, where its packages are looked up. */
export async function bundle(entry) {
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bench-'));
  const file = join(folder, 'script.mjs');
  const build = await rolldown({
    input: join(ROOT, entry),
    platform: 'node',
    external: ['libsql'],
    resolve: {
      alias: { '@domain': join(ROOT, 'src-shared/domain'), '@contract': join(ROOT, 'src-shared/contract') },
    },
  });
  await build.write({ file, format: 'esm' });
  await build.close();
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A program from start to end: its output, its time, and the most memory it had. */
export function run(file, args, env = {}) {
  const begun = performance.now();
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks = [];
  let peakMb = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peakMb = Math.max(peakMb, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // Ended between two looks, or a system without /proc.
    }
  }, 10);
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(look);
      const ms = performance.now() - begun;
      if (code === 0) resolve({ out: Buffer.concat(chunks).toString('utf8'), ms, peakMb });
      else reject(new Error(`${file} ${args.join(' ')} ended with ${code}`));
    });
  });
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
export const rounded = (value, digits = 2) => Number(value.toFixed(digits));
