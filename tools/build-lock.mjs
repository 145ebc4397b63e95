import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROUND_MS = 100;
const BEAT_MS = 10_000;
const SILENT_MS = 3 * 60_000;

/**
 * One build at a time: two of them would empty the folder under each other. A folder with its owner's number inside is
 * moved into place, so that it is never seen without one; one whose owner is gone is taken over. After a reboot, or in a
 * container, another process soon has that number, so the owner also shows that it lives.
 */
export async function withBuildLock(folder, work, say = () => {}) {
  mkdirSync(dirname(folder), { recursive: true });
  const own = `${folder}.${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  writeFileSync(join(own, 'pid'), String(process.pid));
  let hasSaid = false;
  while (!take(own, folder)) {
    const owner = ownerOf(folder);
    if ((owner !== null && !isAlive(owner)) || isSilent(folder)) {
      rmSync(folder, { recursive: true, force: true });
    } else {
      if (!hasSaid) say('waiting for another build to end');
      hasSaid = true;
      await wait(ROUND_MS);
    }
  }
  const beat = setInterval(() => showLife(folder), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Moving onto a folder that is not empty fails on every system. */
function take(own, folder) {
  try {
    showLife(own);
    renameSync(own, folder);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(error.code)) return false;
    throw error;
  }
}

function showLife(folder) {
  const now = new Date();
  try {
    utimesSync(folder, now, now);
  } catch {
    // Taken over from us, or cleaned away: the build itself goes on.
  }
}

function isSilent(folder) {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > SILENT_MS;
}

function ownerOf(folder) {
  try {
    return Number(readFileSync(join(folder, 'pid'), 'utf8')) || null;
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
