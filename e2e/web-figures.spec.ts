import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './shell';
import { appendAnswer, writeTranscript } from './transcripts';
import { runCli } from './web-shell';

const EARLY = '11111111-bbbb-4bbb-8bbb-000000000001';
const EDGE = '22222222-bbbb-4bbb-8bbb-000000000002';
const FIRST = '33333333-bbbb-4bbb-8bbb-000000000003';
const NOW = '44444444-bbbb-4bbb-8bbb-000000000004';

/** Of the two no day is ever the same: they are 26 hours apart. */
const MACHINE = 'Etc/GMT+12';
const BROWSER = 'Pacific/Kiritimati';

type Row = { readonly key: string | null; readonly [figure: string]: number | string | null };

async function saved(page: Page, as: 'As CSV' | 'As JSON'): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: as }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** The rows of a kind, as the report has them. */
function rowsOf(csv: string, by: string): Row[] {
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  const names = head.split(',').slice(2);
  return lines
    .map((line) => line.split(','))
    .filter(([kind]) => kind === by)
    .map(([, key, ...values]) => ({
      key: key === '' ? null : (key ?? null),
      ...Object.fromEntries(names.map((name, at) => [name, Number(values[at])])),
    }));
}

test('in a browser of another time zone the dashboard has the days of the machine, as its report does, and follows a session that runs', async ({
  desk,
}) => {
  const { workspace } = desk;
  workspace.env['TZ'] = MACHINE;
  const told = (id: string, daysAgo: number) =>
    writeTranscript(workspace, { id, daysAgo, prompts: ['Look at the islands'], answer: () => 'Done.' });
  await told(EARLY, 30);
  // Less than thirty times 24 hours ago, and on most hours of the day on the day before the first.
  await told(EDGE, 30 - 1 / 24);
  await told(FIRST, 29);
  await told(NOW, 0);
  const { page } = await desk.start({
    project: workspace.project,
    tab: { options: { timezoneId: BROWSER } },
  });
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals).toBeVisible();
  const dayThere = new Date().toLocaleDateString('en-CA', { timeZone: MACHINE });
  const report = async (by: string): Promise<Row[]> => {
    const args = ['report', '--by', by, '--since', '30d', '--project', workspace.project, '--json'];
    const { stdout } = await runCli(workspace, args);
    return JSON.parse(stdout).rows;
  };

  await test.step('its bars are the thirty days of the machine', async () => {
    const bars = page.getByRole('group', { name: /^Sessions per day/ }).locator('button');
    await expect(bars).toHaveCount(30);
    const days = await report('day');
    const sessions = days.reduce((sum, { sessions }) => sum + Number(sessions), 0);
    await expect(
      totals.getByRole('button', { name: `Sessions: ${sessions}, open the sessions`, exact: true }),
    ).toBeVisible();
    await expect(bars.last()).toHaveAttribute('title', /: 1$/);
    await expect(bars.first()).toHaveAttribute('title', /: [12]$/);
  });

  await test.step('what is saved as CSV is the report of the command line', async () => {
    const { name, text } = await saved(page, 'As CSV');
    expect(name).toBe('beads-console-30-days.csv');
    for (const by of ['day', 'bead', 'model', 'agent', 'project']) {
      const rows = rowsOf(text, by);
      expect(rows.length, by).toBeGreaterThan(0);
      expect(await report(by), by).toEqual(rows.map((row) => expect.objectContaining(row)));
    }
  });

  await test.step('saved as JSON they name the day they are of', async () => {
    const { name, text } = await saved(page, 'As JSON');
    expect(name).toBe('beads-console-30-days.json');
    const figures = JSON.parse(text);
    expect(figures.today).toBe(dayThere);
    expect(figures.days.at(-1).key).toBe(dayThere);
  });

  await test.step('a session that goes on is counted as it writes', async () => {
    const tokens = totals.getByRole('button', { name: /^Tokens: / });
    const before = (await tokens.textContent()) ?? '';
    await appendAnswer(workspace, NOW, 5_000_000);
    await expect(tokens).not.toHaveText(before);
    await expect(tokens).toHaveText(/^5(\.\d+)?M$/);
  });
});
