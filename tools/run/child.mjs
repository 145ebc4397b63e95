import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);
const live = new Set();
const GRACE_MS = 5_000;
let isEnding = false;

/** The program file of a package, so that nothing depends on a shell, a PATH or `.cmd` wrappers. */
export function binOf(packageName, bin = packageName.split('/').at(-1)) {
  const manifest = join(ROOT, 'node_modules', packageName, 'package.json');
  const { bin: bins } = require(manifest);
  return join(dirname(manifest), typeof bins === 'string' ? bins : bins[bin]);
}

/**
 * Runs a program to its end and keeps what it said. It gets a process group of its own, so that ending it also ends
 * what it started: a test runner leaves no worker behind when the person presses Ctrl-C.
 */
export function run(command, args, { cwd = ROOT, env = process.env, echo = false, timeoutMs } = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: plain(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: hasGroups(),
    });
    const said = [];
    const hear = (to) => (chunk) => {
      said.push(chunk);
      if (echo) to.write(chunk);
    };
    child.stdout.on('data', hear(process.stdout));
    child.stderr.on('data', hear(process.stderr));
    live.add(child);
    const timer = timeoutMs ? setTimeout(() => endGroup(child, 'SIGKILL'), timeoutMs) : null;
    const done = (code, extra = '') => {
      live.delete(child);
      if (timer) clearTimeout(timer);
      const output = Buffer.concat(said).toString('utf8') + extra;
      resolve({ code: code ?? 1, output, seconds: (performance.now() - started) / 1000 });
    };
    child.on('error', (error) => done(127, String(error)));
    child.on('close', (code) => done(code));
  });
}

/** A Node program of a package. */
export function runNode(file, args, options) {
  return run(process.execPath, [file, ...args], options);
}

/** Starts something that lives until `end()`; `ready(child)` says when it may be used. */
export function hold(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, detached: hasGroups(), ...options });
  live.add(child);
  const ended = new Promise((resolve) => {
    child.on('error', resolve);
    child.on('close', resolve);
  }).then(() => live.delete(child));
  return {
    child,
    end: () => {
      endGroup(child, 'SIGTERM');
      return ended;
    },
  };
}

/** On Ctrl-C, a closed terminal or a plain kill: end every child with all it started, then go. */
export function endChildrenOnSignals() {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      for (const child of live) endGroup(child, 'SIGTERM');
      const leave = () => process.exit(code);
      const timer = setTimeout(() => {
        for (const child of live) endGroup(child, 'SIGKILL');
        leave();
      }, GRACE_MS);
      Promise.all([...live].map((child) => new Promise((gone) => child.once('close', gone)))).then(() => {
        clearTimeout(timer);
        leave();
      });
    });
  }
}

/** What a program said is read again in a log: no colours. */
function plain(env) {
  const kept = Object.entries(env).filter(([name]) => name !== 'FORCE_COLOR');
  return { ...Object.fromEntries(kept), NO_COLOR: '1' };
}

function hasGroups() {
  return process.platform !== 'win32';
}

function endGroup(child, signal) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (hasGroups()) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
