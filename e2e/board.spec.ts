import { access } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  cardIn,
  cardOf,
  changeLine,
  childOf,
  columnOf,
  daysAgo,
  HOSTILE,
  line,
  lineOf,
  readLines,
  waitsFor,
  writeLines,
} from './beads';
import { expect, test } from './shell';
import { runCli } from './web-shell';

const GARDEN = [
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

const announced = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);
const statusIn = (project: string, id: string) => async () => (await lineOf(project, id))?.['status'];

test('the board by mouse: drag, filter, sort, group, hide, older, quick add, collapse, columns', async ({
  desk,
}) => {
  const { project } = desk.workspace;
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project });
  const card = (column: string, id: string) => expect(cardIn(page, column, id));

  await test.step('every bead stands in its column', async () => {
    await card('Ready', 'garden-1').toBeVisible();
    await card('Blocked', 'garden-3').toContainText('waits for garden-2');
    await card('In progress', 'garden-4').toContainText('ada');
    await card('Done', 'garden-6').toBeVisible();
    await expect(cardOf(page, 'garden-7')).toHaveCount(0);
    await expect(cardOf(page, 'garden-8')).toHaveCount(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await expectAccessible(page, `the board, ${colorScheme}`);
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  });

  await test.step('a card is dragged to another column, and the file says so', async () => {
    await cardOf(page, 'garden-1').dragTo(page.locator('[data-column="in_progress"]'));
    await card('In progress', 'garden-1').toBeVisible();
    await announced(page, 'garden-1 moved to In progress.');
    await expect.poll(statusIn(project, 'garden-1')).toBe('in_progress');
  });

  await test.step('what waits cannot be made ready, and says why', async () => {
    await cardOf(page, 'garden-3').dragTo(page.locator('[data-column="ready"]'));
    await announced(page, /garden-3 stays where it was. It waits for garden-2/);
    await card('Blocked', 'garden-3').toBeVisible();
    expect(await statusIn(project, 'garden-3')()).toBe('open');
  });

  await test.step('what waits is closed only with a word', async () => {
    await cardOf(page, 'garden-3').dragTo(page.locator('[data-column="done"]'));
    const dialog = page.getByRole('dialog', { name: 'Close garden-3 all the same?' });
    await expect(dialog).toContainText('It waits for garden-2.');
    await expectAccessible(page, 'the dialog of a refused move');
    await dialog.getByRole('button', { name: 'Leave it open' }).click();
    await card('Blocked', 'garden-3').toBeVisible();
    await cardOf(page, 'garden-3').dragTo(page.locator('[data-column="done"]'));
    await dialog.getByRole('button', { name: 'Close all the same' }).click();
    await card('Done', 'garden-3').toBeVisible();
    await expect.poll(statusIn(project, 'garden-3')).toBe('closed');
  });

  await test.step('a status the tracker does not know is added with consent', async () => {
    await cardOf(page, 'garden-4').dragTo(page.locator('[data-column="in_review"]'));
    const dialog = page.getByRole('dialog', { name: 'Add the status in_review?' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Add it and move the bead' }).click();
    await card('In review', 'garden-4').toBeVisible();
    await expect.poll(statusIn(project, 'garden-4')).toBe('in_review');
  });

  await test.step('filter by text and by a value, and clear', async () => {
    const filter = page.getByRole('searchbox', { name: 'Filter by text' });
    await filter.fill('fence');
    await expect(cardOf(page, 'garden-2')).toBeVisible();
    await expect(cardOf(page, 'garden-1')).toHaveCount(0);
    await filter.fill('no such words');
    await expect(page.getByRole('heading', { name: 'Nothing matches the filter' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filter' }).last().click();
    await page.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByRole('menuitem', { name: /roses/ }).click();
    await expect(cardOf(page, 'garden-1')).toBeVisible();
    await expect(cardOf(page, 'garden-2')).toHaveCount(0);
    await expect(page).toHaveURL(/#\/board\/.*roses/);
    await page.reload();
    await expect(cardOf(page, 'garden-1')).toBeVisible();
    await expect(cardOf(page, 'garden-2')).toHaveCount(0);
    // The values come once the cards are drawn, and stand before the button.
    await expect(page.getByRole('button', { name: 'Label: roses' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect(cardOf(page, 'garden-2')).toBeVisible();
  });

  await test.step('sort, group, hidden column, older ones', async () => {
    await page.getByRole('button', { name: /^Sort/ }).click();
    await page.getByRole('menuitem', { name: 'Title' }).click();
    await expect
      .poll(() =>
        columnOf(page, 'In progress')
          .locator('[data-bead]')
          .evaluateAll((all) => all.map((each) => each.getAttribute('data-bead'))),
      )
      .toEqual(['garden-1', 'garden-5']);
    await page.getByRole('button', { name: 'No grouping' }).click();
    await expect(columnOf(page, 'In progress')).toContainText('The whole garden');
    await page.getByRole('button', { name: 'By epic' }).click();
    await page.getByRole('button', { name: 'More for the board' }).click();
    await page.getByRole('menuitem', { name: /Show Deferred/ }).click();
    await card('Deferred', 'garden-8').toBeVisible();
    await page.getByRole('button', { name: 'Hide Deferred' }).click();
    await expect(cardOf(page, 'garden-8')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show 1 older' }).click();
    await card('Done', 'garden-7').toBeVisible();
  });

  await test.step('quick add', async () => {
    await page.getByRole('button', { name: 'Add a bead to Ready' }).click();
    await page.getByRole('textbox', { name: 'Title of the new bead' }).fill('Rake the leaves');
    await page.keyboard.press('Enter');
    await expect(columnOf(page, 'Ready').getByText('Rake the leaves')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Title of the new bead' })).toHaveCount(0);
    expect((await readLines(project)).some((each) => each['title'] === 'Rake the leaves')).toBe(true);
  });

  await test.step('collapse and expand', async () => {
    await page.getByRole('button', { name: 'Collapse Blocked' }).click();
    await page.getByRole('button', { name: /^Blocked\b.*Expand/ }).click();
    await expect(page.getByRole('button', { name: 'Collapse Blocked' })).toBeVisible();
  });

  await test.step('the columns are renamed, moved, hidden and reset', async () => {
    const edit = async () => {
      await page.getByRole('button', { name: 'More for the board' }).click();
      await page.getByRole('menuitem', { name: 'Columns…' }).click();
      await expect(page.getByRole('dialog', { name: 'Columns of the board' })).toBeVisible();
    };
    const titles = () => page.locator('[data-board]').getByRole('heading', { level: 2 }).allTextContents();
    await edit();
    const dialog = page.getByRole('dialog', { name: 'Columns of the board' });
    await expectAccessible(page, 'the column editor');
    await dialog.getByRole('textbox', { name: 'Name' }).first().fill('Can begin');
    await dialog.getByRole('textbox', { name: 'Shows' }).nth(1).fill('');
    await dialog.getByRole('button', { name: 'Save columns' }).click();
    await expect(dialog.getByRole('alert')).toContainText('at least one status');
    await dialog.getByRole('textbox', { name: 'Shows' }).nth(1).fill('blocked beads, blocked');
    await dialog.getByRole('checkbox', { name: 'Shown' }).nth(1).uncheck();
    await dialog.getByRole('button', { name: /^Move Can begin, 1 of/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('button', { name: /^Move Can begin, 2 of/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('button', { name: /^Move Can begin, 3 of/ })).toBeFocused();
    await dialog.getByRole('button', { name: 'Save columns' }).click();
    await expect.poll(titles).toEqual(['In progress', 'Can begin', 'In review', 'Done']);
    await edit();
    await dialog.getByRole('button', { name: 'Reset to the shipped ones' }).click();
    await expect.poll(titles).toEqual(['Ready', 'Blocked', 'In progress', 'In review', 'Done']);
  });
});

test('the board by keyboard alone, and hostile titles do nothing', async ({ desk }) => {
  const { project, mark } = desk.workspace;
  await writeLines(project, [...GARDEN, ...HOSTILE]);
  const { page } = await desk.start({ project });
  const focused = (id: string) => expect(cardOf(page, id)).toBeFocused();
  await expect(cardIn(page, 'Ready', 'garden-2')).toBeVisible();

  await test.step('arrows and letters walk', async () => {
    await page.keyboard.press('ArrowDown');
    await focused('garden-2');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await focused('garden-2');
    await page.keyboard.press('ArrowRight');
    await focused('garden-3');
    await page.keyboard.press('ArrowRight');
    await expect(columnOf(page, 'In progress').locator('[data-bead]:focus')).toHaveCount(1);
    await page.keyboard.press('h');
    await page.keyboard.press('ArrowLeft');
    await focused('garden-2');
  });

  await test.step('Shift and an arrow carry a card, Ctrl+Z brings it back', async () => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowLeft');
    await announced(page, /garden-3 stays where it was. It waits for garden-2/);
    await focused('garden-3');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(cardIn(page, 'In progress', 'garden-3')).toBeFocused();
    await announced(page, 'garden-3 moved to In progress.');
    await expect.poll(statusIn(project, 'garden-3')).toBe('in_progress');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(cardIn(page, 'Blocked', 'garden-3')).toBeVisible();
    await announced(page, 'garden-3 is back.');
    await expect.poll(statusIn(project, 'garden-3')).toBe('open');
    await focused('garden-3');
  });

  await test.step('the move menu', async () => {
    await page.keyboard.press('ArrowLeft');
    await focused('garden-2');
    await page.keyboard.press('m');
    const menu = page.getByRole('dialog', { name: 'Move garden-2 to' });
    await expect(menu.getByRole('button', { name: 'Blocked' })).toBeFocused();
    await expectAccessible(page, 'the move menu');
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('button', { name: 'In progress' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(cardIn(page, 'In progress', 'garden-2')).toBeFocused();
  });

  await test.step('filter with /, leave with Escape', async () => {
    const filter = page.getByRole('searchbox', { name: 'Filter by text' });
    await page.keyboard.press('/');
    await expect(filter).toBeFocused();
    await page.keyboard.type('roses');
    await expect(cardOf(page, 'garden-2')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(filter).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(filter).not.toBeFocused();
    await expect(cardOf(page, 'garden-2')).toBeVisible();
  });

  await test.step('start work, a new bead, open a bead', async () => {
    await cardOf(page, 'garden-1').focus();
    await page.keyboard.press('s');
    await expect(page.getByRole('dialog', { name: 'New session for garden-1' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await focused('garden-1');
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New bead' });
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await expectAccessible(page, 'the New bead dialog');
    await page.keyboard.type('Sharpen the shears');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('complementary', { name: 'Bead' })).toContainText('Sharpen the shears');
    await cardOf(page, 'garden-1').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Bead' })).toContainText('Prune the roses');
    await page.getByRole('button', { name: 'Close panel' }).press('Enter');
  });

  await test.step('a bead from the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('#compost');
    await expect(page.getByRole('option', { name: /Turn the compost/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Bead' })).toContainText('Turn the compost');
  });

  await test.step('hostile titles on card, detail, branch name and command line', async () => {
    for (const { id, title } of HOSTILE) {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type(`#${id}`);
      await expect(page.getByRole('option', { name: id })).toBeVisible();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('complementary', { name: 'Bead' });
      await expect(panel.locator('header')).toContainText(id);
      expect(await panel.locator('h2').innerText()).toContain(
        String(title).trim().split('\n')[0]?.slice(0, 20),
      );
      const branch = await panel.getByRole('region', { name: 'Branch' }).locator('code').innerText();
      expect(branch).toMatch(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/);
    }
    await expectAccessible(page, 'hostile titles');
    expect(
      await page.evaluate(() => document.querySelectorAll('img, script[src=""], [onerror]').length),
    ).toBe(0);
    await expect(page).toHaveTitle(/tidy-garden/);
    const shown = await runCli(desk.workspace, ['beads', 'list', '--json', '--project', project]);
    const titles = (JSON.parse(shown.stdout) as { beads: { title: string }[] }).beads.map(
      (each) => each.title,
    );
    for (const { title } of HOSTILE) expect(titles).toContain(title);
    await expect(access(mark)).rejects.toThrow();
  });
});

test('what happens elsewhere shows at once and keeps scroll and focus', async ({ desk }) => {
  const { project } = desk.workspace;
  const many = Array.from({ length: 60 }, (_, index) =>
    line(`garden-m${String(index).padStart(2, '0')}`, `Bed number ${index}`, { priority: 2 }),
  );
  await writeLines(project, [...GARDEN, ...many]);
  const { page } = await desk.start({ project });
  const ready = page.locator('[data-column="ready"]');
  await expect(cardIn(page, 'Ready', 'garden-2')).toBeVisible();

  await test.step('scroll and focus stay', async () => {
    await cardOf(page, 'garden-2').focus();
    await ready.evaluate((element) => {
      element.scrollTop = 1500;
    });
    await expect(cardOf(page, 'garden-2')).toHaveCount(0);
    const before = await ready.evaluate((element) => element.scrollTop);
    await changeLine(project, 'garden-4', { title: 'Water the beds twice' });
    await expect(cardIn(page, 'In progress', 'garden-4')).toContainText('twice');
    expect(await ready.evaluate((element) => element.scrollTop)).toBe(before);
    await cardOf(page, 'garden-4').focus();
    await changeLine(project, 'garden-4', { status: 'open', title: 'Water the beds again' });
    await expect(columnOf(page, 'In progress').locator('[data-bead="garden-4"]')).toHaveCount(0);
    await changeLine(project, 'garden-5', { title: 'Turn it over' });
    await expect(cardIn(page, 'In progress', 'garden-5')).toContainText('Turn it over');
    await expect(page.locator('[data-board] :focus')).toHaveCount(1);
  });

  await test.step('an untouched card is not drawn again', async () => {
    const drawn = () =>
      columnOf(page, 'Done')
        .locator('[data-bead]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('data-drawn')));
    const before = await drawn();
    await changeLine(project, 'garden-5', { title: 'Turn it over once more' });
    await expect(cardIn(page, 'In progress', 'garden-5')).toContainText('once more');
    expect(await drawn()).toEqual(before);
  });
});

test('two windows on one project agree', async ({ desk }) => {
  test.skip(desk.shell === 'electron', 'the Electron shell has one window for a project');
  const { project } = desk.workspace;
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project });
  await expect(cardIn(page, 'In progress', 'garden-5')).toBeVisible();
  // As a person gets a second window: the program is started again and prints a link of its own.
  const { output } = await desk.startAgain(project);
  const { login_url } = JSON.parse(output.split('\n').find((each) => each.startsWith('{')) ?? '{}') as {
    login_url: string;
  };
  const other = await page.context().newPage();
  await other.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await other.goto(login_url);
  await expect(cardIn(other, 'Done', 'garden-6')).toBeVisible();
  await cardOf(other, 'garden-5').focus();
  await other.keyboard.press('m');
  await other.getByRole('dialog', { name: 'Move garden-5 to' }).getByRole('button', { name: 'Done' }).click();
  await expect(cardIn(other, 'Done', 'garden-5')).toBeVisible();
  await expect(cardIn(page, 'Done', 'garden-5')).toBeVisible();
});
