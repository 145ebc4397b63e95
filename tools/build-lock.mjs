import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROUND_MS = 100;

/**
 * One build at a time: two of them would empty the folder under each other. A folder with its owner's number inside is
 * moved into place, so that it is never seen without one; one whose owner is gone is taken over.
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
    if (owner !== null && !isAlive(owner)) {
      rmSync(folder, { recursive: true, force: true });
    } else {
      if (!hasSaid) say('waiting for another build to end');
      hasSaid = true;
      await wait(ROUND_MS);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Moving onto a folder that is not empty fails on every system. */
function take(own, folder) {
  try {
    renameSync(own, folder);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(error.code)) return false;
    throw error;
  }
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
