import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { command } from './palette';
import { expect, test } from './shell';
import { shotsOf } from './shots';
import { appendTranscript, deleteTranscript, transcriptPath, writeTranscript } from './transcripts';
import { runCli } from './web-shell';

const ISLANDS = '11111111-aaaa-4aaa-8aaa-000000000001';
const ROSES = '22222222-aaaa-4aaa-8aaa-000000000002';

const inBothThemes = async (page: Page, screen: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, `${screen}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
};

async function downloaded(page: Page): Promise<{ name: string; text: string }> {
  const file = await page.waitForEvent('download');
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Electron asks where to put a file in a dialog of the system, which no journey can answer: what would be put there. */
function handedOver(page: Page): Promise<{ name: string; text: string }> {
  return page.evaluate(
    () =>
      new Promise<{ name: string; text: string }>((resolve) => {
        const make = URL.createObjectURL.bind(URL);
        URL.createObjectURL = (blob) => {
          URL.createObjectURL = make;
          HTMLAnchorElement.prototype.click = function taken() {
            void (blob as Blob).text().then((text) => resolve({ name: this.download, text }));
          };
          return make(blob);
        };
      }),
  );
}

test('a session from a terminal is found, opened at the hit, exported, deleted and taken back', async ({
  desk,
}) => {
  const { workspace } = desk;
  await writeTranscript(workspace, {
    id: ISLANDS,
    daysAgo: 2,
    prompts: Array.from({ length: 60 }, (_, at) =>
      at === 41 ? 'What of the quincunx zones?' : `Look at island ${at}`,
    ),
    answer: (at) =>
      at === 41
        ? 'The quincunx comes from the polygon, **not** from the table.'
        : `Island ${at} agrees.\n\n${'Nothing else to say. '.repeat(12)}`,
  });
  await writeTranscript(workspace, {
    id: ROSES,
    daysAgo: 12,
    prompts: ['Prune the roses <script>alert(1)</script>'],
    answer: () => 'Pruned.',
  });
  const { page } = await desk.start({ project: workspace.project });
  await expect(page).toHaveTitle(/tidy-garden/);

  const found = page.getByRole('list', { name: 'Sessions found' });
  await test.step('every session of this computer is there, the newest first', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
    await expect(found.getByRole('listitem')).toHaveCount(2);
    await expect(found.getByRole('button').first()).toContainText('Look at island 0');
    await expect(found.getByRole('button').nth(1)).toContainText('Prune the roses <script>');
    await inBothThemes(page, 'the history');
  });

  const search = page.getByRole('combobox', { name: 'Search the history' });
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
  await test.step('words and filters narrow it, and completion helps', async () => {
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('quincunx sin');
    await expect(page.getByRole('option', { name: /since:/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await expect(search).toHaveValue('quincunx since:30d ');
    await expect(page.getByRole('button', { name: 'since: Last 30 days' })).toBeVisible();
    await expect(found.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('2 hits in 1 session')).toBeVisible();
    await expect(found.locator('mark').first()).toHaveText('quincunx');
  });

  await test.step('the transcript opens at the hit, and F goes from hit to hit', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const said = transcript.getByText('The quincunx comes from the polygon');
    await expect(said).toBeInViewport();
    await expect(transcript.getByText('Hit 2 of 2')).toBeVisible();
    await page.keyboard.press('f');
    await expect(transcript.getByText('Hit 1 of 2')).toBeVisible();
    await expect(transcript.getByText('What of the quincunx zones?')).toBeInViewport();
    await expect(transcript.getByText('Look at island 3', { exact: true })).toHaveCount(0);
    await inBothThemes(page, 'a transcript');
  });

  await test.step('the address opens the same place again', async () => {
    await page.reload();
    await expect(transcript.getByText('The quincunx comes from the polygon')).toBeInViewport();
    await expect(search).toHaveValue(/^quincunx since:30d/);
  });

  await test.step('a prompt is jumped to, and something else is found in the session', async () => {
    await transcript.getByRole('button', { name: '60 prompts' }).click();
    await page.getByRole('menuitem', { name: /Look at island 7\b/ }).click();
    await expect(transcript.getByText('Look at island 7', { exact: true })).toBeInViewport();
    await transcript.getByRole('textbox', { name: 'Find in this session' }).fill('island 55 agrees');
    await expect(transcript.getByText('Island 55 agrees.')).toBeInViewport();
    await expect(transcript.getByText('Hit 1 of 1')).toBeVisible();
    for (const tab of ['Summary', 'Cost']) {
      await transcript.getByRole('tab', { name: tab }).click();
      await expectAccessible(page, `the tab ${tab}`);
    }
    await expect(transcript.getByText('What filled the context')).toBeVisible();
    await transcript.getByRole('tab', { name: 'Summary' }).click();
    await expect(transcript.getByRole('heading', { name: 'What Claude said last' })).toBeVisible();
    await expect(transcript.getByText('Island 59 agrees.')).toBeVisible();
  });

  await test.step('exported as one HTML file', async () => {
    await search.fill('');
    await found.getByRole('button', { name: /Prune the roses/ }).click();
    await transcript.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radio', { name: 'HTML' }).click();
    await expectAccessible(page, 'the export dialog');
    const coming = desk.shell === 'web' ? downloaded(page) : handedOver(page);
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const { name, text } = await coming;
    expect(name).toMatch(/prune-the-roses.*\.html$/);
    expect(text).toContain('Prune the roses &lt;script&gt;');
    expect(text).not.toContain('<script');
  });

  await test.step('moved to the trash, taken back, removed for good', async () => {
    const trash = async () => {
      await transcript.getByRole('button', { name: 'More about this session' }).click();
      await page.getByRole('menuitem', { name: 'Move to trash…' }).click();
      const dialog = page.getByRole('dialog', { name: /^Move “Prune the roses/ });
      await dialog.getByRole('checkbox', { name: 'Export it as one HTML file first' }).uncheck();
      await expectAccessible(page, 'the delete dialog');
      await dialog.getByRole('button', { name: 'Move to trash' }).click();
      await expect(found.getByRole('listitem')).toHaveCount(1);
    };
    await trash();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(found.getByRole('listitem')).toHaveCount(2);
    await found.getByRole('button', { name: /Prune the roses/ }).click();
    await trash();
    await page.getByRole('button', { name: 'More for the history' }).click();
    await page.getByRole('menuitem', { name: 'Open the trash' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trash' });
    await dialog.getByRole('button', { name: 'Remove…' }).click();
    await dialog.getByRole('button', { name: 'Remove for good' }).click();
    await expect(dialog.getByText('The trash is empty')).toBeVisible();
    await page.keyboard.press('Escape');
    // Claude's own file is still there: read again, it does not come back.
    expect(existsSync(transcriptPath(workspace, ROSES))).toBe(true);
    const read = await runCli(workspace, ['backfill', '--json']);
    expect(read.code).toBe(0);
    expect(JSON.parse(read.stdout)).toMatchObject({ discovered: 1, ingested: 0, failed: 0 });
    await page.reload();
    await expect(found.getByRole('listitem')).toHaveCount(1);
    await expect(found.getByRole('button', { name: /Prune the roses/ })).toHaveCount(0);
  });
});

test('what Claude deleted is read from our copy and restored; the reading is shown and can be stopped', async ({
  desk,
}) => {
  const { workspace } = desk;
  await writeTranscript(workspace, {
    id: ISLANDS,
    daysAgo: 25,
    prompts: ['Look at the islands'],
    answer: () => 'They agree.',
  });
  // A copy is made by reading at once, as the command line does.
  const kept = await runCli(workspace, ['backfill', '--json']);
  expect(JSON.parse(kept.stdout)).toMatchObject({ discovered: 1, ingested: 1 });
  await deleteTranscript(workspace, ISLANDS);

  const { page } = await desk.start({ project: workspace.project });
  await expect(page).toHaveTitle(/tidy-garden/);
  await command(page, 'go to History');
  const found = page.getByRole('list', { name: 'Sessions found' });
  await found.getByRole('button', { name: /Look at the islands/ }).click();
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
  await expect(transcript.getByText('They agree.')).toBeVisible();
  await expect(transcript.getByText('from our copy')).toBeVisible();
  await expect(transcript.getByText('Claude deleted its file; this is our copy.')).toBeVisible();
  await transcript.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Put back for Claude to resume')).toBeVisible();
  expect(existsSync(transcriptPath(workspace, ISLANDS))).toBe(true);

  await test.step('what is written while somebody reads appears', async () => {
    await appendTranscript(workspace, ISLANDS, 'One more island rises');
    await expect(transcript.getByText('One more island rises')).toBeVisible();
  });

  await command(page, 'read the history');
  const dialog = page.getByRole('dialog', { name: 'Read the history' });
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await inBothThemes(page, 'the reading dialog');
  await dialog.getByRole('button', { name: 'Look only' }).click();
  await expect(dialog.getByText(/1 session found, \d to read/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Read what is new' }).click();
  await expect(dialog.getByText(/1 session found, \d read last time/)).toBeVisible();
});

test('a folder that was moved is said to be the project, and that can be taken back', async ({ desk }) => {
  const { workspace } = desk;
  const shot = shotsOf(desk);
  const tell = (id: string, daysAgo: number, cwd?: string) =>
    writeTranscript(workspace, {
      id,
      daysAgo,
      prompts: [cwd === undefined ? 'Rake the leaves' : `Prune at ${cwd}`],
      answer: () => 'Done.',
      ...(cwd === undefined ? {} : { cwd }),
    });
  await tell(ISLANDS, 1);
  await tell(ROSES, 2, '/home/ada/old garden');
  await tell('33333333-aaaa-4aaa-8aaa-000000000003', 3, '/home/ada/old garden/beds');
  await tell('44444444-aaaa-4aaa-8aaa-000000000004', 4, '/home/ada/orchard');
  const { page } = await desk.start({ project: workspace.project });
  await expect(page).toHaveTitle(/tidy-garden/);
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  const found = page.getByRole('list', { name: 'Sessions found' });
  await expect(found.getByRole('listitem')).toHaveCount(4);
  const search = page.getByRole('combobox', { name: 'Search the history' });
  await search.fill('project:tidy-garden');
  await expect(found.getByRole('listitem')).toHaveCount(1);

  const dialog = page.getByRole('dialog', { name: 'Folders of the history' });
  await test.step('the folders of no project are told with their sessions', async () => {
    await command(page, 'folders of the history');
    await expect(dialog.getByText('3 sessions in 2 folders are of no project')).toBeVisible();
    await expect(dialog.getByText('/home/ada/old garden', { exact: true })).toBeVisible();
    await expect(dialog.getByText('/home/ada/old garden/beds')).toHaveCount(0);
    await inBothThemes(page, 'the folders of the history');
    await shot(page, 'folders');
  });

  await test.step('with the keyboard alone one of them becomes the project, with what lies in it', async () => {
    await dialog.getByRole('button', { name: '/home/ada/old garden is now…' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('tidy');
    await page.keyboard.press('Enter');
    const said = dialog.getByRole('region', { name: 'Said by you' });
    await expect(said.getByText(/is now .*tidy-garden · 2 sessions/)).toBeVisible();
    await expect(dialog.getByText('1 session in 1 folder is of no project')).toBeVisible();
    await inBothThemes(page, 'what was said about folders');
    await shot(page, 'said');
    await page.keyboard.press('Escape');
    await expect(found.getByRole('listitem')).toHaveCount(3);
  });

  await test.step('a folder that is not there is refused where it was asked for', async () => {
    await page.getByRole('button', { name: 'More for the history' }).click();
    await page.getByRole('menuitem', { name: 'Folders of the history…' }).click();
    await dialog.getByRole('button', { name: '/home/ada/orchard is now…' }).click();
    await page.getByRole('menuitem', { name: 'Another folder…' }).click();
    await dialog.getByRole('textbox', { name: 'orchard is now the folder' }).fill('/nowhere/at all');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('There is no such folder.')).toBeVisible();
    await shot(page, 'refused');
  });

  await test.step('it is taken back', async () => {
    await dialog.getByRole('button', { name: 'Take back: /home/ada/old garden' }).click();
    await expect(dialog.getByText('3 sessions in 2 folders are of no project')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(found.getByRole('listitem')).toHaveCount(1);
    await search.fill('project:_unassociated');
    await expect(found.getByRole('listitem')).toHaveCount(3);
  });
});

/** No word twice: to make them findable takes far longer than a click, on any machine. */
function manyWords(session: number, prompt: number): string {
  const first = (session * 12 + prompt) * 1_000;
  return Array.from(
    { length: 1_000 },
    (_, n) => `w${(((first + n) * 2_654_435_761) >>> 0).toString(36)}`,
  ).join(' ');
}

test('a long reading shows how far it is, is stopped, and goes on from there', async ({ desk }) => {
  test.setTimeout(240_000);
  const { workspace } = desk;
  const SESSIONS = 400;
  // Nothing is read but what is asked for here.
  const settings = { version: 1, history: { ingest: false, is_asked: true } };
  await mkdir(workspace.data, { recursive: true, mode: 0o700 });
  await writeFile(join(workspace.data, 'settings.json'), JSON.stringify(settings));
  for (let n = 0; n < SESSIONS; n += 1)
    await writeTranscript(workspace, {
      id: `${String(n).padStart(8, '0')}-aaaa-4aaa-8aaa-000000000003`,
      daysAgo: 1 + (n % 20),
      prompts: Array.from({ length: 12 }, (_, at) =>
        at === 0 ? 'Measure the polygon' : `Look at island ${at}`,
      ),
      answer: (at) => manyWords(n, at),
    });
  const { page } = await desk.start({ project: workspace.project });
  await expect(page).toHaveTitle(/tidy-garden/);
  await command(page, 'read the history');
  const dialog = page.getByRole('dialog', { name: 'Read the history' });
  const read = dialog.getByRole('button', { name: 'Read what is new' });
  await read.click();
  const patience = { timeout: 90_000 };
  await dialog
    .getByText(new RegExp(`^[1-9]\\d* of ${SESSIONS} sessions · .* of [\\d.]+ MB`))
    .waitFor(patience);
  await dialog.getByRole('button', { name: 'Stop reading' }).click();
  const told = dialog.getByText(new RegExp(`^Stopped: \\d+ of ${SESSIONS} sessions read`));
  await expect(told).toBeVisible(patience);
  const stopped = Number(/\d+/.exec((await told.textContent()) ?? '')?.[0]);
  expect(stopped).toBeGreaterThan(0);
  expect(stopped).toBeLessThan(SESSIONS);

  await read.click();
  // Only what was left: nothing is read twice.
  await expect(
    dialog.getByText(`${SESSIONS} sessions found, ${SESSIONS - stopped} read last time`),
  ).toBeVisible({ timeout: 150_000 });
  await page.keyboard.press('Escape');
  await command(page, 'go to History');
  await page.getByRole('combobox', { name: 'Search the history' }).fill('polygon');
  await expect(page.getByText(`${SESSIONS} hits in ${SESSIONS} sessions`)).toBeVisible();
});
