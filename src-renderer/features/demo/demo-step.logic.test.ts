import { expect, it } from 'vitest';
import { type DemoSession, demoStep } from './demo-step.logic';

const own = { bead_id: 'tide-3qa', isAsking: false, isBusy: false, hasAnswered: true } as const;

it.each([
  [[], 'start'],
  [[{ ...own, bead_id: 'tide-4kq', status: 'active' }], 'start'],
  [[{ ...own, status: 'draft' }], 'watch'],
  [[{ ...own, status: 'active', isBusy: true }], 'watch'],
  [[{ ...own, status: 'active', hasAnswered: false }], 'watch'],
  [[{ ...own, status: 'active', isBusy: true, isAsking: true }], 'answer'],
  [[{ ...own, status: 'active' }], 'end'],
  [[{ ...own, status: 'paused' }], 'resume'],
  [[{ ...own, status: 'closed' }], 'read'],
  [
    [
      { ...own, status: 'closed' },
      { ...own, status: 'active' },
    ],
    'end',
  ],
] as const)('the demo with %j is at: %s', (sessions, step) => {
  expect(demoStep<DemoSession>(sessions).step).toBe(step);
});
