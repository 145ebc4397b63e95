import { cardOf, writeLines } from './beads';
import { chooseSeat } from './claude-seat';
import { GARDEN, statusIn } from './garden';
import { tabTo } from './keys';
import { test } from './scripted-model';
import { expect } from './shell';
import { writeTranscript } from './transcripts';

/* From the welcome screen to the settings with the keyboard alone: nothing here touches a pointer. In the browser, because
 * the desktop opens a folder by a dialog of the system. */

/** A start of the real Claude on a loaded machine. */
const slow = { timeout: 90_000 };

test('a day without a mouse', async ({ desk, model: api }) => {
  test.setTimeout(300_000);
  const { project } = desk.workspace;
  chooseSeat(desk.workspace, 'stream');
  await writeLines(project, GARDEN);
  await writeTranscript(desk.workspace, {
    id: '11111111-aaaa-4aaa-8aaa-000000000001',
    daysAgo: 2,
    prompts: ['What of the quincunx zones?'],
    answer: () => 'The quincunx comes from the polygon.',
  });
  const { page } = await desk.start();
  const panel = page.getByRole('complementary', { name: 'Session' });
  const thread = panel.getByRole('region', { name: 'Conversation' });
  const keys = page.keyboard;
  /** Letters are keys only where no field has the focus. */
  const leaveField = () => tabTo(page, panel.getByRole('tab', { name: 'Chat' }), 'Shift+Tab');

  await test.step('welcome: a project is opened', async () => {
    await expect(page.getByRole('heading', { name: 'What we need' })).toBeVisible();
    await keys.press('ControlOrMeta+o');
    await expect(page.getByRole('combobox', { name: 'Folder' })).toBeFocused();
    await keys.type(project);
    await keys.press('Enter');
    await expect(page).toHaveTitle(/tidy-garden/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('it is trusted', async () => {
    await expect(cardOf(page, 'garden-2')).toBeVisible();
    await keys.press('Shift+P');
    const dialog = page.getByRole('dialog', { name: 'Trust tidy-garden?' });
    await expect(dialog).toBeVisible();
    await tabTo(page, dialog.getByRole('button', { name: 'Trust project' }));
    await keys.press('Enter');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('Start Work', async () => {
    const command = 'echo mended > fence.txt';
    const bash = { type: 'tool_use', name: 'Bash', input: { command, description: 'Mend' } };
    await api.script([{ blocks: [bash] }, { text: 'The third board holds.' }, { text: 'Still here.' }]);
    await tabTo(page, cardOf(page, 'garden-2'));
    await keys.press('s');
    const dialog = page.getByRole('dialog', { name: 'Start work on garden-2' });
    await expect(dialog.getByRole('textbox', { name: 'Branch name' })).toBeFocused();
    await keys.press('Enter');
    await expect(dialog).toBeHidden(slow);
  });

  await test.step('a permission is answered', async () => {
    const allow = panel.getByRole('button', { name: 'Allow once' });
    await expect(allow).toBeVisible(slow);
    await tabTo(page, allow);
    await keys.press('Enter');
    await expect(thread.getByText('The third board holds.')).toBeVisible(slow);
    await expect(panel.getByRole('button', { name: /^Stop/ })).toBeHidden();
  });

  await test.step('paused and resumed', async () => {
    await leaveField();
    await keys.press('p');
    await expect(panel.getByRole('button', { name: /^Resume…/ })).toBeVisible(slow);
    await leaveField();
    await keys.press('r');
    const dialog = page.getByRole('dialog', { name: /^Resume/ });
    await expect(dialog.getByText(/^Ready to resume/)).toBeVisible();
    await keys.press('Control+Enter');
    await expect(thread.getByText('Still here.')).toBeVisible(slow);
    await expect(panel.getByRole('button', { name: /^Stop/ })).toBeHidden();
  });

  await test.step('ended', async () => {
    await leaveField();
    await keys.press('e');
    const dialog = page.getByRole('dialog', { name: /^End/ });
    await expect(dialog.getByRole('textbox', { name: /^Execution log/ })).not.toHaveValue('');
    await keys.press('Control+Enter');
    await expect(dialog).toBeHidden(slow);
    await expect.poll(statusIn(project, 'garden-2')).not.toBe('open');
  });

  await test.step('something is found in the history', async () => {
    await keys.press('g');
    await keys.press('h');
    await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
    await keys.press('/');
    await expect(page.getByRole('combobox', { name: 'Search the history' })).toBeFocused();
    await keys.type('quincunx');
    const found = page.getByRole('list', { name: 'Sessions found' }).getByRole('listitem');
    await expect(found).toHaveCount(1);
    await keys.press('ArrowDown');
    await keys.press('Enter');
    const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
    await expect(transcript.getByText('The quincunx comes from the polygon.')).toBeVisible();
  });

  await test.step('a setting is changed and taken back', async () => {
    await keys.press('g');
    await keys.press('s');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await tabTo(page, page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { checked: true }));
    const theme = page.locator('html');
    await keys.press('ArrowLeft');
    await expect(theme).toHaveAttribute('data-theme', 'dark');
    await tabTo(page, page.getByRole('button', { name: 'Undo', exact: true }), 'Shift+Tab');
    await keys.press('Enter');
    await expect(theme).toHaveAttribute('data-theme', 'light');
  });

  await test.step('every key of the place is a key away', async () => {
    await keys.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await keys.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
