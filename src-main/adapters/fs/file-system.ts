import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { makeFolders } from './make-folders';

/**
 * The seam between our stores and the disk; a test hands in one that fails on purpose.
 * Small calls are synchronous: on a local disk each is a few microseconds, while a trip through the thread pool
 * costs more than the call. Only `fsync` waits for the device and is asynchronous.
 */
export type FileSystem = {
  open(path: string, flags: number, mode?: number): number;
  close(fd: number): void;
  read(fd: number, into: Buffer, position: number): number;
  write(fd: number, data: Buffer, from: number, position?: number): number;
  truncate(fd: number, length: number): void;
  fsync(fd: number): Promise<void>;
  /** Enough for a file that only grew: the data and the new length, without the times. */
  fdatasync(fd: number): Promise<void>;
  fdatasyncNow(fd: number): void;
  fsyncNow(fd: number): void;
  fstat(fd: number): Stats;
  stat(path: string): Stats;
  lstat(path: string): Stats;
  /** Undefined instead of a costly exception: in the hot path absence is the ordinary answer. */
  statIfThere(path: string): Stats | undefined;
  lstatIfThere(path: string): Stats | undefined;
  readlink(path: string): string;
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  mkdir(path: string, mode: number): void;
  /** Without parents: one system call. */
  mkdirOne(path: string, mode: number): void;
  rmdir(path: string): void;
  /** Never follows a link: a symlink inside the tree is removed, its target stays. */
  removeTree(path: string): void;
  list(path: string): string[];
  touch(path: string, at: Date): void;
};

export const nodeFileSystem: FileSystem = {
  open: (path, flags, mode) => openSync(path, flags, mode),
  close: (fd) => closeSync(fd),
  read: (fd, into, position) => readSync(fd, into, 0, into.length, position),
  write: (fd, data, from, position) => writeSync(fd, data, from, data.length - from, position ?? null),
  truncate: (fd, length) => ftruncateSync(fd, length),
  fsync: (fd) =>
    new Promise((resolve, reject) => {
      fsync(fd, (problem) => (problem === null || problem === undefined ? resolve() : reject(problem)));
    }),
  fdatasync: (fd) =>
    new Promise((resolve, reject) => {
      fdatasync(fd, (problem) => (problem === null || problem === undefined ? resolve() : reject(problem)));
    }),
  fdatasyncNow: (fd) => fdatasyncSync(fd),
  fsyncNow: (fd) => fsyncSync(fd),
  fstat: (fd) => fstatSync(fd),
  stat: (path) => statSync(path),
  lstat: (path) => lstatSync(path),
  statIfThere: (path) => statSync(path, { throwIfNoEntry: false }),
  lstatIfThere: (path) => lstatSync(path, { throwIfNoEntry: false }),
  readlink: (path) => readlinkSync(path),
  link: (from, to) => linkSync(from, to),
  rename: (from, to) => renameSync(from, to),
  unlink: (path) => unlinkSync(path),
  mkdir: (path, mode) => {
    makeFolders(path, mode);
  },
  mkdirOne: (path, mode) => {
    mkdirSync(path, { mode });
  },
  rmdir: (path) => rmdirSync(path),
  removeTree: (path) => rmSync(path, { recursive: true, force: true }),
  list: (path) => readdirSync(path),
  touch: (path, at) => utimesSync(path, at, at),
};
