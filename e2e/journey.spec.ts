import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { cardIn, cardOf } from './beads';
import { chooseSeat, type Seat, trust } from './claude-seat';
import { bdTracker, fileTracker, type GardenTracker } from './garden-tracker';
import { tabTo } from './keys';
import { command } from './palette';
import { test } from './scripted-model';
import { expect } from './shell';
import { shotsOf } from './shots';
import { runCli } from './web-shell';

const BEAD = 'garden-2';
const TITLE = 'Mend the fence';
/** A start of the real Claude on a loaded machine. */
const slow = { timeout: 90_000 };
const bash = (command: string) => ({
  type: 'tool_use',
  name: 'Bash',
  input: { command, description: 'Work' },
});

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Session' });
const threadOf = (panel: Locator) => panel.getByRole('region', { name: 'Conversation' });

async function allow(panel: Locator, asked: string) {
  const card = panel.getByRole('group', { name: /^Claude asks to/ });
  await expect(card).toContainText(asked, slow);
  await card.getByRole('button', { name: 'Allow once' }).click();
  await expect(panel.getByRole('group', { name: /^Claude asks to/ }).filter({ hasText: asked })).toHaveCount(
    0,
  );
}

/** Letters are keys only where no field has the focus. */
const leaveFields = (panel: Locator) => panel.getByRole('tab', { name: 'Chat' }).focus();

const WAYS: readonly { readonly name: string; readonly seat: Seat; readonly tracker: () => GardenTracker }[] =
  [
    { name: 'streamed, beads in a file', seat: 'stream', tracker: fileTracker },
    { name: 'in its terminal, beads in bd where there is one', seat: 'pty', tracker: bdTracker },
  ];

for (const { name, seat, tracker: choose } of WAYS)
  test(`from a ready card to a reviewed bead, with a pause, a quit and a hand-off between: ${name}`, async ({
    desk,
    model: api,
  }) => {
    test.setTimeout(420_000);
    const { project } = desk.workspace;
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', project, ...args], { encoding: 'utf8' }).trim();
    const shot = shotsOf(desk, seat);
    const tracker = choose();
    chooseSeat(desk.workspace, seat);
    await tracker.make(desk.workspace);
    const fence = join(project, 'fence.txt');
    let app = await desk.start({ project });
    let { page } = app;

    await test.step('Start Work by keyboard: the card, S, Enter', async () => {
      await trust(page);
      await api.script([
        { blocks: [{ type: 'text', text: 'The third board is loose.' }, bash('echo mended > fence.txt')] },
        { blocks: [bash('git add fence.txt && git commit -q -m "Mend the third board"')] },
        { text: 'The third board holds. The gate is left to do.' },
      ]);
      await expect(cardIn(page, 'Ready', BEAD)).toBeVisible();
      await tabTo(page, cardOf(page, BEAD));
      await page.keyboard.press('s');
      const dialog = page.getByRole('dialog', { name: `Start work on ${BEAD}` });
      const branch = dialog.getByRole('textbox', { name: 'Branch name' });
      await expect(branch).toHaveValue('bug/garden-2-mend-the-fence');
      await expect(branch).toBeFocused();
      await shot(page, 'claim');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden(slow);
      await expect(panelOf(page).getByRole('textbox', { name: 'Prompt' })).toBeFocused();
      await expect.poll(async () => (await tracker.read(BEAD))?.['status']).toBe('in_progress');
      expect(git('branch', '--show-current')).toBe('bug/garden-2-mend-the-fence');
    });

    await test.step('permission, edits, a commit', async () => {
      const panel = panelOf(page);
      await expect(panel.getByRole('group', { name: /^Claude asks to/ })).toContainText('echo mended', slow);
      await expect(cardIn(page, 'In progress', BEAD)).toContainText('Needs an answer');
      await shot(page, 'permission');
      await allow(panel, 'echo mended');
      await allow(panel, 'git commit');
      await expect(threadOf(panel).getByText('The third board holds.')).toBeVisible(slow);
      expect(git('log', '-1', '--format=%s')).toBe('Mend the third board');
      await expect(panel.getByRole('button', { name: /^Stop/ })).toBeHidden();
      await shot(page, 'committed');
    });

    await test.step('pause by key, and quit the app', async () => {
      const panel = panelOf(page);
      await leaveFields(panel);
      await page.keyboard.press('p');
      await expect(panel.getByRole('button', { name: /^Resume…/ })).toBeVisible(slow);
      await expect(cardOf(page, BEAD)).toContainText('Paused by you');
      await shot(page, 'paused');
      await app.close();
    });

    await test.step('meanwhile somebody commits, edits a file and changes the bead', async () => {
      appendFileSync(fence, 'and painted\n');
      git('-c', 'user.name=Bo', '-c', 'user.email=bo@example.org', 'commit', '-q', '-am', 'Paint it too');
      appendFileSync(join(project, 'README.md'), 'Mind the gate.\n');
      await tracker.change(BEAD, { priority: 1, comment: { author: 'bo', text: 'Use screws, not nails.' } });
    });

    await test.step('the app starts again, and Resume says what changed', async () => {
      app = await desk.start({ project });
      page = app.page;
      const panel = panelOf(page);
      await expect(panel.getByRole('button', { name: /^Resume…/ })).toBeVisible(slow);
      await leaveFields(panel);
      await page.keyboard.press('r');
      const dialog = page.getByRole('dialog', { name: `Resume “${TITLE}”` });
      await expect(dialog.getByText(/^Ready to resume: transcript, folder and branch/)).toBeVisible();
      const facts = dialog.getByRole('region', { name: 'Changed since' }).getByRole('listitem');
      await expect(facts).toContainText([
        'garden-2 went from P0 to P1',
        'New comment: “Use screws, not nails.”bo, ',
        'Paint it tooBo, ',
        /1 of 1 touched files changed: fence\.txt\+1 −0/,
        /1 other file changed: README\.md\+1 −0/,
      ]);
      await expect(dialog.getByText('Claude said last')).toBeVisible();
      const prompt = dialog.getByRole('textbox', { name: 'Claude will read' });
      await expect(prompt).toHaveValue(
        /its priority is P1 now, it was P0[\s\S]*bo wrote: Use screws[\s\S]*Paint it too/,
      );
      await expectAccessible(page, 'the resume dialog');
      await shot(page, 'resume');
      await api.script([{ text: 'I read it again. Screws it is.' }]);
      await page.keyboard.press('Control+Enter');
      await expect(threadOf(panel).getByText('Screws it is.')).toBeVisible(slow);
      // What Claude was told is what stood in the dialog.
      await expect(
        threadOf(panel).getByText(/files changed outside the session: README\.md, fence\.txt/),
      ).toBeVisible();
      await expect(panel.getByRole('button', { name: /^Stop/ })).toBeHidden();
      await shot(page, 'resumed');
    });

    await test.step('hand off with a note, and the next session begins with it', async () => {
      const panel = panelOf(page);
      await leaveFields(panel);
      await command(page, 'Hand off this session');
      const dialog = page.getByRole('dialog', { name: `Hand off “${TITLE}”` });
      const note = dialog.getByRole('textbox', { name: 'Note for the next session' });
      await expect(note).toHaveValue(
        /## Goal[\s\S]*## State[\s\S]*## Decisions[\s\S]*## Files[\s\S]*fence\.txt[\s\S]*## Open points[\s\S]*## Next step/,
      );
      await expectAccessible(page, 'the hand-off dialog');
      await shot(page, 'hand-off');
      await note.fill(`${await note.inputValue()}\n- Hang the gate.`);
      await api.script([{ blocks: [bash('echo hung > gate.txt')] }, { text: 'The gate hangs.' }]);
      await page.keyboard.press('Control+Enter');
      await expect(dialog).toBeHidden(slow);
      await allow(panel, 'echo hung');
      await expect(threadOf(panel).getByText('The gate hangs.')).toBeVisible(slow);
      await expect(panel.getByText(/2nd of 2/)).toBeVisible();
      await expect(panel.getByRole('button', { name: /^Stop/ })).toBeHidden();
      await shot(page, 'handed-off');
    });

    await test.step('end: the bead goes to review with the log, the open file is committed', async () => {
      const panel = panelOf(page);
      await leaveFields(panel);
      await page.keyboard.press('e');
      const dialog = page.getByRole('dialog', { name: `End “${TITLE}”?` });
      await expect(dialog.getByRole('checkbox', { name: `Move ${BEAD} to in review` })).toBeChecked();
      const log = dialog.getByRole('textbox', { name: /^Execution log/ });
      await expect(log).toHaveValue(/### Session [0-9a-f]{8}[\s\S]*The gate hangs\.[\s\S]*\*\*Used\*\*/);
      await expect(dialog.getByText('2 files are not committed')).toBeVisible();
      await dialog.getByRole('radio', { name: 'Commit' }).click();
      await dialog.getByRole('textbox', { name: 'Commit message' }).fill('Hang the gate');
      await expectAccessible(page, 'the end dialog');
      await shot(page, 'end');
      await page.keyboard.press('Control+Enter');
      await expect(dialog).toBeHidden(slow);
      await expect.poll(async () => (await tracker.read(BEAD))?.['status']).toBe('in_review');
      expect(await tracker.read(BEAD)).toMatchObject({
        status: 'in_review',
        notes: expect.stringMatching(/### Session[\s\S]*The gate hangs\./),
      });
      expect(git('log', '-1', '--format=%s')).toBe('Hang the gate');
      expect(existsSync(join(project, 'gate.txt')) && readFileSync(fence, 'utf8')).toContain('and painted');
      // A closed session has nothing to end.
      await leaveFields(panel);
      await page.keyboard.press('e');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await shot(page, 'in-review');
    });

    await test.step('the chain with its cost: in the session, on the bead, in the history, on the command line', async () => {
      const panel = panelOf(page);
      await panel.getByRole('tab', { name: 'About' }).click();
      const chain = panel.getByRole('region', { name: 'Chain' });
      await expect(chain.getByRole('listitem')).toContainText([/handed off/, /done/]);
      await expect(chain).toContainText(/2 sessions · .*tokens.*\$\d/);
      await shot(page, 'chain');
      await panel.getByRole('button', { name: BEAD, exact: true }).click();
      const onBead = page.getByRole('region', { name: 'Sessions of this bead' });
      await expect(onBead.getByRole('listitem')).toHaveCount(2);
      await expect(onBead).toContainText(/2 sessions/);
      await shot(page, 'bead');
      const told = await runCli(desk.workspace, ['sessions', 'chain', BEAD, '--json', '--project', project]);
      const { sessions } = JSON.parse(told.stdout) as {
        sessions: { outcome: string; stats: { cost_micro_usd: number } }[];
      };
      expect(sessions.map(({ outcome }) => outcome)).toEqual(['handoff', 'done']);
      for (const { stats } of sessions) expect(stats.cost_micro_usd).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Close panel' }).click();
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^History/ })
        .click();
      await page.getByRole('combobox', { name: 'Search the history' }).fill(`bead:${BEAD}`);
      const found = page.getByRole('list', { name: 'Sessions found' }).getByRole('button');
      await expect(found).toHaveCount(2, slow);
      for (const row of await found.all()) await expect(row).toContainText(/garden-2.*\$\d/);
      await shot(page, 'history');
      await found.first().click();
      const transcript = page.getByRole('region', { name: 'Transcript' });
      await transcript.getByRole('tab', { name: 'Cost' }).click();
      const inHistory = transcript.getByRole('region', { name: 'Chain' });
      await expect(inHistory.getByRole('listitem')).toContainText([/handed off/, /done/]);
      await expect(inHistory).toContainText(/2 sessions · .*tokens.*\$\d/);
      await expectAccessible(page, 'the chain in the history');
      await shot(page, 'history-chain');
    });
  });
