import { cardIn, cardOf, changeLine, columnOf, line, writeLines } from './beads';
import { GARDEN } from './garden';
import { command } from './palette';
import { expect, test } from './shell';

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
  const { project } = desk.workspace;
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project });
  await expect(cardIn(page, 'In progress', 'garden-5')).toBeVisible();
  const opened = page.context().waitForEvent('page', { timeout: 60_000 });
  await command(page, 'New window');
  const other = await opened;
  await other.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await expect(cardIn(other, 'Done', 'garden-6')).toBeVisible({ timeout: 30_000 });
  await cardOf(other, 'garden-5').focus();
  await other.keyboard.press('m');
  await other.getByRole('dialog', { name: 'Move garden-5 to' }).getByRole('button', { name: 'Done' }).click();
  await expect(cardIn(other, 'Done', 'garden-5')).toBeVisible();
  await expect(cardIn(page, 'Done', 'garden-5')).toBeVisible();
  await cardOf(page, 'garden-5').dragTo(page.locator('[data-column="in_progress"]'));
  await expect(cardIn(other, 'In progress', 'garden-5')).toBeVisible();
  await other.close();
  await changeLine(project, 'garden-5', { title: 'Turn it alone' });
  await expect(cardOf(page, 'garden-5')).toContainText('Turn it alone');
});
