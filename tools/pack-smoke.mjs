import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './build.mjs';
import { endChildrenOnSignals } from './run/child.mjs';
import { startDisplay } from './run/display.mjs';

/**
 * Proves that what `npm run pack` made (in dist/, or the folder named) starts: waits for its window, ends it, and says what it
 * was; then that a program runs in a terminal made by the node-pty that was packed.
 */
const CEILING_MS = 120_000;

function packedProgram() {
  const names = {
    linux: ['linux-unpacked', 'beads-console'],
    darwin: [
      `mac${process.arch === 'arm64' ? '-arm64' : ''}`,
      'Beads Console.app',
      'Contents',
      'MacOS',
      'Beads Console',
    ],
    win32: ['win-unpacked', 'Beads Console.exe'],
  };
  return join(process.argv[2] ?? join(ROOT, 'dist'), ...(names[process.platform] ?? names.linux));
}

async function startAndEnd(program, display) {
  const home = mkdtempSync(join(tmpdir(), 'beads-pack-smoke-'));
  const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(program, [...switches, '--disable-gpu', '--announce'], {
    // Not the project's folder: a packed app must not find its files there by accident.
    cwd: home,
    env: { ...process.env, ...(display ? { DISPLAY: display } : {}), BEADS_CONSOLE_HOME: join(home, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaints = [];
  child.stderr.on('data', (chunk) => complaints.push(chunk));
  const ended = new Promise((done) => {
    child.once('error', (error) => done({ code: null, detail: error.message }));
    child.once('close', (code, signal) => done({ code, detail: String(signal ?? `code ${code}`) }));
  });
  const said = new Promise((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"event":')) done(JSON.parse(line));
    });
  });
  const ceiling = setTimeout(() => child.kill('SIGKILL'), CEILING_MS);
  try {
    const first = await Promise.race([said, ended]);
    if (first.event !== 'ready') {
      child.kill('SIGTERM');
      return {
        problem: first.detail ?? JSON.stringify(first),
        complaints: Buffer.concat(complaints).toString('utf8'),
      };
    }
    child.kill('SIGTERM');
    const { code, detail } = await ended;
    if (code !== 0) return { problem: `it did not end cleanly (${detail})` };
    const left = join(home, 'data', 'instance.json');
    return existsSync(left) ? { problem: `it left ${readFileSync(left, 'utf8')}` } : { ready: first };
  } finally {
    clearTimeout(ceiling);
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  }
}

const IN_A_TERMINAL = `
const { createRequire } = require('node:module');
const { spawn } = createRequire(process.argv[1])('node-pty');
const [file, args] = process.platform === 'win32' ? ['cmd.exe', ['/c', 'echo packed']] : ['/bin/sh', ['-c', 'echo packed; sleep 1']];
spawn(file, args, {}).onData((text) => { if (String(text).includes('packed')) { console.log('terminal works'); process.exit(0); } });
`;

/** The way the hosts of terminals are started: the packed program as plain Node, which finds node-pty beside our code. */
function terminalProblem(program) {
  const resources =
    process.platform === 'darwin' ? join(program, '..', '..', 'Resources') : join(program, '..', 'resources');
  const from = join(resources, 'app.asar', 'out', 'main', 'index.js');
  const { stdout, stderr, error } = spawnSync(program, ['-e', IN_A_TERMINAL, from], {
    env: { PATH: process.env.PATH, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
    timeout: CEILING_MS,
  });
  return stdout?.includes('terminal works') ? null : (error?.message ?? stderr ?? 'it said nothing');
}

endChildrenOnSignals();
const program = packedProgram();
if (!existsSync(program)) {
  console.error(`${program} is not there. Run: npm run pack`);
  process.exitCode = 1;
} else {
  const screen = await startDisplay(console.log);
  if (screen.problem) {
    console.error(`The packed app was not started: ${screen.problem}`);
    process.exitCode = 1;
  } else {
    const result = await startAndEnd(program, screen.display);
    await screen.end?.();
    const noTerminal = result.ready ? terminalProblem(program) : null;
    if (noTerminal !== null) {
      console.error(`The packed app opens no terminals: ${noTerminal}`);
      process.exitCode = 1;
    } else if (result.ready) {
      const { version, electron } = result.ready;
      console.log(`The packed app is ready: version ${version}, Electron ${electron}`);
    } else {
      console.error(`The packed app did not start: ${result.problem}\n${result.complaints ?? ''}`);
      process.exitCode = 1;
    }
  }
}
