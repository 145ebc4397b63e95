import { expect, it } from 'vitest';
import { createSeenFiles } from './seen-files';

it('a file is the same under a second name on one disk; files of two disks may have one number', () => {
  const isSeen = createSeenFiles();
  expect([1, 2, 1].map((ino) => isSeen({ dev: 5, ino }))).toEqual([false, false, true]);
  expect([1, 2, 1].map((ino) => isSeen({ dev: 6, ino }))).toEqual([false, false, true]);
  expect([0, 0].map((ino) => isSeen({ dev: 5, ino }))).toEqual([false, false]);
});
