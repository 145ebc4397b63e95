import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './axe';
import { chooseSeat, trust } from './claude-seat';
import { test } from './scripted-model';
import { expect } from './shell';
import { runCli } from './web-shell';

const COMMAND =
  "printf 'roses\\ntulips\\n' > bed.txt && git add bed.txt && git commit -qm 'Make a bed' && printf 'weeds\\n' >> bed.txt";

test('changes of a session: the diff since its start, its commit, a line comment that Claude gets', async ({
  desk,
  model,
}) => {
  const { workspace } = desk;
  const { project } = workspace;
  chooseSeat(workspace, 'stream');
  // Hooks of the project run with its own commits; here they would only be in the way.
  execFileSync('git', ['-C', project, 'config', '--unset', 'core.hooksPath']);
  execFileSync('git', ['-C', project, 'config', '--unset', 'core.fsmonitor']);
  // Not committed when the session begins: none of its changes.
  writeFileSync(join(project, 'mine.txt'), 'before\n');
  const { page } = await desk.start({ project });
  await trust(page);
  const made = await runCli(workspace, ['sessions', 'new', 'Make a bed', '--project', project]);
  expect(made.code).toBe(0);
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Make a bed/ })
    .click();
  const panel = page.getByRole('complementary', { name: 'Session' });
  const tab = (name: string) => panel.getByRole('tab', { name });
  const files = panel.getByRole('region', { name: 'Changed files' });
  const thread = panel.getByRole('region', { name: 'Conversation' });

  await test.step('before it begins there is nothing to review but what is not committed', async () => {
    await tab('Changes').click();
    await expect(files.getByRole('button', { name: /^mine\.txt ?new, not in git yet/ })).toBeVisible();
    await expect(panel.getByText('The session has not begun. This is what is not committed.')).toBeVisible();
  });

  await test.step('what Claude does shows as it is done, and nothing that was there before', async () => {
    await tab('Chat').click();
    await model.script([
      { blocks: [{ type: 'tool_use', name: 'Bash', input: { command: COMMAND, description: 'Dig' } }] },
      { text: 'The bed is made.' },
      { text: 'The weeds are gone.' },
    ]);
    const prompt = panel.getByRole('textbox', { name: 'Prompt' });
    await prompt.fill('Make a bed');
    await prompt.press('Enter');
    const card = panel.getByRole('group', { name: 'Claude asks to run a command' });
    await expect(card).toBeVisible({ timeout: 90_000 });
    await tab('Changes').click();
    await expect(panel.getByText('Nothing changed since the session began')).toBeVisible();
    await tab('Chat').click();
    await card.getByRole('button', { name: 'Allow once' }).click();
    await expect(thread.getByText('The bed is made.')).toBeVisible({ timeout: 60_000 });
    await tab('Changes').click();
    await expect(files.getByRole('button', { name: /^bed\.txt ?new ?\+3/ })).toBeVisible();
    await expect(files.getByText('weeds')).toBeVisible();
    await expect(files.getByRole('button', { name: /mine\.txt/ })).toHaveCount(0);
    await panel.getByText('1 commit in this session').click();
    await expect(panel.getByText('Make a bed', { exact: true }).last()).toBeVisible();
    await expectAccessible(page, 'the changes of a session');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'the changes of a session, dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('since the last commit there is one line', async () => {
    await panel.getByRole('radio', { name: 'Last commit' }).click();
    await expect(files.getByRole('button', { name: /^bed\.txt ?\+1/ })).toBeVisible();
    await panel.getByRole('radio', { name: 'Since start' }).click();
  });

  await test.step('a comment is written by keyboard, survives a reload, and goes to Claude as a prompt', async () => {
    await expect(files.getByText('weeds')).toBeVisible();
    const bed = files.getByRole('button', { name: /^bed\.txt/ });
    await bed.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
    await expect(files.getByRole('button', { name: 'Comment on line 3, added' })).toBeFocused();
    await page.keyboard.press('Enter');
    const editor = files.getByRole('textbox', { name: 'Comment on line 3 of bed.txt' });
    await editor.fill('Pull these out, <please>.');
    await page.keyboard.press('Control+Enter');
    await expect(editor).toBeHidden();
    await page.reload();
    await expect(files.getByText('Pull these out, <please>.')).toBeVisible();
    await panel.getByRole('button', { name: 'Send to Claude' }).click();
    await tab('Chat').click();
    await expect(thread.getByText('bed.txt, line 3:')).toBeVisible({ timeout: 30_000 });
    await expect(thread.getByText('Pull these out, <please>.')).toBeVisible();
    await expect(thread.getByText('The weeds are gone.')).toBeVisible({ timeout: 60_000 });
    await tab('Changes').click();
    await expect(files.getByText('Pull these out, <please>.')).toHaveCount(0);
    await panel.getByRole('radio', { name: 'Last message' }).click();
    await expect(panel.getByText('Nothing changed since your last message')).toBeVisible();
    await panel.getByRole('radio', { name: 'Since start' }).click();
  });

  await test.step('the record knows its file and its commit', async () => {
    const head = execFileSync('git', ['-C', project, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
    const list = async () => {
      const { stdout } = await runCli(workspace, ['sessions', 'list', '--project', project, '--json']);
      return JSON.parse(stdout).sessions[0];
    };
    await expect(async () => {
      expect(await list()).toMatchObject({ commits: [head], files_touched: ['bed.txt'] });
    }).toPass();
    const shown = await runCli(workspace, [
      'sessions',
      'show',
      (await list()).id,
      '--git',
      '--project',
      project,
    ]);
    expect(shown.stdout).toContain(`${head.slice(0, 12)}  Make a bed`);
  });
});
