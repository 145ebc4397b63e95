import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './shell';
import { appendTranscript, writeTranscript } from './transcripts';

const ISLANDS = '11111111-aaaa-4aaa-8aaa-000000000001';
const ROSES = '22222222-aaaa-4aaa-8aaa-000000000002';
const ELSEWHERE = '33333333-aaaa-4aaa-8aaa-000000000003';

test('the figures of the dashboard lead to the sessions behind them', async ({ desk }) => {
  const { workspace } = desk;
  const told = (id: string, daysAgo: number, prompts: readonly string[], cwd?: string) =>
    writeTranscript(workspace, {
      id,
      daysAgo,
      prompts,
      answer: () => 'Done.',
      ...(cwd === undefined ? {} : { cwd }),
    });
  const other = join(workspace.root, 'boat house');
  await mkdir(other);
  await told(ISLANDS, 2, ['Look at the islands', 'And the map?']);
  await told(ROSES, 12, ['Prune the roses']);
  await told(ELSEWHERE, 3, ['Paint the boat'], other);
  const { page } = await desk.start({ project: workspace.project });
  const found = page.getByRole('list', { name: 'Sessions found' }).getByRole('listitem');
  const toDashboard = async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  };
  const period = page.getByRole('radiogroup', { name: 'Period' });
  const all = (count: number) =>
    page.getByRole('button', { name: `Sessions: ${count}, open the sessions`, exact: true });

  await test.step('all of this project in 30 days', async () => {
    await toDashboard();
    await all(2).click();
    await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
    await expect(found).toHaveCount(2);
    await expect(found.first()).toContainText('Look at the islands');
    await expect(found.nth(1)).toContainText('Prune the roses');
  });

  await test.step('of seven days', async () => {
    await toDashboard();
    await period.getByText('7 days').click();
    await all(1).click();
    await expect(found).toHaveCount(1);
    await expect(found.first()).toContainText('Look at the islands');
  });

  await test.step('of all projects', async () => {
    await toDashboard();
    await page.getByRole('radiogroup', { name: 'Sessions of' }).getByText('All projects').click();
    await all(2).click();
    await expect(found).toHaveCount(2);
    await expect(found.nth(1)).toContainText('Paint the boat');
  });

  await test.step('of what belongs to no project, by choice', async () => {
    await toDashboard();
    const places = page.getByRole('radiogroup', { name: 'Sessions of' });
    await page.getByRole('button', { name: 'Another project' }).click();
    await page.getByRole('menuitem', { name: 'No project' }).click();
    await expect(places.getByRole('radio', { name: 'No project' })).toBeChecked();
    await all(1).click();
    await expect(found).toHaveCount(1);
    await expect(found.first()).toContainText('Paint the boat');
    await toDashboard();
    await places.getByText('All projects').click();
    await expect(places.getByRole('radio', { name: 'No project' })).toHaveCount(0);
  });

  await test.step('of one day, and of one model', async () => {
    await toDashboard();
    const days = page.getByRole('region', { name: 'Sessions per day' });
    await days.getByRole('button', { name: 'Table' }).click();
    await days.getByRole('table').getByRole('button').first().click();
    await expect(found).toHaveCount(1);
    await expect(found.first()).toContainText('Look at the islands');
    await toDashboard();
    await page.getByRole('region', { name: 'Cost by model' }).getByRole('button').first().click();
    await expect(found).toHaveCount(2);
  });

  await test.step('of what has no bead and no agent, of a project, and of every sum', async () => {
    const rows: readonly (readonly [string, string, number])[] = [
      ['Cost by bead', 'No bead', 2],
      ['Cost by bead', 'All', 2],
      ['Cost by model', 'All', 2],
      ['Agents', 'No agent', 2],
      ['Cost by project', 'tidy-garden', 1],
    ];
    for (const [table, name, sessions] of rows) {
      await toDashboard();
      const row = page.getByRole('region', { name: table }).getByRole('row', { name });
      const figures = row.getByRole('button');
      // Each number of the row leads to the same sessions.
      for (let at = 0; at < (await figures.count()); at += 1) {
        await figures.nth(at).click();
        await expect(found).toHaveCount(sessions);
        await toDashboard();
      }
    }
    await page.getByRole('region', { name: 'Totals' }).getByText('longest').getByRole('button').click();
    await expect(page.getByRole('region', { name: 'Transcript', exact: true })).toBeVisible();
  });

  await test.step('one whose only answer was before the period is not among them', async () => {
    await appendTranscript(workspace, ROSES, 'And the hedge?');
    await toDashboard();
    await period.getByText('7 days').click();
    await page.getByRole('radiogroup', { name: 'Sessions of' }).getByText('This project').click();
    await all(1).click();
    await expect(found).toHaveCount(1);
    await expect(found.first()).toContainText('Look at the islands');
  });
});

const oneOld = {
  id: ISLANDS,
  daysAgo: 2,
  prompts: ['Look at the islands'],
  answer: () => 'Done.',
};

test('a small history is read by itself, and nobody is asked', async ({ desk }) => {
  await writeTranscript(desk.workspace, oneOld);
  const { page } = await desk.start();
  const offer = page.getByRole('region', { name: 'Your Claude history' });
  await expect(offer).toContainText('1 session');
  await expect(offer.getByRole('button', { name: /Keep all|Not now/ })).toHaveCount(0);
  await expect(offer).toContainText('All read, and searchable.');
});

test('where nothing is read unasked the first run offers it, says what that takes, and does it', async ({
  desk,
}) => {
  const { workspace } = desk;
  await writeTranscript(workspace, oneOld);
  await mkdir(workspace.data, { recursive: true, mode: 0o700 });
  await writeFile(join(workspace.data, 'settings.json'), '{ "version": 1, "history": { "ingest": false } }');
  const { page } = await desk.start();
  const offer = page.getByRole('region', { name: 'Your Claude history' });
  await expect(offer).toContainText('1 session');
  await expect(offer).toContainText('stays on this computer');
  await offer.getByRole('button', { name: 'Keep all 1' }).click();
  await expect(offer).toContainText('All read, and searchable.');
  await offer.getByRole('button', { name: 'Open the history' }).click();
  const found = page.getByRole('list', { name: 'Sessions found' }).getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found.first()).toContainText('Look at the islands');
});
