import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockOwner } from '@domain/session/errors';
import { createProcessTable, judgeOwner, type ProcessTable } from '../locks/process-identity';

/*
 * The one folder that holds everything of a demo: project, home, Claude's configuration, our own data.
 * W1  It is new, private, and named by the system; nothing of the demo is written anywhere else.
 * W2  It goes with the demo. A small process of its own sweeps up after us when we are killed, and after a shell that still
 *     writes while it ends (Electron's profile).
 * W3  What is left all the same is removed by the next start: only a folder of ours, with our mark, whose program is gone.
 */
export type DemoPlace = {
  readonly root: string;
  readonly home: string;
  /** Our own user-data folder. */
  readonly data: string;
  readonly project: string;
  readonly claudeConfig: string;
  readonly temp: string;
  remove(): Promise<void>;
};

const PREFIX = 'beads-console-demo-';
const MARK = 'demo.json';
const KIND = 'beads-console-demo';

/** Without waiting: Electron must know its profile before its first turn. */
export function makeDemoPlace(processes: ProcessTable = createProcessTable()): DemoPlace {
  // Real: Claude names a project by its real path, and on some systems the temporary folder is a link.
  const root = mkdtempSync(join(realpathSync(tmpdir()), PREFIX));
  const home = join(root, 'home');
  const project = join(home, 'tidewater');
  const place = {
    root,
    home,
    project,
    data: join(root, 'data'),
    claudeConfig: join(home, '.claude'),
    temp: join(root, 'tmp'),
  };
  const mark = { kind: KIND, version: 1, owner: processes.self() };
  writeFileSync(join(root, MARK), `${JSON.stringify(mark)}\n`, { mode: 0o600, flag: 'wx' });
  const broom = startBroom(root);
  for (const folder of [project, place.data, place.claudeConfig, place.temp])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    ...place,
    async remove() {
      await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }).catch(() => {});
      broom.stdin?.end('done\n');
    },
  };
}

/** W3. Answers how many there were. */
export async function sweepDemos(processes: ProcessTable = createProcessTable()): Promise<number> {
  const parent = realpathSync(tmpdir());
  const names = await readdir(parent).catch(() => []);
  let count = 0;
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const path = join(parent, name);
    if (!(await isAbandoned(path, processes))) continue;
    await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
    count += 1;
  }
  return count;
}

async function isAbandoned(path: string, processes: ProcessTable): Promise<boolean> {
  try {
    const folder = await lstat(path);
    const file = await lstat(join(path, MARK));
    const uid = process.getuid?.() ?? folder.uid;
    if (!folder.isDirectory() || !file.isFile() || folder.uid !== uid || file.uid !== uid) return false;
    const mark: unknown = JSON.parse(readFileSync(join(path, MARK), 'utf8'));
    if (typeof mark !== 'object' || mark === null || !('kind' in mark) || mark.kind !== KIND) return false;
    const owner = LockOwner.safeParse('owner' in mark ? mark.owner : null);
    return owner.success && judgeOwner(owner.data, processes, 0) === 'dead';
  } catch {
    return false;
  }
}

/** Runs by itself, without any file of ours, as the guard does. Gone for a while, because what dies late still writes. */
const BROOM = `
const { existsSync, rmSync } = require('node:fs');
const folder = process.argv[1];
const sweep = (rounds, calm) => {
  try { rmSync(folder, { recursive: true, force: true }); } catch {}
  const isGone = !existsSync(folder);
  if (rounds <= 0 || (isGone && calm >= 30)) process.exit(0);
  setTimeout(() => sweep(rounds - 1, isGone ? calm + 1 : 0), 100);
};
let isDone = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdin.on('error', () => {});
process.stdin.on('data', () => { isDone = true; });
process.stdin.once('close', () => { if (isDone) process.exit(0); sweep(300, 0); });
`;

function startBroom(folder: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', BROOM, folder], {
    env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
    cwd: process.platform === 'win32' ? undefined : '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  child.unref();
  (child.stdin as { unref?: () => void } | null)?.unref?.();
  return child;
}
