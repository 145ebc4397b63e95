import type { Page } from '@playwright/test';
import { childOf, daysAgo, line, lineOf, waitsFor } from './beads';
import { expect } from './shell';

export const GARDEN = [
  line('garden-e', 'The whole garden', { issue_type: 'epic', priority: 1 }),
  line('garden-1', 'Prune the roses', {
    priority: 1,
    labels: ['roses', 'spring'],
    dependencies: [childOf('garden-1', 'garden-e')],
    comments: [{ id: 1, issue_id: 'garden-1', author: 'ada', text: 'Soon', created_at: daysAgo(2) }],
  }),
  line('garden-2', 'Mend the fence', { issue_type: 'bug', priority: 0 }),
  line('garden-3', 'Paint the fence', { dependencies: [waitsFor('garden-3', 'garden-2')] }),
  line('garden-4', 'Water the beds', { status: 'in_progress', assignee: 'ada' }),
  line('garden-5', 'Turn the compost', { status: 'in_progress', priority: 3 }),
  line('garden-6', 'Order seeds', { status: 'closed', closed_at: daysAgo(2), updated_at: daysAgo(2) }),
  line('garden-7', 'Dig the pond', { status: 'closed', closed_at: daysAgo(60), updated_at: daysAgo(60) }),
  line('garden-8', 'Build a glasshouse', { status: 'deferred' }),
];

/** Said to a screen reader, once. */
export const announced = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);
export const statusIn = (project: string, id: string) => async () => (await lineOf(project, id))?.['status'];
