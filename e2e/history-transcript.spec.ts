import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { cardOf, writeLines } from './beads';
import { GARDEN } from './garden';
import { command } from './palette';
import { expect, test } from './shell';
import { shotsOf } from './shots';
import { appendTranscript, transcriptPath, writeTranscript } from './transcripts';
import type { Workspace } from './workspace';

const ISLANDS = '11111111-aaaa-4aaa-8aaa-000000000001';
const ROSES = '22222222-aaaa-4aaa-8aaa-000000000002';
/** Both were written by the real CLI. */
const AGENTS = '11111111-1111-4111-8111-111111111106';
const BRANCHES = 'two-processes-one-session-branches';
const RECORDED = fileURLToPath(new URL('../src-shared/domain/transcript/testdata/claude/', import.meta.url));

const transcriptOf = (page: Page) => page.getByRole('region', { name: 'Transcript', exact: true });
const found = (page: Page) => page.getByRole('list', { name: 'Sessions found' });

async function openHistory(page: Page, sessions: number): Promise<void> {
  await expect(page).toHaveTitle(/tidy-garden/);
  await command(page, 'go to History');
  await expect(found(page).getByRole('listitem')).toHaveCount(sessions);
}

async function copyRecorded(workspace: Workspace): Promise<void> {
  const folder = dirname(transcriptPath(workspace, AGENTS));
  await mkdir(folder, { recursive: true });
  await cp(join(RECORDED, 'subagents'), folder, { recursive: true });
  await cp(join(RECORDED, `${BRANCHES}.jsonl`), transcriptPath(workspace, ISLANDS));
}

test('a transcript is narrowed to a tool, its sub-agents and its branches are opened', async ({ desk }) => {
  await copyRecorded(desk.workspace);
  const shot = shotsOf(desk, 'threads');
  const { page } = await desk.start({ project: desk.workspace.project });
  await openHistory(page, 2);
  const transcript = transcriptOf(page);
  const items = transcript.getByRole('region', { name: 'What was said' }).getByRole('listitem');

  await test.step('one tool alone, with the prompts it belongs to', async () => {
    await found(page)
      .getByRole('button', { name: /How many files/ })
      .click();
    await transcript.getByRole('button', { name: /^\d+ tool calls?$/ }).click();
    await page.getByRole('menuitem', { name: /^Agent/ }).click();
    await expect(transcript.getByText('Other tools hidden')).toBeVisible();
    await expect(transcript.getByRole('button', { name: 'Agent only' })).toBeVisible();
    await shot(page, 'one-tool');
    await transcript.getByRole('button', { name: 'Agent only' }).click();
    await page.getByRole('menuitem', { name: 'Everything' }).click();
    await expect(transcript.getByText('Tools folded')).toBeVisible();
  });

  await test.step('a link to a message, pasted into the palette, leads back to it', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.body.dataset['copied'] = text;
      };
    });
    await items.last().hover();
    await items.last().getByRole('button', { name: 'Copy a link to this message' }).click();
    const link = await page.evaluate(() => document.body.dataset['copied'] ?? '');
    expect(link).toMatch(desk.shell === 'electron' ? /^#\/history\/\/\S+$/ : /^http:\S+\/#\/history\/\/\S+$/);
    await command(page, 'go to Board');
    await expect(transcript).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run' }).fill(link);
    await page.getByRole('option', { name: 'Go to this place in History' }).click();
    await expect(transcript.getByRole('button', { name: /^Open the thread of / }).first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${link.slice(link.indexOf('#'))}$`));
  });

  await test.step('the thread of a sub-agent, from the call that began it and back', async () => {
    const open = transcript.getByRole('button', { name: /^Open the thread of / }).first();
    await open.click();
    // The address is that of the thread: it can be kept and opened again.
    await expect(page).toHaveURL(/\/a[0-9a-f]{16}$/);
    await expect(transcript.getByText('Claude asks').first()).toBeVisible();
    await expectAccessible(page, 'the thread of a sub-agent');
    await shot(page, 'sub-agent');
    await transcript.getByRole('button', { name: 'The session' }).click();
    await expect(open).toBeVisible();
    await transcript.getByRole('button', { name: /^2 sub-agents/ }).click();
    await expect(page.getByRole('menuitem', { name: /messages?$/ })).toHaveCount(2);
    await page.keyboard.press('Escape');
  });

  await test.step('a branch the session went on without, shown and hidden', async () => {
    await found(page)
      .getByRole('button', { name: /Say one|one from|one/ })
      .first()
      .click();
    const before = await items.count();
    await transcript.getByRole('button', { name: '1 branch' }).click();
    await page.getByRole('menuitem', { name: /^2 messages/ }).click();
    await expect(transcript.getByText('two from print')).toBeVisible();
    await expect(transcript.getByText('on a branch').first()).toBeAttached();
    await shot(page, 'branch');
    await transcript.getByRole('button', { name: '1 branch' }).click();
    await page.getByRole('menuitem', { name: 'Hide the branches' }).click();
    await expect(items).toHaveCount(before);
  });
});

test('a search is kept, what is told follows the session, two sessions of a bead stand side by side', async ({
  desk,
}) => {
  const { workspace } = desk;
  await writeLines(workspace.project, GARDEN);
  const answer = (at: number) => `Island ${at} agrees.`;
  await writeTranscript(workspace, { id: ISLANDS, daysAgo: 1, prompts: ['Look at the islands'], answer });
  await writeTranscript(workspace, {
    id: ROSES,
    daysAgo: 2,
    prompts: ['Prune the roses', 'And the rest'],
    answer,
  });
  const shot = shotsOf(desk, 'compare');
  const { page } = await desk.start({ project: workspace.project });
  await openHistory(page, 2);
  const transcript = transcriptOf(page);
  const search = page.getByRole('combobox', { name: 'Search the history' });

  await test.step('a search is kept, chosen again, and forgotten', async () => {
    await search.fill('roses since:30d');
    await page.getByRole('button', { name: 'Save this search' }).click();
    await search.fill('');
    await page.reload();
    await page.getByRole('button', { name: 'Saved searches' }).click();
    await page.getByRole('menuitem', { name: 'roses since:30d' }).click();
    await expect(search).toHaveValue('roses since:30d');
    await expect(found(page).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Forget this search' }).click();
    await page.getByRole('button', { name: 'Saved searches' }).click();
    await expect(page.getByText('No saved searches yet')).toBeVisible();
    await page.keyboard.press('Escape');
    await search.fill('');
  });

  await test.step('both are linked to a bead', async () => {
    for (const name of [/Prune the roses/, /Look at the islands/]) {
      await found(page).getByRole('button', { name }).click();
      await transcript.getByRole('button', { name: 'More about this session' }).click();
      await page.getByRole('menuitem', { name: 'Link to a bead…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Link to a bead' });
      await dialog.getByRole('textbox', { name: 'Bead' }).fill('garden-1');
      await dialog.getByRole('button', { name: 'Link', exact: true }).click();
      await expect(transcript.getByRole('button', { name: 'garden-1' })).toBeVisible();
    }
  });

  await test.step('what is told of a session follows what is written on', async () => {
    await transcript.getByRole('tab', { name: 'Summary' }).click();
    await expect(transcript.getByText('1 of yours, 1 of Claude')).toBeVisible();
    await appendTranscript(workspace, ISLANDS, 'One more island rises');
    await expect(transcript.getByText('2 of yours, 1 of Claude')).toBeVisible();
    await expect(transcript.getByText('The last prompt has no answer yet.')).toBeVisible();
  });

  await test.step('from the bead they are compared, figure by figure and word by word', async () => {
    await command(page, 'go to board');
    await cardOf(page, 'garden-1').click();
    const bead = page.getByRole('complementary', { name: 'Bead' });
    await expect(bead.getByText(/^2 sessions · .*tokens/)).toBeVisible();
    await expect(bead.getByText('Prune the roses', { exact: true }).last()).toBeVisible();
    await bead.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('heading', { name: 'Compare the sessions of garden-1' })).toBeVisible();
    const one = page.getByRole('region', { name: 'First session' });
    const other = page.getByRole('region', { name: 'Second session' });
    await expect(one.getByText('Prune the roses')).not.toHaveCount(0);
    await expect(other.getByText('One more island rises')).toBeVisible();
    await expectAccessible(page, 'two sessions side by side');
    await shot(page, 'side-by-side');
  });
});
