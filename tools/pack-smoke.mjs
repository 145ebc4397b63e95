import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './build.mjs';
import { endChildrenOnSignals } from './run/child.mjs';
import { startDisplay } from './run/display.mjs';

/** Proves that what `npm run pack` made (in dist/, or the folder named) starts: waits for its window, ends it, and says what it was. */
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
    if (result.ready) {
      const { version, electron } = result.ready;
      console.log(`The packed app is ready: version ${version}, Electron ${electron}`);
    } else {
      console.error(`The packed app did not start: ${result.problem}\n${result.complaints ?? ''}`);
      process.exitCode = 1;
    }
  }
}
