import { chooseSeat, trust } from './claude-seat';
import { test } from './scripted-model';
import { expect } from './shell';

test('the thread follows what comes, stays where a reader went, and tells what is new', async ({
  desk,
  model,
}) => {
  const long = (word: string) => Array.from({ length: 60 }, (_, n) => `${word} ${n}`).join('\n\n');
  await model.script([
    { text: long('Row') },
    {
      blocks: [
        { type: 'text', text: long('More') },
        { type: 'hold' },
        { type: 'text', text: '\n\nThe last.' },
      ],
    },
  ]);
  chooseSeat(desk.workspace, 'stream');
  const { page } = await desk.start({ project: desk.workspace.project });
  await trust(page);
  await page.getByRole('navigation').getByRole('button', { name: 'New session' }).click();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Rows');
  await dialog.getByRole('button', { name: 'Keep as a draft' }).click();
  const panel = page.getByRole('complementary', { name: 'Session' });
  const prompt = panel.getByRole('textbox', { name: 'Prompt' });
  const thread = panel.getByRole('region', { name: 'Conversation' });
  const fromEnd = () => thread.evaluate((at) => Math.round(at.scrollHeight - at.scrollTop - at.clientHeight));
  const scrollTop = () => thread.evaluate((at) => Math.round(at.scrollTop));
  const say = async (text: string) => {
    await prompt.fill(text);
    await prompt.press('Enter');
  };

  await say('rows');
  await expect(thread.getByText('Row 59')).toBeVisible({ timeout: 90_000 });
  await expect.poll(fromEnd).toBeLessThan(32);
  await expect(panel.getByRole('button', { name: 'Stop' })).toHaveCount(0);

  await thread.hover();
  await page.mouse.wheel(0, -600);
  const pill = panel.getByRole('button', { name: /^To the end$|new/ });
  await expect(pill).toBeVisible();
  await expect.poll(fromEnd).toBeGreaterThan(400);
  await say('more');
  await expect(pill).toHaveText(/new/);
  const top = await scrollTop();
  await model.release();
  await expect(panel.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  expect(await scrollTop()).toBe(top);

  await pill.click();
  await expect(thread.getByText('The last.')).toBeVisible();
  await expect.poll(fromEnd).toBeLessThan(32);
  await expect(pill).toHaveCount(0);
});
