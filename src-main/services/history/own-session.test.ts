import { expect, it } from 'vitest';
import type { CatalogSession } from './history-engine';
import { fromTerminal, type OwnSession, withOpen, withOwn } from './own-session';

const read = { id: 's', stats: {}, title: null } as unknown as CatalogSession;
const own = (more: Partial<OwnSession>): OwnSession => ({
  ...fromTerminal,
  id: 's',
  owner: 'console',
  ...more,
});

it.each([
  [own({ status: 'paused', pause_reason: 'crash' }), 'paused', 'crash'],
  [own({ status: 'active', pause_reason: 'crash' }), 'active', undefined],
  [own({ status: 'closed', outcome: 'done' }), 'closed', undefined],
  [undefined, 'closed', undefined],
] as const)('why a session rests is told with it while it rests: %o', (record, status, reason) => {
  const { status: told, pause_reason } = withOwn(read, record);
  expect([told, pause_reason]).toEqual([status, reason]);
});

it('one of a terminal is active or closed, whatever it rested for', () => {
  const [closed] = withOpen([own({ owner: 'external', status: 'paused', pause_reason: 'crash' })], new Set());
  expect(withOwn(read, closed)).not.toHaveProperty('pause_reason');
});
