import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './axe';
import { chooseSeat, trust } from './claude-seat';
import { test } from './scripted-model';
import { type Desk, expect } from './shell';
import { shotsOf } from './shots';

/** The window with a trusted project and a draft open in it. */
async function openDraft(desk: Desk, title: string) {
  // Letter by letter, and with thinking.
  chooseSeat(desk.workspace, 'stream');
  const { page } = await desk.start({ project: desk.workspace.project });
  await trust(page);
  await page.getByRole('navigation').getByRole('button', { name: 'New session' }).click();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('button', { name: 'Keep as a draft' }).click();
  await expect(dialog).toBeHidden();
  const panel = page.getByRole('complementary', { name: 'Session' });
  const prompt = panel.getByRole('textbox', { name: 'Prompt' });
  await expect(prompt).toBeVisible();
  return { page, panel, prompt };
}

test('a conversation: start, a question, a queued prompt, a stop, pause and resume', async ({
  desk,
  model: api,
}) => {
  const { page, panel, prompt } = await openDraft(desk, 'Make a bed');
  const thread = panel.getByRole('region', { name: 'Conversation' });
  const made = join(desk.workspace.project, 'made.txt');

  await test.step('the first prompt starts Claude, which asks', async () => {
    const command = `touch made.txt && printf '${HOSTILE}'`;
    const bash = { type: 'tool_use', name: 'Bash', input: { command, description: 'Dig' } };
    await api.script([
      { blocks: [{ type: 'text', text: 'I will **dig** <img src=x onerror=alert(1)>' }, bash] },
      { blocks: [{ type: 'text', text: 'It is ' }, { type: 'hold' }, { type: 'text', text: 'there.' }] },
      { text: 'And watered.' },
    ]);
    await prompt.fill('Make a bed');
    await prompt.press('Enter');
    const card = panel.getByRole('group', { name: 'Claude asks to run a command' });
    await expect(card).toContainText('touch made.txt', { timeout: 90_000 });
    await expect(prompt).toBeFocused();
    await expect(thread.locator('strong')).toHaveText('dig');
    await expect(thread.locator('img')).toHaveCount(0);
    await expectAccessible(page, 'a question in the chat');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'a question in the chat, dark');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(existsSync(made)).toBe(false);
  });

  await test.step('who waits is said in the title, the sidebar and, away from the chat, in a notice', async () => {
    await expect(page).toHaveTitle(/^\(1\) /);
    const sidebar = page.getByRole('navigation');
    await expect(sidebar.getByRole('region', { name: 'Needs you' })).toContainText('asks');
    await panel.getByRole('button', { name: 'Close panel' }).click();
    const notice = page.getByRole('region', { name: 'Notifications' });
    await expect(notice).toContainText('Claude asks to run a command');
    await notice.getByRole('button', { name: 'Open' }).click();
    await expect(panel.getByRole('group', { name: 'Claude asks to run a command' })).toBeVisible();
    await expect(notice.getByText('Claude asks to run a command')).toHaveCount(0);
  });

  await test.step('a reload of the window finds the question again', async () => {
    await page.reload();
    const card = panel.getByRole('group', { name: 'Claude asks to run a command' });
    await card.getByRole('button', { name: 'Allow once' }).click();
    await expect(card).toBeHidden();
    await expect(thread.getByText('It is')).toBeVisible();
    await expect(page).not.toHaveTitle(/^\(/);
    expect(existsSync(made)).toBe(true);
  });

  await test.step('a prompt waits for the turn to end, and can be taken back', async () => {
    await prompt.fill('water <b>it</b>');
    await prompt.press('Enter');
    const queue = panel.getByRole('list', { name: 'Queued prompts' });
    await expect(queue).toContainText('water <b>it</b>');
    await queue.getByRole('button', { name: 'Edit the queued prompt' }).click();
    await expect(prompt).toHaveValue('water <b>it</b>');
    await expect(queue).toBeHidden();
    await prompt.press('Enter');
    await expect(queue).toBeVisible();
    await api.release();
    await expect(thread.getByText('And watered.')).toBeVisible();
    await expect(queue).toBeHidden();
  });

  await test.step('nothing is shown twice, and the record is what was streamed', async () => {
    await page.reload();
    await expect(thread.getByText('And watered.')).toHaveCount(1);
    await expect(thread.getByText('there.')).toHaveCount(1);
    await expect(thread.getByText('water <b>it</b>')).toHaveCount(1);
    await expect(thread.getByRole('button', { name: /Ran touch made\.txt/ })).toHaveCount(1);
  });

  await test.step('markup and escape sequences in the output of a tool do nothing but display', async () => {
    await thread.getByRole('button', { name: /Ran touch made\.txt/ }).click();
    await expect(thread.locator('pre', { hasText: '<script>' }).last()).toContainText('<img src=x');
    await expect(thread.locator('img, script, a, iframe')).toHaveCount(0);
    await expect(page).not.toHaveTitle(/hurt/);
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
  });

  await test.step('Esc stops the turn and keeps what was said', async () => {
    await api.script([
      { blocks: [{ type: 'text', text: 'Half a sen' }, { type: 'hold' }] },
      { text: 'Whole.' },
    ]);
    await prompt.fill('go on');
    await prompt.press('Enter');
    await expect(thread.getByText('Half a sen')).toBeVisible();
    await prompt.press('Escape');
    await expect(panel.getByRole('button', { name: /^Stop/ })).toBeHidden();
    await expect(thread.getByText('The turn was stopped').first()).toBeVisible();
  });

  await test.step('pause and resume from the bar', async () => {
    await panel.getByRole('button', { name: 'Pause Make a bed' }).click();
    await panel.getByRole('button', { name: /^Resume…/ }).click({ timeout: 90_000 });
    const resuming = page.getByRole('dialog', { name: 'Resume “Make a bed”' });
    await expect(resuming.getByText(/^Ready to resume/)).toBeVisible();
    await expectAccessible(page, 'resume');
    // What is typed may be left out: it goes on without a word.
    await resuming.getByRole('textbox', { name: 'Claude will read' }).fill('');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('button', { name: 'Pause Make a bed' })).toBeVisible({ timeout: 90_000 });
    await expect(thread.getByText('And watered.')).toHaveCount(1);
  });

  await test.step('a resume that cannot work says why, and offers a fresh session in the chain', async () => {
    await panel.getByRole('button', { name: 'Pause Make a bed' }).click();
    await expect(panel.getByRole('button', { name: /^Resume…/ })).toBeVisible({ timeout: 90_000 });
    rmSync(join(desk.workspace.home, '.claude', 'projects'), { recursive: true });
    await panel.getByRole('button', { name: /^Resume…/ }).click();
    const resuming = page.getByRole('dialog', { name: 'Resume “Make a bed”' });
    await expect(resuming.getByRole('status')).toContainText('transcript of this session is gone');
    await resuming.getByRole('button', { name: 'Start fresh with a hand-off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand off “Make a bed”' });
    await expect(dialog.getByRole('textbox', { name: 'Note for the next session' })).toHaveValue(
      /Make a bed/,
    );
    await expectAccessible(page, 'hand-off');
    await dialog.getByRole('button', { name: 'Keep it as a draft' }).click();
    await expect(panel.getByText('2nd of 2')).toBeVisible();
    await expect(panel.getByText(/^Start sends this:/)).toBeVisible();
  });
});

test('streamed text only grows, and its record takes its place without a jump', async ({
  desk,
  model: api,
}) => {
  const { page, panel, prompt } = await openDraft(desk, 'Stream');
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  await api.script([
    {
      blocks: [
        { type: 'thinking', thinking: 'How many beds?', signature: 'x' },
        { type: 'text', text: words, chunk: 16, delayMs: 20 },
        { type: 'hold' },
      ],
    },
  ]);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const rows = [...document.querySelectorAll('[role=listitem]')].map((row) => row.textContent ?? '');
      const mine = rows.filter((row) => row.includes('word0'));
      seen.push(`${mine.length} ${mine[0]?.slice(mine[0].indexOf('word0')).length ?? 0}`);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await prompt.fill('go');
  await prompt.press('Enter');
  const thread = panel.getByRole('region', { name: 'Conversation' });
  await expect(thread.getByText('word59')).toHaveCount(1, { timeout: 90_000 });
  await api.release();
  await expect(panel.getByRole('button', { name: /^Stop/ })).toBeHidden();
  await expect(thread.locator('time')).toHaveCount(2);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const looks = seen.map((each) => each.split(' ').map(Number));
  // Never in two rows at once, never shorter than it was.
  expect(looks.every(([rows = 0]) => rows <= 1)).toBe(true);
  const lengths = looks.map(([, length = 0]) => length);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));

  await test.step('a file is completed, and a picture goes along', async () => {
    await api.script([{ text: 'A bed.' }]);
    await prompt.pressSequentially('see @READ');
    const files = panel.getByRole('listbox', { name: 'Files' });
    await expect(files.getByRole('option', { name: 'README.md' })).toBeVisible();
    await expectAccessible(page, 'files to choose from');
    await prompt.press('Enter');
    await expect(prompt).toHaveValue('see @README.md ');
    const picture = { name: 'bed.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') };
    await panel.locator('input[type=file]').setInputFiles(picture);
    await expect(panel.getByRole('img', { name: 'bed.png' })).toBeVisible();
    await prompt.press('Enter');
    await expect(thread.getByText('A bed.')).toBeVisible();
    await expect(panel.getByRole('img', { name: 'bed.png' })).toBeHidden();
    await expect(thread.getByRole('img', { name: 'Attachment 1' })).toBeVisible();
  });
});

const HOSTILE = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>\\033]0;hurt\\007';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a change is a diff with its counts, also after its turn and after a reload', async ({
  desk,
  model: api,
}) => {
  const shot = shotsOf(desk, 'diff');
  const { page, panel, prompt } = await openDraft(desk, 'Plan the beds');
  const thread = panel.getByRole('region', { name: 'Conversation' });
  const file_path = join(desk.workspace.project, 'beds.txt');
  const tool = (name: string, input: object) => ({
    blocks: [{ type: 'tool_use', name, input: { file_path, ...input } }],
  });
  await api.script([
    tool('Write', { content: 'leeks\npeas\n' }),
    tool('Edit', { old_string: 'peas', new_string: 'beans\ncress' }),
    { text: 'The beds are planned.' },
  ]);
  await prompt.fill('Plan them');
  await prompt.press('Enter');
  for (const asks of ['Claude asks to write a file', 'Claude asks to edit a file']) {
    const card = panel.getByRole('group', { name: asks });
    await card.getByRole('button', { name: 'Allow once' }).click({ timeout: 90_000 });
    await expect(card).toBeHidden();
  }
  await expect(thread.getByText('The beds are planned.')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Stop/ })).toBeHidden();

  for (const when of ['after the turn', 'after a reload']) {
    await test.step(when, async () => {
      if (when === 'after a reload') await page.reload();
      const line = thread.getByRole('button', { name: /Edit(?:ed)? beds\.txt/ });
      if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
      const diff = thread.getByRole('region', { name: 'Changed lines' });
      await expect(diff).toHaveText(/−peas\+beans\+cress/);
      await expect(line).toContainText('+2−1');
      await shot(page, when.replaceAll(' ', '-'));
    });
  }
});
