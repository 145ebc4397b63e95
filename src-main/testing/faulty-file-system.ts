import { type FileSystem, nodeFileSystem } from '../adapters/fs/file-system';

type Call = keyof FileSystem;
export type Fault = {
  readonly call: Call;
  readonly errno: string;
  /** Matches the path a call names; for calls on a descriptor, the path it was opened with. */
  readonly path?: RegExp;
  /** Leaves the first calls alone. */
  readonly after?: number;
  /** For `write`: bytes that still reach the file before it fails. */
  readonly partial?: number;
};

export type FaultyFileSystem = FileSystem & {
  inject(fault: Fault): void;
  heal(): void;
};

/** The real disk, with failures on demand. */
export function createFaultyFileSystem(): FaultyFileSystem {
  const faults: { fault: Fault; left: number }[] = [];
  const paths = new Map<number, string>();

  const nameOf = (target: unknown): string =>
    typeof target === 'number' ? (paths.get(target) ?? '') : String(target);
  const dueFor = (call: Call, target: unknown): Fault | null => {
    for (const entry of faults) {
      if (entry.fault.call !== call || !(entry.fault.path?.test(nameOf(target)) ?? true)) continue;
      if (entry.left > 0) entry.left -= 1;
      else return entry.fault;
    }
    return null;
  };
  const problem = (fault: Fault) =>
    Object.assign(new Error(`injected ${fault.errno}`), { code: fault.errno });
  const guard = <A extends unknown[], R>(call: Call, act: (...args: A) => R) => {
    return (...args: A): R => {
      const fault = dueFor(call, args[0]);
      if (fault !== null) throw problem(fault);
      return act(...args);
    };
  };
  const real = nodeFileSystem;

  return {
    inject: (fault) => {
      faults.push({ fault, left: fault.after ?? 0 });
    },
    heal: () => {
      faults.length = 0;
    },
    open: guard('open', (path, flags, mode) => {
      const fd = real.open(path, flags, mode);
      paths.set(fd, path);
      return fd;
    }),
    close: guard('close', real.close),
    read: guard('read', real.read),
    write: (fd, data, from, position) => {
      const fault = dueFor('write', fd);
      if (fault === null) return real.write(fd, data, from, position);
      if (fault.partial) real.write(fd, data.subarray(0, from + fault.partial), from, position);
      throw problem(fault);
    },
    truncate: guard('truncate', real.truncate),
    fsync: async (fd) => {
      const fault = dueFor('fsync', fd);
      if (fault !== null) throw problem(fault);
      await real.fsync(fd);
    },
    fdatasync: async (fd) => {
      const fault = dueFor('fsync', fd);
      if (fault !== null) throw problem(fault);
      await real.fdatasync(fd);
    },
    fdatasyncNow: guard('fsync', real.fdatasyncNow),
    fsyncNow: guard('fsyncNow', real.fsyncNow),
    fstat: guard('fstat', real.fstat),
    stat: guard('stat', real.stat),
    lstat: guard('lstat', real.lstat),
    statIfThere: guard('statIfThere', real.statIfThere),
    lstatIfThere: guard('lstatIfThere', real.lstatIfThere),
    readlink: guard('readlink', real.readlink),
    link: guard('link', real.link),
    rename: guard('rename', real.rename),
    unlink: guard('unlink', real.unlink),
    mkdir: guard('mkdir', real.mkdir),
    mkdirOne: guard('mkdirOne', real.mkdirOne),
    rmdir: guard('rmdir', real.rmdir),
    removeTree: guard('removeTree', real.removeTree),
    list: guard('list', real.list),
    touch: guard('touch', real.touch),
  };
}
