import { access } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { cardIn, cardOf, changeLine, childOf, daysAgo, line, lineOf, waitsFor, writeLines } from './beads';
import { expect, test } from './shell';

const MARKDOWN = [
  '# Why',
  'Some *soft* and **strong** words with `code`.',
  '- [x] done\n- [ ] open',
  '[a link](https://evil.example/track) and ![a picture](https://evil.example/pixel.png)',
  '<img src="https://evil.example/x.png" onerror="document.title=\'sprung\'">',
  '<script>document.title = "sprung"</script><iframe src="https://evil.example"></iframe>',
  '<a href="javascript:document.title=1">click</a> <style>body{display:none}</style>',
  '[js](javascript:document.title=1)',
].join('\n\n');

const GARDEN = [
  line('garden-e', 'The whole garden', { issue_type: 'epic' }),
  line('garden-1', 'Prune the roses', {
    description: MARKDOWN,
    notes: 'Gloves are in the shed.',
    labels: ['roses'],
    dependencies: [childOf('garden-1', 'garden-e')],
    comments: [
      { id: 1, issue_id: 'garden-1', author: 'grace', text: 'Mind the *thorns*', created_at: daysAgo(2) },
    ],
  }),
  line('garden-2', 'Mend the fence', { dependencies: [childOf('garden-2', 'garden-e')] }),
  line('garden-3', 'Paint the fence', { dependencies: [waitsFor('garden-3', 'garden-2')] }),
];

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Bead' });
const fieldIn = (project: string, id: string, name: string) => async () =>
  (await lineOf(project, id))?.[name];

test('a bead is read and every kind of field is changed in place', async ({ desk }) => {
  const { project, mark } = desk.workspace;
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await cardIn(page, 'Ready', 'garden-1').click();
  const panel = panelOf(page);

  await test.step('markdown is shown and does nothing', async () => {
    const text = panel.getByRole('region', { name: 'Description' });
    await expect(text.getByRole('heading', { name: 'Why' })).toBeVisible();
    await expect(text).toContainText('a link (https://evil.example/track)');
    await expect(text).toContainText('<script>');
    await expect(text.locator('a, img, script, iframe, style, [onerror], [href], [src]')).toHaveCount(0);
    await expect(panel.getByRole('region', { name: 'Comments' }).getByText('thorns')).toBeVisible();
    await expect(page).toHaveTitle(/tidy-garden/);
    expect(asked.filter((url) => url.includes('evil.example'))).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await expectAccessible(page, `a bead, ${colorScheme}`);
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  });

  await test.step('lines: title, assignee, labels, estimate, due, put off, reference', async () => {
    const write = async (label: string, text: string) => {
      await panel.getByRole('button', { name: new RegExp(`^${label}: `) }).press('Enter');
      const input = panel.getByLabel(label, { exact: true });
      await expect(input).toBeFocused();
      await input.fill(text);
      await page.keyboard.press('Enter');
      await expect(panel.getByRole('button', { name: new RegExp(`^${label}: `) })).toBeFocused();
    };
    await write('Title', 'Prune all the roses');
    await expect(cardOf(page, 'garden-1')).toContainText('Prune all the roses');
    await write('Assignee', 'ada');
    await write('Labels', 'roses, spring');
    await write('Estimate', '1h 30m');
    await write('Due', '2030-05-01T10:00');
    await write('External reference', 'gh-9');
    await expect
      .poll(() => lineOf(project, 'garden-1'))
      .toMatchObject({
        title: 'Prune all the roses',
        assignee: 'ada',
        labels: ['roses', 'spring'],
        estimated_minutes: 90,
        external_ref: 'gh-9',
      });
    expect(await fieldIn(project, 'garden-1', 'due_at')()).toContain('2030-05-01');
    await write('Assignee', '');
    await expect.poll(fieldIn(project, 'garden-1', 'assignee')).toBeFalsy();
    await write('Put off until', '2031-03-02T08:00');
    await expect.poll(fieldIn(project, 'garden-1', 'defer_until')).toContain('2031-03-0');
    await expect(cardOf(page, 'garden-1')).toHaveCount(0);
    await write('Put off until', '');
    await expect(cardIn(page, 'Ready', 'garden-1')).toBeVisible();
    const parent = async () => (await lineOf(project, 'garden-1'))?.['dependencies'];
    await write('Parent', 'garden-2');
    await expect
      .poll(parent)
      .toMatchObject([{ issue_id: 'garden-1', depends_on_id: 'garden-2', type: 'parent-child' }]);
    await expect(panel.getByRole('button', { name: /^Parent: garden-2/ })).toBeVisible();
    await write('Parent', 'garden-e');
    await expect.poll(parent).toMatchObject([{ depends_on_id: 'garden-e', type: 'parent-child' }]);
  });

  await test.step('a wrong value is refused in place, Escape leaves', async () => {
    await panel.getByRole('button', { name: /^Estimate: / }).click();
    await panel.getByLabel('Estimate', { exact: true }).fill('soon');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('Write it like 90m or 1h 30m.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel.getByRole('button', { name: /^Estimate: 1h 30m/ })).toBeFocused();
  });

  await test.step('choices and long texts', async () => {
    await panel.getByRole('combobox', { name: 'Priority' }).selectOption('0');
    await panel.getByRole('combobox', { name: 'Type' }).selectOption('bug');
    await expect.poll(() => lineOf(project, 'garden-1')).toMatchObject({ priority: 0, issue_type: 'bug' });
    await panel.getByRole('button', { name: 'Add design' }).click();
    await panel.getByRole('textbox', { name: 'Design' }).fill('From the *outside* in.');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('region', { name: 'Design' }).locator('em')).toHaveText('outside');
    await expect.poll(fieldIn(project, 'garden-1', 'design')).toBe('From the *outside* in.');
    await panel.getByRole('button', { name: 'Edit notes' }).press('Enter');
    await panel.getByRole('textbox', { name: 'Notes' }).fill('Gloves are lost.');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByRole('region', { name: 'Notes' })).toContainText('Gloves are lost.');
  });

  await test.step('a comment', async () => {
    await panel.getByRole('textbox', { name: 'New comment' }).fill('Half is `done`');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('region', { name: 'Comments' }).locator('code')).toHaveText('done');
    await expect(panel.getByRole('textbox', { name: 'New comment' })).toHaveValue('');
  });

  await test.step('status, claim', async () => {
    await panel.getByRole('combobox', { name: 'Status' }).selectOption('in_progress');
    await expect(cardIn(page, 'In progress', 'garden-1')).toBeVisible();
    await panel.getByRole('combobox', { name: 'Status' }).selectOption('open');
    await expect(cardIn(page, 'Ready', 'garden-1')).toBeVisible();
    await panel.getByRole('button', { name: 'Claim' }).click();
    await expect(cardIn(page, 'In progress', 'garden-1')).toBeVisible();
    await expect.poll(fieldIn(project, 'garden-1', 'assignee')).toBeTruthy();
  });
  await expect(access(mark)).rejects.toThrow();
});

test('conflicts are shown side by side, circles refused, closing guarded', async ({ desk }) => {
  const { project } = desk.workspace;
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project });
  const panel = panelOf(page);
  const open = async (id: string) => {
    await cardOf(page, id).focus();
    await page.keyboard.press('Enter');
    await expect(panel.locator('header')).toContainText(id);
  };

  await test.step('a change under an open editor: the text stays, saving shows both', async () => {
    await open('garden-1');
    // Beside the panel there is room for three columns; a person's own choice keeps these open.
    for (const column of ['Blocked', 'Done', 'Ready'])
      await page.getByRole('button', { name: new RegExp(`^${column}\\b.*Expand`) }).click();
    await panel.getByRole('button', { name: 'Edit notes' }).click();
    const editor = panel.getByRole('textbox', { name: 'Notes' });
    await editor.fill('Mine');
    await changeLine(project, 'garden-1', { notes: 'Theirs', title: 'Prune them' });
    await expect(panel.locator('h2')).toContainText('Prune them');
    await expect(panel.getByText('Somebody else changed this meanwhile.')).toBeVisible();
    await expect(editor).toHaveValue('Mine');
    await expect(editor).toBeFocused();
    await page.keyboard.press('Control+Enter');
    const both = panel.getByRole('group', { name: 'Two versions of the notes' });
    await expect(both).toContainText('Mine');
    await expect(both).toContainText('Theirs');
    await expectAccessible(page, 'a conflict');
    await both.getByRole('button', { name: 'Take theirs' }).click();
    await expect(panel.getByRole('region', { name: 'Notes' })).toContainText('Theirs');
    expect(await fieldIn(project, 'garden-1', 'notes')()).toBe('Theirs');
  });

  await test.step('mine can be kept', async () => {
    await panel.getByRole('button', { name: /^Title: / }).click();
    await panel.getByLabel('Title', { exact: true }).fill('Prune mine');
    await changeLine(project, 'garden-1', { title: 'Prune theirs' });
    await expect(cardOf(page, 'garden-1')).toContainText('Prune theirs');
    await panel.getByLabel('Title', { exact: true }).press('Enter');
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await expect(panel.locator('h2')).toContainText('Prune mine');
    await expect.poll(fieldIn(project, 'garden-1', 'title')).toBe('Prune mine');
  });

  await test.step('dependencies: a circle is explained, a link is added and removed', async () => {
    await open('garden-2');
    const links = panel.getByRole('region', { name: 'Dependencies' });
    await links.getByLabel('Bead to link').fill('garden-3');
    await page.keyboard.press('Enter');
    await expect(links).toContainText('That would close a circle: garden-2 → garden-3 → garden-2.');
    await links.getByLabel('Bead to link').fill('garden-1');
    await page.keyboard.press('Enter');
    await expect(links.getByRole('list', { name: 'What it waits for' })).toContainText('garden-1');
    await expect(cardIn(page, 'Blocked', 'garden-2')).toBeVisible();
    const graph = links.getByRole('group', { name: /Dependency graph/ });
    await graph.getByRole('button', { name: /^garden-1, / }).press('Enter');
    await expect(panel.locator('header')).toContainText('garden-1');
    await open('garden-2');
    await links.getByRole('button', { name: 'Remove the link to garden-1' }).click();
    await expect(cardIn(page, 'Ready', 'garden-2')).toBeVisible();
  });

  await test.step('children with their progress', async () => {
    await open('garden-e');
    const children = panel.getByRole('region', { name: 'Children' });
    await expect(children).toContainText('0 of 2 closed');
    await children.getByRole('button', { name: /garden-2/ }).click();
    await expect(panel.locator('header')).toContainText('garden-2');
  });

  await test.step('a blocked bead is closed only by force, then reopened', async () => {
    await open('garden-3');
    await expect(panel).toContainText('Waits for garden-2.');
    await panel.getByRole('button', { name: 'Close bead…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not needed');
    await dialog.getByRole('button', { name: 'Close bead' }).click();
    await expect(dialog).toContainText('garden-3 cannot be closed yet. It waits for garden-2.');
    await expectAccessible(page, 'the Close dialog');
    await dialog.getByRole('button', { name: 'Close all the same' }).click();
    await expect(cardIn(page, 'Done', 'garden-3')).toBeVisible();
    await expect
      .poll(() => lineOf(project, 'garden-3'))
      .toMatchObject({ status: 'closed', close_reason: 'Not needed' });
    await panel.getByRole('button', { name: 'Reopen' }).click();
    await expect(cardIn(page, 'Blocked', 'garden-3')).toBeVisible();
  });
});
