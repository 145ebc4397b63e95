import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createForgottenIds } from './forgotten-ids';

const [first, second, third] = [1, 2, 3].map((n) => `${n}1111111-1111-4111-8111-111111111111`) as [
  string,
  string,
  string,
];

it('what was deleted is known after a restart, and stands in the file once', () => {
  const path = join(tempDir(), 'below', 'forgotten.txt');
  const ids = createForgottenIds(path);
  expect([ids.isEmpty(), ids.has(first)]).toEqual([true, false]);
  for (const id of [first, second, first]) ids.add(id);
  const again = createForgottenIds(path);
  expect([again.isEmpty(), again.has(first), again.has(second), again.has(third)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(readFileSync(path, 'utf8').split(first)).toHaveLength(2);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a line that was cut short (a full disk) takes no other with it', () => {
  const path = join(tempDir(), 'forgotten.txt');
  createForgottenIds(path).add(first);
  const running = createForgottenIds(path);
  appendFileSync(path, second.slice(0, 10));
  running.add(third);
  const again = createForgottenIds(path);
  expect([first, second, third].map(again.has)).toEqual([true, false, true]);
});

it('a list that cannot be read is not an empty one', () => {
  const path = join(tempDir(), 'forgotten.txt');
  mkdirSync(path);
  expect(() => createForgottenIds(path)).toThrow(path);
});
