import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { test } from './scripted-model';
import { expect } from './shell';
import { shotsOf } from './shots';
import { startInTerminal } from './start-in-terminal';

const patient = { timeout: 60_000 };
const bash = (command: string) => ({ type: 'tool_use', name: 'Bash', input: { command } });

/** A dialog that has just opened may not hear its first key. */
async function pressUntil(page: Page, key: string, isDone: () => Promise<void>) {
  await expect(async () => {
    await page.getByRole('textbox', { name: 'Terminal input' }).focus();
    await page.keyboard.press(key);
    await isDone();
  }).toPass({ ...patient, intervals: [2500] });
}

test('questions in the terminal seat: answered there or in the chat, the first answer counts', async ({
  desk,
  model,
}) => {
  const made = (name: string) => existsSync(join(desk.workspace.project, name));
  const plan = (text: string) => ({
    blocks: [{ type: 'tool_use', name: 'ExitPlanMode', input: { plan: text } }],
  });
  await model.script([plan('# Dig'), plan('# Dig deeper'), { text: 'I begin.' }]);
  const { page, panel, rows } = await startInTerminal(desk, 'Make a bed', { permission_mode: 'plan' });
  const thread = panel.getByRole('region', { name: 'Conversation' });
  const prompt = panel.getByRole('textbox', { name: 'Prompt' });
  const ask = async (words: string, replies: object[]) => {
    await model.script(replies);
    await prompt.fill(words);
    await prompt.press('Enter');
  };

  await test.step('a plan is sent back with a word, and the next one gone on with', async () => {
    await expect(rows).toContainText(/1\. Yes/, patient);
    await panel.getByRole('tab', { name: 'Chat' }).click();
    await expect(prompt).toHaveValue('');
    const card = panel.getByRole('group', { name: 'Claude asks to go on with its plan' });
    await expect(card.getByRole('heading', { name: 'Dig' })).toBeVisible(patient);
    await card.getByRole('button', { name: /^Keep planning/ }).click();
    await card.getByRole('textbox', { name: 'What Claude should do instead' }).fill('deeper');
    // Its keys count after half a second, which a person cannot beat.
    await card.getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(card.getByRole('heading', { name: 'Dig deeper' })).toBeVisible(patient);
    await card.getByRole('button', { name: /^Go on with this plan/ }).click();
    await expect(thread.getByText('I begin.')).toBeVisible(patient);
  });

  await test.step('the dialog of the terminal is open beside the card, and takes a key', async () => {
    await ask('touch it', [{ blocks: [bash('touch typed.txt')] }, { text: 'Typed it is.' }]);
    const card = panel.getByRole('group', { name: 'Claude asks to run a command' });
    await expect(card).toContainText('touch typed.txt', patient);
    await panel.getByRole('tab', { name: 'Terminal' }).click();
    await pressUntil(page, '1', async () => expect(made('typed.txt')).toBe(true));
    await panel.getByRole('tab', { name: 'Chat' }).click();
    await expect(thread.getByText('Typed it is.')).toBeVisible(patient);
    await expect(card).toBeHidden();
  });

  await test.step('a command is allowed as it was edited, and the dialog of the terminal closes', async () => {
    await ask('again', [{ blocks: [bash('touch wrong.txt')] }, { text: 'Edited it is.' }]);
    const card = panel.getByRole('group', { name: 'Claude asks to run a command' });
    await card.getByRole('button', { name: 'Edit…' }).click(patient);
    await card.getByRole('textbox', { name: 'What is allowed instead' }).fill('touch right.txt');
    await card.getByRole('button', { name: /^Allow as edited/ }).click();
    await expect(thread.getByText('Edited it is.')).toBeVisible(patient);
    expect([made('right.txt'), made('wrong.txt')]).toEqual([true, false]);
  });

  await test.step('a question is answered by a choice', async () => {
    const options = [
      { label: 'Red', description: 'warm' },
      { label: 'Blue', description: 'cold' },
    ];
    const questions = [{ question: 'Which colour?', header: 'Colour', multiSelect: false, options }];
    const use = { type: 'tool_use', name: 'AskUserQuestion', input: { questions } };
    await ask('ask me', [{ blocks: [use] }, { text: 'Blue it is.' }]);
    const card = panel.getByRole('group', { name: 'Claude asks you' });
    await card.getByRole('radio', { name: /Blue/ }).check(patient);
    await expectAccessible(page, 'a question with choices');
    await card.getByRole('button', { name: 'Answer' }).click();
    await expect(thread.getByText('Blue it is.')).toBeVisible(patient);
  });
});

test('a question that only the terminal shows is said in the chat, in the sidebar and in a notice', async ({
  desk,
  model,
}) => {
  // Whoever switches hooks off is asked in the terminal alone.
  const settings = join(desk.workspace.env['CLAUDE_CONFIG_DIR'] ?? '', 'settings.json');
  mkdirSync(join(settings, '..'), { recursive: true });
  writeFileSync(settings, JSON.stringify({ disableAllHooks: true }));
  await model.script([{ blocks: [bash('touch there.txt')] }, { text: 'It is there.' }]);
  const { page, panel, rows } = await startInTerminal(desk, 'Make a bed');
  const shot = shotsOf(desk, 'answers');
  await expect(rows).toContainText('touch there.txt', patient);
  await panel.getByRole('tab', { name: 'Chat' }).click();
  const said = panel.getByText('Claude waits for an answer in its terminal');
  await expect(said).toBeVisible(patient);
  await expect(panel.getByText('waits for your answer in its terminal', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(page.getByRole('navigation').getByRole('region', { name: 'Needs you' })).toContainText('asks');
  await expectAccessible(page, 'a question in the terminal');
  await shot(page, 'in-terminal');

  await test.step('elsewhere a notice leads there, and the answer takes it all away', async () => {
    await panel.getByRole('button', { name: 'Close panel' }).click();
    const notice = page.getByRole('region', { name: 'Notifications' });
    await expect(notice).toContainText('Claude asks something in its terminal');
    await notice.getByRole('button', { name: 'Open' }).click();
    await panel.getByRole('button', { name: 'Open the terminal' }).click();
    await pressUntil(page, '1', () => expect(page).not.toHaveTitle(/^\(/, { timeout: 2000 }));
    await panel.getByRole('tab', { name: 'Chat' }).click();
    const thread = panel.getByRole('region', { name: 'Conversation' });
    await expect(thread.getByText('It is there.')).toBeVisible(patient);
    await expect(said).toBeHidden();
    await expect(thread.getByRole('button', { name: /Ran touch there\.txt/ })).toBeVisible();
  });
});
