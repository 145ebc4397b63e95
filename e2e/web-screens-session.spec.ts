import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cardOf, writeLines } from './beads';
import { chooseSeat } from './claude-seat';
import { GARDEN } from './garden';
import { tabTo } from './keys';
import { command } from './palette';
import { expectScreen, moving } from './screens';
import { findClaude, test } from './scripted-model';
import { type Desk, expect } from './shell';
import { stillWindow } from './still-window';
import { makeTerminalProgram } from './terminal-program';

// A failure shows both pictures and what differs; a trace of a hundred of them costs more than it tells.
test.use({ trace: 'off' });

const SIZE = { width: 1200, height: 750 };

/** A start of the real Claude on a loaded machine. */
const slow = { timeout: 90_000 };

/** As the system does when memory runs out: Claude of this desk, and nobody else's. */
function killClaude({ workspace }: Desk): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [words = '', around = ''] = ['cmdline', 'environ'].map((name) =>
        readFileSync(join('/proc', pid, name), 'utf8'),
      );
      if (words.startsWith(findClaude() ?? '-') && around.includes(workspace.root))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Gone meanwhile, or not ours to look at.
    }
  }
}

/** What Claude has on the disk: the rest is lost when it is killed. */
function transcripts({ workspace }: Desk): string {
  const folder = join(workspace.home, '.claude', 'projects');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

async function closeDialog(page: Page) {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a session: claimed, asked, told, changed, failed, crashed, resumed, handed off, ended, deleted', async ({
  desk,
  model: api,
}) => {
  test.setTimeout(300_000);
  const { project } = desk.workspace;
  // What was used today is counted when the history is read, at its leisure.
  chooseSeat(desk.workspace, 'stream', { history: { ingest: false } });
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project, tab: stillWindow(desk.workspace, SIZE) });
  const panel = page.getByRole('complementary', { name: 'Session' });
  const thread = panel.getByRole('region', { name: 'Conversation' });
  const prompt = panel.getByRole('textbox', { name: 'Prompt' });
  await expect(cardOf(page, 'garden-2')).toBeVisible();
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await command(page, 'trust this project');
  await page.getByRole('button', { name: 'Trust project' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await test.step('claimed', async () => {
    const content = '# The fence\n\nThe third board is loose.\n';
    const write = {
      type: 'tool_use',
      name: 'Write',
      input: { file_path: join(project, 'fence.md'), content },
    };
    await api.script([
      { blocks: [{ type: 'text', text: 'The **third board** is loose.\n\n- screws\n- a plank' }, write] },
      { text: 'It holds. The gate is left to do.' },
    ]);
    await tabTo(page, cardOf(page, 'garden-2'));
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Start work on garden-2' });
    await expect(dialog.getByRole('textbox', { name: 'Branch name' })).toBeFocused();
    await expectScreen(page, 'claim');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden(slow);
  });

  await test.step('asked', async () => {
    const card = panel.getByRole('group', { name: /^Claude asks to/ });
    await expect(card).toContainText('fence.md', slow);
    // Whether the composer still has the focus is no part of this picture.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await expectScreen(page, 'chat-permission');
    // What stands still on every screen here would move for a person who likes that.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(() => moving(page)).not.toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await card.getByRole('button', { name: /^Deny…/ }).click();
    const instead = card.getByRole('textbox', { name: 'What Claude should do instead' });
    await expect(instead).toBeFocused();
    await expectScreen(page, 'chat-deny');
    await page.keyboard.press('Escape');
    await expect(instead).toHaveCount(0);
    await panel.getByRole('button', { name: 'Close panel' }).click();
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices).toContainText('Claude asks to');
    await expectScreen(page, 'notice');
    await notices.getByRole('button', { name: 'Open' }).click();
    await card.getByRole('button', { name: 'Allow once' }).click();
    await expect(thread.getByText('It holds. The gate is left to do.')).toBeVisible(slow);
    await expect(panel.getByRole('button', { name: /^Stop/ })).toBeHidden();
    await thread
      .getByRole('button', { name: /fence\.md/ })
      .first()
      .click();
    // What it cost is counted a moment after the turn.
    await expect(panel.getByText(/\$\d/).first()).toBeVisible();
    await expect(cardOf(page, 'garden-2')).toContainText('$');
    await expectScreen(page, 'chat');
    await page.setViewportSize({ ...SIZE, width: 800 });
    await expectScreen(page, 'chat-800');
    await page.setViewportSize(SIZE);
    await command(page, 'focus mode');
    await expect(page.getByRole('region', { name: 'Beside the chat' })).toBeVisible();
    // Where the focus went is told by the journey of the focus mode.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await expectScreen(page, 'chat-focus');
    await command(page, 'focus mode');
    await expect(page.getByRole('region', { name: 'Beside the chat' })).toHaveCount(0);
  });

  await test.step('its parts', async () => {
    await panel.getByRole('tab', { name: 'Changes' }).click();
    await expect(panel.getByRole('region', { name: 'Changed files' })).toContainText('third board');
    await expectScreen(page, 'changes');
    await panel.getByRole('tab', { name: 'About' }).click();
    await expectScreen(page, 'session-about');
    await panel.getByRole('tab', { name: 'Chat' }).click();
  });

  await test.step('failed, and crashed', async () => {
    const error = { status: 400, type: 'invalid_request_error', message: 'The fence is too long' };
    await api.script([{ error }, { blocks: [{ type: 'text', text: 'Half a sen' }, { type: 'hold' }] }]);
    await prompt.fill('And the gate?');
    await prompt.press('Enter');
    await expect(thread.getByText(/The fence is too long/).first()).toBeVisible(slow);
    await expect(panel.getByRole('button', { name: /^Stop/ })).toBeHidden();
    await expectScreen(page, 'chat-error');
    await prompt.fill('Once more');
    await prompt.press('Enter');
    await expect(thread.getByText('Half a sen')).toBeVisible(slow);
    await expect.poll(() => transcripts(desk), slow).toContain('Once more');
    killClaude(desk);
    await expect(panel.getByRole('button', { name: /^Resume…/ }).first()).toBeVisible(slow);
    await expect(thread.getByText('Once more')).toBeVisible(slow);
    await expectScreen(page, 'chat-crashed');
  });

  await test.step('resumed, handed off, ended, deleted', async () => {
    await panel.getByRole('tab', { name: 'Chat' }).focus();
    await page.keyboard.press('r');
    const resume = page.getByRole('dialog', { name: /^Resume/ });
    await expect(resume.getByText(/^Ready to resume/)).toBeVisible();
    await expectScreen(page, 'resume');
    await closeDialog(page);
    await command(page, 'hand off this session');
    await expect(
      page
        .getByRole('dialog', { name: /^Hand off/ })
        .getByRole('textbox')
        .first(),
    ).not.toHaveValue('');
    await expectScreen(page, 'hand-off');
    await closeDialog(page);
    await command(page, 'end this session');
    const end = page.getByRole('dialog', { name: /^End/ });
    await expect(end.getByRole('textbox', { name: /^Execution log/ })).not.toHaveValue('');
    await expectScreen(page, 'end');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0, slow);
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0);
    await expectScreen(page, 'session-ended');
    await panel.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Move to trash…' }).click();
    await expect(page.getByRole('dialog', { name: /to the trash/ })).toBeVisible();
    await expectScreen(page, 'delete');
  });
});

test('a terminal', async ({ desk }) => {
  const { data, env, project, root } = desk.workspace;
  env['BEADS_CONSOLE_CLAUDE'] = await makeTerminalProgram(root);
  mkdirSync(data, { recursive: true });
  const settings = { version: 1, claude: { seat: 'pty' }, tour: { is_done: true } };
  writeFileSync(join(data, 'settings.json'), JSON.stringify(settings));
  const { page } = await desk.start({ project, tab: stillWindow(desk.workspace, SIZE) });
  await expect(page).toHaveTitle(/tidy-garden/);
  await command(page, 'new session');
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Make a bed');
  await dialog.getByRole('button', { name: 'Keep as a draft' }).click();
  const panel = page.getByRole('complementary', { name: 'Session' });
  await expectScreen(page, 'session-draft');
  await panel.getByRole('textbox', { name: 'Prompt' }).fill('Make a bed');
  await panel.getByRole('textbox', { name: 'Prompt' }).press('Enter');
  await panel.getByRole('tab', { name: 'Terminal' }).click();
  await expect(page.locator('.xterm-rows')).toContainText('ready', slow);
  await page.getByRole('textbox', { name: 'Terminal input' }).focus();
  await page.keyboard.press('h');
  await expect(page.locator('.xterm-rows')).toContainText('true green', slow);
  // What is in it is the program's, and comes in its own time.
  await expectScreen(page, 'terminal', { mask: [page.locator('.xterm-screen')] });
});
