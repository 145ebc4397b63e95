import type { FolderPath } from '@domain/ids';
import { describe, expect, it } from 'vitest';
import { drivingChosen, drivingOf } from './driving';

describe('how a session is driven', () => {
  const folder = '/garden/beds' as FolderPath;

  it.each([
    [{}, {}],
    [{ seat: 'pty' }, { seat: 'pty' }],
    [
      { permission_mode: 'plan', add_dirs: [folder] },
      { permission_mode: 'plan', add_dirs: [folder] },
    ],
    [{ permission_mode: 'whatever' }, { permission_mode: 'default' }],
    [{ add_dirs: [] }, { add_dirs: [] }],
  ] as const)('of %j %j is kept', (wish, kept) => {
    expect(drivingChosen(wish)).toEqual(kept);
    expect(drivingOf({ metadata: { other: 1, ...kept } })).toEqual(kept);
  });

  it('what cannot be read was not chosen', () => {
    expect(drivingOf({ metadata: { seat: 'sofa', permission_mode: 7, add_dirs: 'all' } })).toEqual({});
  });
});
