// node tools/soak.mjs [--minutes N] [--turns N] [--sessions N]: many sessions stream at once through the whole program and
// the real Claude; nothing is mixed or lost, the heap stays level, and nothing is left running. One line of JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { ownClaude } from '../bin/own-path.mjs';
import { ROOT } from './build.mjs';

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
/** What a message leaves behind is its place in the index, about 1 KB; what was said does not stay. */
const MOST_GROWTH_KB = 8;
const LEVEL_AFTER_MINUTES = 5;
const claude = process.env.BEADS_CONSOLE_CLAUDE || ownClaude(ROOT);
if (claude === '') {
  process.stderr.write(
    'There is no claude: npm ci installs the pinned one, BEADS_CONSOLE_CLAUDE names another.\n',
  );
  process.exit(1);
}

const cache = join(ROOT, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const bundle = mkdtempSync(join(cache, 'soak-'));
const base = mkdtempSync(join(realpathSync(tmpdir()), 'beads-console-soak-'));
const [home, project] = [join(base, 'home'), join(base, 'project')];
mkdirSync(home);
mkdirSync(join(project, '.beads'), { recursive: true });
const children = [];
const end = (child) => child.exitCode ?? child.signalCode ?? child.kill('SIGKILL');

function run(args, env, stdio) {
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env }, stdio });
  children.push(child);
  return child;
}

/** Whoever still carries a mark of this app. */
function orphansOf(pid) {
  return readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(`BEADS_CONSOLE_PROCESS=${pid}:`);
    } catch {
      return false;
    }
  });
}

try {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: {
      alias: { '@domain': join(ROOT, 'src-shared/domain'), '@contract': join(ROOT, 'src-shared/contract') },
    },
    build: {
      ssr: true,
      target: 'node20',
      outDir: bundle,
      emptyOutDir: true,
      rollupOptions: {
        input: { soak: join(ROOT, 'src-main/testing/soak.ts') },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  const server = join(ROOT, 'resources', 'scripted-model', 'scripted-messages-api.mjs');
  const scenario = join(ROOT, 'resources', 'scripted-model', 'soak.json');
  const model = run([server, '0', scenario, '--lean', '--with-parent'], {}, ['pipe', 'pipe', 'inherit']);
  const [url] = await once(createInterface({ input: model.stdout }), 'line');
  const env = {
    HOME: home,
    BEADS_CONSOLE_HOME: join(base, 'data'),
    BEADS_CONSOLE_CLAUDE: claude,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'scripted-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  const args = [project, option('sessions', '8'), option('turns', '6'), option('minutes', '0')];
  const app = run(['--expose-gc', join(bundle, 'soak.mjs'), ...args], env, ['ignore', 'pipe', 'inherit']);
  const said = [];
  createInterface({ input: app.stdout }).on('line', (line) => said.push(line));
  const [code] = await once(app, 'close');
  const report = { ...JSON.parse(said.at(-1) ?? '{}'), orphans: orphansOf(app.pid).length };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  // A short run is over before the memory of the last changes is full; then the slope says nothing.
  const isLevel =
    Number(option('minutes', '0')) < LEVEL_AFTER_MINUTES || report.heap_growth_kb_per_turn < MOST_GROWTH_KB;
  process.exitCode = code === 0 && report.wrong?.length === 0 && report.orphans === 0 && isLevel ? 0 : 1;
} finally {
  for (const child of children) end(child);
  rmSync(bundle, { recursive: true, force: true });
  rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
