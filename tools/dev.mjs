import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer as createProbe } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { withoutOwnPrograms } from '../bin/own-path.mjs';
import { ROOT } from './build.mjs';
import { electronPackage, findElectron } from './find-electron.mjs';
import { onParentGone } from './parent-gone.mjs';
import { chooseShell, hasDisplay, sayChoice } from './shell-choice.mjs';

/*
 * `npm run dev`: what is saved is seen, in the desktop window or, with --serve or without an Electron, in the browser.
 * The page changes in place; a change of the main process restarts it, and the page connects again.
 */
process.env.PATH = withoutOwnPrograms(process.env.PATH ?? '', ROOT);
const words = process.argv.slice(2);
const project = words.find((word) => !word.startsWith('-'));
const projectPath = project ? resolve(process.env.INIT_CWD ?? process.cwd(), project) : null;
const closers = [];
let isEnding = false;

async function end(code) {
  if (isEnding) return;
  isEnding = true;
  for (const close of closers.reverse()) await close();
  process.exit(code);
}
/** Ours alone: vite brings a listener that ends the process before the server it knows nothing of was told. */
function endOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal);
    process.on(signal, () => void end(0));
  }
}
endOnSignals();
onParentGone(() => void end(0));

function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((gone) => {
    child.once('close', gone);
    child.kill('SIGTERM');
  });
}

function devInElectron(found, switches) {
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('electron-vite/package.json')),
    'bin',
    'electron-vite.js',
  );
  const own = projectPath === null ? [] : [`--project=${projectPath}`];
  const child = spawn(process.execPath, [cli, 'dev', '--watch', '--', ...switches, ...own], {
    cwd: ROOT,
    stdio: 'inherit',
    // electron-vite knows only the package's own folder; this names the program whatever it came from.
    env: { ...process.env, ELECTRON_EXEC_PATH: found.program },
  });
  closers.push(() => stopChild(child));
  child.once('close', (code) => void end(code ?? 0));
}

function freePort() {
  return new Promise((done) => {
    const probe = createProbe().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

async function devInBrowser() {
  const { resolveConfig } = await import('electron-vite');
  const { build, createServer } = await import('vite');
  process.env.NODE_ENV = 'development';
  const { config } = await resolveConfig({ root: ROOT }, 'serve', 'development');
  // The same port for every server of this run, so that the page's way to it stays the same.
  const port = await freePort();
  const target = `http://127.0.0.1:${port}`;
  const page = await createServer({
    ...config.renderer,
    configFile: false,
    server: {
      host: '127.0.0.1',
      proxy: { '/bridge': { target, ws: true }, '/login': { target }, '/alive': { target } },
    },
  });
  await page.listen();
  closers.push(() => page.close());
  const pageUrl = page.resolvedUrls.local[0];

  let server = null;
  let restarting = Promise.resolve();
  const restart = async () => {
    if (isEnding) return;
    if (server !== null) await stopChild(server);
    const args = [
      'serve',
      '--no-open',
      '--json',
      '--port',
      String(port),
      ...(projectPath ? [projectPath] : []),
    ];
    const started = spawn(process.execPath, [join(ROOT, 'out', 'main', 'cli.js'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server = started;
    createInterface({ input: started.stdout }).on('line', (line) => {
      const { event, login_url } = line.startsWith('{') ? JSON.parse(line) : {};
      if (event === 'ready') console.log(`Open: ${pageUrl}${new URL(login_url).hash}`);
    });
  };
  closers.push(() => (server === null ? undefined : stopChild(server)));

  const watcher = await build({
    ...config.main,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.main.build, watch: {} },
  });
  closers.push(() => watcher.close());
  endOnSignals();
  watcher.on('event', (event) => {
    if (event.code === 'BUNDLE_END') restarting = restarting.then(restart);
    if (event.code === 'ERROR') console.error(event.error.message);
    event.result?.close();
  });
}

// What is built here is not what `npm start` may take for fresh.
rmSync(join(ROOT, 'out', '.stamp'), { force: true });
const found = findElectron();
const choice = chooseShell({
  asked: words.includes('--serve') ? 'serve' : null,
  platform: process.platform,
  hasDisplay: hasDisplay(process.env),
  isRoot: process.getuid?.() === 0,
  found,
  hasPackage: electronPackage() !== null,
  download: 'its program is not here (npx install-electron fetches it)',
});
console.log(sayChoice(choice));
if (choice.step === 'electron') devInElectron(found, choice.switches);
else await devInBrowser();
