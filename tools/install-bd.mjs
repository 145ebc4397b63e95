import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * The real bd, for the proofs that want it. Built from source with Go where Go and its modules can be had, kept outside
 * the project, the newest first. Nothing here fails a run: a missing bd is said, and those proofs skip.
 */
const BD = { program: 'bd', module: 'github.com/steveyegge/beads', source: './cmd/bd' };
const VERSIONS = ['v1.3.0', 'v0.47.1', 'v1.0.5'];
/** Built only when asked for by name, because it takes long; the commit is the one bd 1.3.0 is built with. */
const DOLT = { program: 'dolt', module: 'github.com/dolthub/dolt/go', source: './cmd/dolt' };
const DOLT_COMMIT = 'v0.40.5-0.20260715172757-a6690826d767';
const DOLT_VERSION = 'v2.2.0';
/** For all of them together: a version that would not be ready by then is left out. */
const BUDGET_MS = 12 * 60_000;

function programFile(program, version, env = process.env, home = homedir()) {
  const base = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(home, '.cache');
  const file = process.platform === 'win32' ? `${program}.exe` : program;
  return join(base, 'beads-console', program, version, file);
}

function isThere(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function go(args, { timeoutMs, env = {} }) {
  const result = spawnSync('go', args, {
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return { ok: true, out: result.stdout };
  const said = (result.stderr || result.stdout || '').trim().split('\n').slice(-2).join(' ');
  return {
    ok: false,
    problem: result.error?.code === 'ETIMEDOUT' ? 'it took too long' : said || String(result.error),
  };
}

/** Null when it is there afterwards, else the reason. */
function install({ program, module, source }, { version, commit = version }, untilMs) {
  const file = programFile(program, version);
  if (isThere(file)) return null;
  const timeLeft = () => Math.max(1, untilMs - Date.now());
  // Not `go install module@version`: that also asks for the list of all versions, which some proxies refuse.
  const fetched = go(['mod', 'download', '-json', `${module}@${commit}`], { timeoutMs: timeLeft() });
  if (!fetched.ok) return fetched.problem;
  mkdirSync(join(file, '..'), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  try {
    // Both keep their data with a C library, but do not need ICU's headers with this tag.
    const built = go(
      ['build', '-C', JSON.parse(fetched.out).Dir, '-tags', 'gms_pure_go', '-trimpath', '-o', part, source],
      {
        timeoutMs: timeLeft(),
        env: { CGO_ENABLED: '1' },
      },
    );
    if (!built.ok) return built.problem;
    renameSync(part, file);
    return null;
  } finally {
    rmSync(part, { force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const asked = process.argv.slice(2);
  const until = Date.now() + BUDGET_MS;
  const hasGo = go(['version'], { timeoutMs: 60_000 }).ok;
  for (const name of asked.length > 0 ? asked : VERSIONS) {
    const what = name === 'dolt' ? DOLT : BD;
    const wanted = name === 'dolt' ? { version: DOLT_VERSION, commit: DOLT_COMMIT } : { version: name };
    const file = programFile(what.program, wanted.version);
    const problem = hasGo || isThere(file) ? install(what, wanted, until) : 'there is no Go here';
    const title = `${what.program} ${wanted.version}`;
    console.log(problem === null ? `${title}: ${file}` : `${title}: skipped, ${problem}`);
  }
}
