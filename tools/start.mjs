import { fork, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ownClaude, withoutOwnPrograms } from '../bin/own-path.mjs';
import { build, ROOT } from './build.mjs';
import { electronPackage, findElectron } from './find-electron.mjs';
import { onParentGone } from './parent-gone.mjs';
import { chooseShell, hasDisplay, readStartArguments, sayChoice } from './shell-choice.mjs';

process.env.PATH = withoutOwnPrograms(process.env.PATH ?? '', ROOT);
process.env.BEADS_CONSOLE_DEMO_CLAUDE ??= ownClaude(ROOT);
const asked = readStartArguments(process.argv.slice(2));
const isJson = asked.rest?.includes('--json') ?? false;
// With --json, stdout belongs to the one line a script waits for.
const say = (line) => (isJson ? process.stderr : process.stdout).write(`${line}\n`);

let child = null;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopped = true;
    // A terminal gives Ctrl-C to every process in front; passing it on as well would count as pressing it twice.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal);
  });
}

onParentGone(() => {
  isStopped = true;
  child?.kill('SIGTERM');
});

function ended(started) {
  child = started;
  return new Promise((done) => {
    started.once('error', (error) => done({ code: 1, signal: null, detail: error.message }));
    started.once('close', (code, signal) => done({ code, signal, detail: null }));
  }).finally(() => {
    child = null;
  });
}

/** Null when it is there now, else why not. */
async function download() {
  const fetcher = fork(join(ROOT, 'tools', 'fetch-electron.mjs'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let problem = 'the download failed';
  fetcher.on('message', (message) => {
    problem = message.problem ?? problem;
  });
  const skip = () => {
    problem = 'the download was skipped';
    fetcher.kill('SIGTERM');
  };
  if (process.stdin.isTTY) {
    say('Enter: use the browser instead. Ctrl-C: stop.');
    process.stdin.once('data', skip).resume();
  }
  const { code } = await ended(fetcher);
  process.stdin.off('data', skip).pause();
  return code === 0 ? null : problem;
}

/** What Chromium tells itself (D-Bus, GPU) is not for the person who started the app. */
const NOISE = /^\[\d+:[\d/:.]+:(?:ERROR|WARNING|INFO|VERBOSE)|^\s*$/;

/** The exit code, or `{ why }` when it ended before it had anything to show and another shell may be tried. */
async function runElectron(found, switches) {
  const { ELECTRON_RUN_AS_NODE: _dropped, ...env } = process.env;
  const project = asked.project === null ? [] : [`--project=${asked.project}`];
  const demo = asked.rest.includes('--demo') ? ['--demo'] : [];
  const electron = spawn(found.program, [...switches, ROOT, '--announce', ...demo, ...project], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let hasSpoken = false;
  let lastWords = '';
  const lines = createInterface({ input: electron.stdout });
  lines.on('line', (line) => {
    if (line.startsWith('{"event":')) hasSpoken = true;
    else say(line);
  });
  createInterface({ input: electron.stderr }).on('line', (line) => {
    if (line.trim() !== '') lastWords = line.trim();
    if (!NOISE.test(line)) process.stderr.write(`${line}\n`);
  });
  const { code, signal, detail } = await ended(electron);
  if (hasSpoken || isStopped || code === 0) return code ?? 1;
  return {
    why: `it ended before its window was there (${detail ?? signal ?? `code ${code}`}: ${lastWords.slice(0, 200)})`,
  };
}

async function serve() {
  const project = asked.project === null ? [] : [asked.project];
  const server = spawn(
    process.execPath,
    [join(ROOT, 'out', 'main', 'cli.js'), 'serve', ...project, ...asked.rest],
    {
      stdio: 'inherit',
    },
  );
  const { code, detail } = await ended(server);
  if (detail !== null) process.stderr.write(`${detail}\n`);
  return code ?? (isStopped ? 130 : 1);
}

async function start() {
  const built = await build({ say });
  if (isStopped) return 130;
  if (!built.ok) {
    process.stderr.write(`The build failed.\n${built.problem}\n`);
    return 1;
  }
  const facts = {
    asked: asked.asked,
    platform: process.platform,
    hasDisplay: hasDisplay(process.env),
    isRoot: process.getuid?.() === 0,
    hasPackage: electronPackage() !== null,
  };
  let choice = chooseShell({ ...facts, found: findElectron(), download: null });
  say(sayChoice(choice));
  if (choice.step === 'download') {
    const problem = await download();
    if (isStopped) return 130;
    choice = chooseShell({ ...facts, found: findElectron(), download: problem ?? 'it did not unpack' });
    say(sayChoice(choice));
  }
  if (choice.step === 'electron') {
    const outcome = await runElectron(findElectron(), choice.switches);
    if (typeof outcome === 'number') return outcome;
    say(sayChoice({ step: 'serve', why: outcome.why }));
  }
  return serve();
}

if (asked.problem) {
  process.stderr.write(
    `${asked.problem}\nUsage: npm start -- [project] [--shell electron|serve] [--port N] [--no-open] [--json] [--demo]\n`,
  );
  process.exitCode = 2;
} else {
  // npm runs scripts in the package's folder; what a person typed is meant from where they typed it.
  if (asked.project !== null) asked.project = resolve(process.env.INIT_CWD ?? process.cwd(), asked.project);
  process.exitCode = await start();
}
