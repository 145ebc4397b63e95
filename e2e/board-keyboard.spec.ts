import { access } from 'node:fs/promises';
import { expectAccessible } from './axe';
import { cardIn, cardOf, columnOf, HOSTILE, readLines, writeLines } from './beads';
import { announced, GARDEN, statusIn } from './garden';
import { tabTo } from './keys';
import { expect, test } from './shell';
import { runCli } from './web-shell';

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

  await test.step('an arrow that is held goes on', async () => {
    // Pressed again without being let go of, it is what a held key sends.
    await page.keyboard.down('ArrowRight');
    await page.keyboard.down('ArrowRight');
    await page.keyboard.up('ArrowRight');
    await expect(columnOf(page, 'In progress').locator('[data-bead]:focus')).toHaveCount(1);
    await page.keyboard.press('ArrowLeft');
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
    await expect(page.getByRole('dialog', { name: 'Start work on garden-1' })).toBeVisible();
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

test('filter, sort, group, columns and quick add by keyboard alone', async ({ desk }) => {
  const { project } = desk.workspace;
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const enter = async (name: string | RegExp, key = 'Tab') => {
    await tabTo(page, button(name), key);
    await page.keyboard.press('Enter');
  };
  /** Opens a menu and goes to an item by its first letters, as a person types them. */
  const choose = async (menu: string | RegExp, letters: string, item: string | RegExp) => {
    await enter(menu);
    await expect(page.getByRole('menu')).toBeVisible();
    const wanted = page.getByRole('menuitem', { name: item });
    // A menu that was just drawn may not hear the first letter; a person types them again.
    await expect(async () => {
      await page.keyboard.type(letters);
      await expect(wanted).toBeFocused({ timeout: 2000 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await expect(cardIn(page, 'Ready', 'garden-2')).toBeVisible();

  await test.step('a value of the filter, and clearing it', async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Filter by text' })).toBeFocused();
    await choose(/^Label/, 'ros', /roses/);
    await expect(cardOf(page, 'garden-1')).toBeVisible();
    await expect(cardOf(page, 'garden-2')).toHaveCount(0);
    await enter('Clear the filter');
    await expect(cardOf(page, 'garden-2')).toBeVisible();
  });

  await test.step('sort and group', async () => {
    await choose(/^Sort/, 'tit', 'Title');
    await expect(button('Sort: Title')).toBeVisible();
    await enter('No grouping', 'Shift+Tab');
    await expect(columnOf(page, 'Ready')).toContainText('The whole garden');
    await page.keyboard.press('Enter');
    await expect(button('No grouping')).toBeFocused();
  });

  await test.step('a hidden column, shown and hidden', async () => {
    await choose('More for the board', 'show d', /Show Deferred/);
    await expect(cardIn(page, 'Deferred', 'garden-8')).toBeVisible();
    await enter('Hide Deferred');
    await expect(cardOf(page, 'garden-8')).toHaveCount(0);
  });

  await test.step('older ones, collapse and expand', async () => {
    await enter('Show 1 older');
    await expect(cardIn(page, 'Done', 'garden-7')).toBeVisible();
    await enter('Collapse Blocked', 'Shift+Tab');
    await enter(/^Blocked\b.*Expand/);
    await expect(button('Collapse Blocked')).toBeVisible();
  });

  await test.step('quick add', async () => {
    await enter('Add a bead to Ready', 'Shift+Tab');
    await expect(page.getByRole('textbox', { name: 'Title of the new bead' })).toBeFocused();
    await page.keyboard.type('Rake the leaves');
    await page.keyboard.press('Enter');
    await expect(columnOf(page, 'Ready').getByText('Rake the leaves')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Title of the new bead' })).toHaveCount(0);
    expect((await readLines(project)).some((each) => each['title'] === 'Rake the leaves')).toBe(true);
  });

  await test.step('the columns', async () => {
    const titles = () => page.locator('[data-board]').getByRole('heading', { level: 2 }).allTextContents();
    const dialog = page.getByRole('dialog', { name: 'Columns of the board' });
    await choose('More for the board', 'col', 'Columns…');
    await expect(dialog).toBeVisible();
    await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }).first());
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Can begin');
    await tabTo(page, dialog.getByRole('button', { name: /^Move Can begin, 1 of/ }), 'Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('button', { name: /^Move Can begin, 2 of/ })).toBeFocused();
    await tabTo(page, dialog.getByRole('button', { name: 'Save columns' }));
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual(['Blocked', 'Can begin', 'In progress', 'In review', 'Done']);
    await choose('More for the board', 'col', 'Columns…');
    await expect(dialog).toBeVisible();
    await tabTo(page, dialog.getByRole('button', { name: 'Reset to the shipped ones' }));
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual(['Ready', 'Blocked', 'In progress', 'In review', 'Done']);
  });
});
