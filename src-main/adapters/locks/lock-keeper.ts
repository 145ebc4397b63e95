import { constants } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import type { LockOwner } from '@domain/session/errors';
import { attempt, type FileError } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { removeIfThere } from '../fs/folders';
import { writeAll } from '../fs/write-file';
import { CLAIM_PREFIX, type Claim, type FoundLock, readLock, writeClaim } from './claim-file';
import { createProcessTable, HEARTBEAT_MS, judgeOwner, type ProcessTable } from './process-identity';

/*
 * free -> held -> free          held by a dead process of this host -> broken -> free
 * K1  Of all keepers of all processes, one at most holds a name.
 * K2  A lock whose owner died on this host is broken by whoever wants it next; two breakers never break a living one.
 * K3  A foreign host's lock is never broken by itself, however old.
 * K4  A symlink or a folder in a lock's place is refused and left alone.
 * K5  A closed keeper leaves no file behind; what a killed one left is swept by the next.
 */
export type LockBusy = { readonly code: 'lock-busy'; readonly owner: LockOwner; readonly isForeign: boolean };
export type HeldLock = {
  readonly name: string;
  onLost(ring: () => void): () => void;
  release(): void;
};
export type LockKeeper = {
  tryAcquire(name: string): Result<HeldLock, LockBusy | FileError>;
  /** Who holds it now; null when nobody does, or only a dead process of this host. */
  ownerOf(name: string): LockOwner | null;
  /** Removes what killed processes left and tells how many files that were. */
  sweep(): number;
  /** Normally called by the timer. */
  beat(): void;
  close(): void;
};
export type LockKeeperOptions = {
  readonly folder: string;
  readonly fs?: FileSystem;
  readonly table?: ProcessTable;
  readonly now?: () => Date;
  readonly onBroken?: (name: string, owner: LockOwner) => void;
};

// Breaking is itself done under a lock, whose owner may die too. Each level needs a kill within microseconds.
const MAX_DEPTH = 4;
const MOST_CLAIMS = 100;
const MOST_MISSES = 10;
const GUARD_SUFFIX = '.breaking';
const UNREADABLE_STALE_MS = 60_000;
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EXDEV', 'ENOSYS']);

export function createLockKeeper(options: LockKeeperOptions): LockKeeper {
  const { folder, fs = nodeFileSystem, table = createProcessTable(), now = () => new Date() } = options;
  const held = new Map<string, { nonce: string; rings: Set<() => void> }>();
  let claim: Claim | null = null;
  let timer: NodeJS.Timeout | null = null;
  const at = (name: string) => join(folder, name);

  const renewClaim = (): Result<Claim, FileError> => {
    for (let round = 0; ; round += 1) {
      const written = writeClaim(folder, table, now, fs);
      if (written.ok) claim = written.value;
      // The last keeper to leave takes the folder with it, perhaps just after we made it.
      if (written.ok || written.error.code !== 'file-not-found' || round >= MOST_CLAIMS) return written;
    }
  };

  /** One atomic try. Ok: it is ours. */
  const take = (name: string): Result<string, FileError> => {
    for (let round = 0; ; round += 1) {
      const own = claim === null ? renewClaim() : ok(claim);
      if (!own.ok) return own;
      const linked = attempt(at(name), () => fs.link(own.value.path, at(name)));
      if (linked.ok) return ok(own.value.record.nonce);
      if (NO_LINKS.has(linked.error.errno)) return takeByCreating(name, own.value);
      // The folder, or our claim in it, was deleted under us (`git clean`): write it anew.
      if (linked.error.code !== 'file-not-found' || round > 0) return linked;
      claim = null;
    }
  };
  const takeByCreating = (name: string, own: Claim): Result<string, FileError> =>
    attempt(at(name), () => {
      const fd = fs.open(at(name), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      try {
        writeAll(fs, fd, Buffer.from(`${JSON.stringify({ version: 1, ...own.record })}\n`));
        return own.record.nonce;
      } finally {
        fs.close(fd);
      }
    });

  const verdictOn = (found: FoundLock) => {
    const silentForMs = now().getTime() - found.mtimeMs;
    if (found.record === null) return silentForMs > UNREADABLE_STALE_MS ? 'dead' : 'alive';
    return judgeOwner(found.record, table, silentForMs);
  };

  const acquire = (name: string, depth: number): Result<string, LockBusy | FileError> => {
    for (let round = 0; ; round += 1) {
      const taken = take(name);
      if (taken.ok || taken.error.code !== 'file-exists') return taken;
      const found = readLock(at(name), fs);
      if (!found.ok) {
        if (found.error.code !== 'file-not-found') return found;
        if (round < MOST_MISSES) continue;
        // Taken and given back under our eyes each time: that is busy, not broken, and the caller may wait for it.
        return err({ code: 'lock-busy', owner: { host: 'unknown', pid: 0 }, isForeign: false });
      }
      const owner: LockOwner = found.value.record ?? { host: 'unknown', pid: 0 };
      const verdict = verdictOn(found.value);
      const busy = err({ code: 'lock-busy' as const, owner, isForeign: verdict === 'foreign' });
      if (verdict !== 'dead' || round >= MOST_MISSES || depth >= MAX_DEPTH) return busy;
      const broken = breakDead(name, found.value, depth);
      if (!broken.ok) return broken;
      if (broken.value) options.onBroken?.(name, owner);
    }
  };

  /** Only under the guard, and only after looking again: another breaker may have freed it and a living one taken it. */
  const breakDead = (name: string, dead: FoundLock, depth: number): Result<boolean, LockBusy | FileError> => {
    const guard = `${name}${GUARD_SUFFIX}`;
    const guarded = acquire(guard, depth + 1);
    if (!guarded.ok) return guarded;
    try {
      const again = readLock(at(name), fs);
      if (!again.ok) return again.error.code === 'file-not-found' ? ok(false) : again;
      if (again.value.record?.nonce !== dead.record?.nonce) return ok(false);
      const removed = removeIfThere(at(name), fs);
      return removed.ok ? ok(true) : removed;
    } finally {
      removeOwn(guard, guarded.value);
    }
  };

  const nonceAt = (name: string): string | null => {
    const found = readLock(at(name), fs);
    return found.ok ? (found.value.record?.nonce ?? '') : null;
  };
  /**
   * A link to our claim is ours. Only while that claim is there, looked at in the same breath: the inode number of a
   * deleted one is soon given to another. In every other case what the file says decides.
   */
  const isOwn = (name: string, nonce: string): boolean => {
    const linked = claim?.record.nonce === nonce ? fs.lstatIfThere(at(name)) : undefined;
    const own = linked === undefined || claim === null ? undefined : fs.lstatIfThere(claim.path);
    // Some file systems say 0 for all of them, or know no links.
    const isLink = own !== undefined && own.ino !== 0 && own.nlink > 1 && own.ino === linked?.ino;
    return isLink || nonceAt(name) === nonce;
  };
  const removeOwn = (name: string, nonce: string): void => {
    if (isOwn(name, nonce)) removeIfThere(at(name), fs);
  };

  const lose = (name: string) => {
    const entry = held.get(name);
    held.delete(name);
    for (const ring of entry?.rings ?? []) ring();
  };

  const beat = () => {
    if (claim !== null && !attempt(claim.path, () => claim && fs.touch(claim.path, now())).ok) claim = null;
    for (const [name, entry] of [...held]) {
      const found = nonceAt(name);
      if (found === entry.nonce) continue;
      const again = found === null ? acquire(name, 0) : null;
      if (again?.ok) entry.nonce = again.value;
      else lose(name);
    }
  };

  const settleTimer = () => {
    if (held.size > 0 && timer === null) timer = setInterval(beat, HEARTBEAT_MS).unref();
    if (held.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };

  return {
    tryAcquire(name) {
      const taken = acquire(name, 0);
      if (!taken.ok) return taken;
      const entry = { nonce: taken.value, rings: new Set<() => void>() };
      held.set(name, entry);
      settleTimer();
      return ok({
        name,
        onLost(ring) {
          entry.rings.add(ring);
          return () => {
            entry.rings.delete(ring);
          };
        },
        release() {
          if (held.get(name) !== entry) return;
          held.delete(name);
          settleTimer();
          removeOwn(name, entry.nonce);
        },
      });
    },
    ownerOf(name) {
      const found = readLock(at(name), fs);
      if (!found.ok || verdictOn(found.value) === 'dead') return null;
      return found.value.record ?? { host: 'unknown', pid: 0 };
    },
    sweep() {
      const listed = attempt(folder, () => fs.list(folder));
      let removed = 0;
      for (const name of listed.ok ? listed.value : []) {
        const found = readLock(at(name), fs);
        if (!found.ok || verdictOn(found.value) !== 'dead') continue;
        removed += 1;
        if (name.startsWith(CLAIM_PREFIX)) removeIfThere(at(name), fs);
        else breakDead(name, found.value, name.endsWith(GUARD_SUFFIX) ? 1 : 0);
      }
      return removed;
    },
    beat,
    close() {
      for (const [name, entry] of held) removeOwn(name, entry.nonce);
      held.clear();
      settleTimer();
      if (claim !== null) removeIfThere(claim.path, fs);
      claim = null;
      // Refused while another keeper has files there, which is what we want.
      attempt(folder, () => fs.rmdir(folder));
    },
  };
}
