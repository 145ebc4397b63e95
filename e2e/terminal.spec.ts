import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { test } from './scripted-model';
import { expect } from './shell';
import { startInTerminal } from './start-in-terminal';
import { makeTerminalProgram } from './terminal-program';

const patient = { timeout: 60_000 };

/** What moves in the window at this moment. */
const moving = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap((one) => (one.playState === 'running' ? [one.constructor.name] : [])),
  );

const focusTerminal = (page: Page) => page.getByRole('textbox', { name: 'Terminal input' }).focus();

test('Claude in its terminal: its screen, what is typed there, a reload, and the end', async ({
  desk,
  model,
}) => {
  await model.script([
    { text: 'The bed is dug.' },
    { text: 'And it is watered.' },
    { blocks: [{ type: 'hold' }, { type: 'text', text: 'Raked.' }] },
  ]);
  const { page, panel, rows } = await startInTerminal(desk, 'Make a bed');
  await expect(rows).toContainText('The bed is dug.', patient);
  await expectAccessible(page, 'a terminal');

  await test.step('what is typed there is in the chat too', async () => {
    await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused();
    await page.keyboard.type('Water it');
    await expect(rows).toContainText('Water it');
    await page.keyboard.press('Enter');
    await expect(rows).toContainText('And it is watered.', patient);
    await panel.getByRole('tab', { name: 'Chat' }).click();
    await expect(panel.getByRole('region', { name: 'Conversation' })).toContainText(
      'And it is watered.',
      patient,
    );
  });

  await test.step('while Claude works its mark breathes, but not beside a terminal that is typed into', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await panel.getByRole('tab', { name: 'Terminal' }).click();
    await page.keyboard.type('Rake it\r');
    await expect(page.getByRole('button', { name: /^Make a bed.*working/ })).toBeVisible(patient);
    await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused();
    await expect.poll(() => moving(page)).toEqual([]);
    await page.keyboard.press('F6');
    await expect.poll(() => moving(page)).toContain('CSSAnimation');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await panel.getByRole('tab', { name: 'Chat' }).click();
    await expect(async () => {
      // Claude may not have asked yet.
      await model.release();
      const words = panel.getByRole('region', { name: 'Conversation' });
      await expect(words).toContainText('Raked.', { timeout: 1000 });
    }).toPass(patient);
  });

  await test.step('a window that comes back is shown the screen as it is', async () => {
    await panel.getByRole('tab', { name: 'Terminal' }).click();
    await expect(rows).toContainText('And it is watered.', patient);
    await page.reload();
    await expect(rows).toContainText('The bed is dug.', patient);
  });

  await test.step('paused, its last screen stays', async () => {
    await panel.getByRole('button', { name: /^Pause/ }).click();
    await expect(panel.getByText('The program has ended')).toBeVisible(patient);
    await expect(rows).toContainText('And it is watered.');
  });
});

test('keys, paste, find, links and sizes; hostile output does nothing but display', async ({ desk }) => {
  desk.workspace.env['BEADS_CONSOLE_CLAUDE'] = await makeTerminalProgram(desk.workspace.root);
  const notes = join(desk.workspace.env['CLAUDE_CONFIG_DIR'] ?? '', '.claude.json');
  const { page, panel, rows, linksOpened } = await startInTerminal(desk, 'Anything');
  const noted = readFileSync(notes, 'utf8');
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await expect(rows).toContainText('ready', patient);
  // This program never says that it has begun. The notice of that takes room from the terminal, and must not do so later.
  await expect(panel.getByText('Claude asks something before it begins')).toBeVisible(patient);
  await focusTerminal(page);

  await test.step('every key is the program’s, Shift+Enter is a new line, and F6 leads out', async () => {
    await page.keyboard.press('Control+k');
    await expect(rows).toContainText('got 0b.', patient);
    await page.keyboard.press('Shift+Enter');
    await expect(rows).toContainText('got 1b0d.', patient);
    await page.keyboard.press('Escape');
    await expect(rows).toContainText('got 1b.', patient);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('F6');
    await expect(page.getByRole('textbox', { name: 'Terminal input' })).not.toBeFocused();
    await focusTerminal(page);
  });

  await test.step('a paste is marked as one, and keeps its lines', async () => {
    await page.getByRole('textbox', { name: 'Terminal input' }).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'a\nb');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await expect(rows).toContainText(
      `got ${Buffer.from('\x1b[200~a\rb\x1b[201~').toString('hex')}.`,
      patient,
    );
  });

  await test.step('a word that is composed comes when it is whole', async () => {
    const method = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      method.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    for (const text of ['に', 'にほ', 'にほん']) await compose(text);
    await method.send('Input.insertText', { text: '日本' });
    await expect(rows).toContainText(`got ${Buffer.from('日本').toString('hex')}.`, patient);
    expect(await rows.textContent()).not.toContain(`got ${Buffer.from('に').toString('hex')}`);
    await method.detach();
  });

  await test.step('titles, clipboard and questions of a hostile program', async () => {
    const title = await page.title();
    await page.keyboard.press('h');
    const green = page.getByText('true green').last();
    await expect(green).toBeVisible(patient);
    await expect(green).toHaveCSS('color', 'rgb(1, 200, 3)');
    expect(await page.title()).toBe(title);
    // Its state is told once; its title is told to nobody, and the clipboard neither read nor written.
    await expect(rows).toContainText(`got ${Buffer.from('\x1b[0n').toString('hex')}.`, patient);
    await page.keyboard.press('q');
    await expect(rows).toContainText('got 71.', patient);
    expect((await rows.textContent())?.match(/got 1b5b306e/g)).toHaveLength(1);
    expect(await rows.textContent()).not.toContain('got 1b5d');
  });

  await test.step('a link says where it leads before it is opened', async () => {
    const clickLink = async () => {
      // The terminal looks for a link where the pointer moves; what is written meanwhile moves the link.
      await expect(async () => {
        const box = await page.getByText('nice words').last().boundingBox();
        if (box === null) throw new Error('the link is not on the screen');
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        // From another line: where it was last, it does not look again.
        await page.mouse.move(x, y + 60);
        await page.mouse.move(x, y);
        await expect(page.locator('.xterm-cursor-pointer')).toHaveCount(1, { timeout: 500 });
        await page.mouse.click(x, y);
      }).toPass(patient);
    };
    await clickLink();
    const dialog = page.getByRole('dialog', { name: 'Open this link?' });
    await expect(dialog).toContainText('https://evil.example/hidden');
    const hasFocus = () => dialog.evaluate((node) => node.contains(document.activeElement));
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await linksOpened()).toEqual([]);
    await clickLink();
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.poll(linksOpened).toEqual(['https://evil.example/hidden']);
    await expect(dialog).toBeHidden();
  });

  await test.step('what is selected with the mouse is copied by key', async () => {
    await page.evaluate(() => {
      const copied: string[] = [];
      Object.assign(window, { copied });
      navigator.clipboard.writeText = async (text) => void copied.push(text);
    });
    const copied = () => page.evaluate(() => (window as unknown as { copied: string[] }).copied);
    await focusTerminal(page);
    await page.keyboard.press('Control+Shift+C');
    const word = await page.getByText('true green').last().boundingBox();
    if (word === null) throw new Error('the words are not on the screen');
    await page.mouse.dblclick(word.x + 4, word.y + word.height / 2);
    await page.keyboard.press('Control+Shift+C');
    await expect.poll(copied).toEqual(['true']);
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Copied');
  });

  await test.step('find', async () => {
    await focusTerminal(page);
    await page.keyboard.press('Control+Shift+F');
    const find = page.getByRole('textbox', { name: 'Find in the terminal' });
    await expect(find).toBeFocused();
    await find.fill('got 1b');
    await expect(panel.getByText(/\d+ of \d+/)).toBeVisible();
    await expectAccessible(page, 'find in a terminal');
    await find.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused();
  });

  await test.step('one size per drag', async () => {
    const sizes = async () => (await rows.textContent())?.match(/size \d+\./g) ?? [];
    const before = (await sizes()).length;
    const splitter = page.getByRole('separator').last();
    const box = await splitter.boundingBox();
    if (box === null) throw new Error('the panel has no edge to drag');
    const middle = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, middle);
    await page.mouse.down();
    for (let step = 1; step <= 20; step += 1) await page.mouse.move(box.x - step * 8, middle);
    await page.mouse.up();
    await expect.poll(async () => (await sizes()).length, patient).toBe(before + 1);
    await focusTerminal(page);
    await page.keyboard.press('z');
    await expect(rows).toContainText('got 7a.', patient);
    expect((await sizes()).length).toBe(before + 1);
  });

  await test.step('the end', async () => {
    await page.keyboard.press('Control+c');
    await expect(panel.getByText('The program has ended with code 7.')).toBeVisible(patient);
    await expect(rows).toContainText('got 7a.');
    expect(complaints).toEqual([]);
    // This program writes no notes of its own, and we never write Claude's.
    expect(readFileSync(notes, 'utf8')).toBe(noted);
  });
});
