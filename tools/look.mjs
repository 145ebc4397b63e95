/*
 * Draws the app beside the mock-ups of the design: docs/look/<screen>-<theme>.png at the size of the mock-up, from the demo
 * and, where a demo of a minute has too little to show, from a made-up month of transcripts. What differs, and why, is written in docs/look/README.md.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './run/child.mjs';
import { draw, openClaim, withDemo } from './run/demo-window.mjs';
import { writeTranscripts } from './run/made-up-history.mjs';

const folder = join(ROOT, 'docs', 'look');
/** `node tools/look.mjs history` draws one part alone: demo, welcome or history. */
const chosen = process.argv.slice(2);
const isWanted = (part) => chosen.length === 0 || chosen.includes(part);
mkdirSync(folder, { recursive: true });

/** In the order of one walk through the demo. */
async function drawDemo(openPage, theme) {
  const page = await openPage({ colorScheme: theme });
  const picture = (name) => draw(page, join(folder, `${name}-${theme}.png`));
  const panel = page.getByRole('complementary', { name: 'Session' });
  const dialog = page.getByRole('dialog');
  await page.locator('[data-bead]').first().waitFor();
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await openClaim(page);
  await picture('claim');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await panel.getByRole('button', { name: 'Allow once' }).waitFor({ timeout: 120_000 });
  await picture('board');
  await page.setViewportSize({ width: 1024, height: 768 });
  await picture('board-1024');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Control+.');
  // The terminal is drawn once it has the size of its column.
  await page.getByRole('region', { name: 'Beside the chat' }).waitFor();
  await page.locator('.xterm-rows').getByText('Do you want to make this edit').waitFor({ timeout: 60_000 });
  await picture('chat');
  await page.keyboard.press('Control+.');
  await panel.getByRole('button', { name: 'Allow once' }).click();
  await panel
    .getByText(/I'll commit the one file/)
    .first()
    .waitFor({ timeout: 60_000 });
  await panel.getByRole('button', { name: 'Allow once' }).click();
  await panel.getByText('The bead can go to review.', { exact: true }).waitFor({ timeout: 60_000 });
  await panel.getByRole('button', { name: /^Pause/ }).click();
  await panel.getByRole('button', { name: /^Resume…/ }).click({ timeout: 60_000 });
  await dialog.getByRole('textbox').first().waitFor({ timeout: 60_000 });
  await picture('resume');
  await page.close();
}

/** A history of a month: what a demo of a minute cannot have. */
async function drawHistory(openPage, theme) {
  const page = await openPage({ colorScheme: theme });
  await page.getByRole('button', { name: 'No, thanks' }).click();
  const picture = (name) => draw(page, join(folder, `${name}-${theme}.png`));
  const go = (hash) =>
    page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
  await go('#/dashboard');
  await page.getByRole('heading', { name: 'Cost by day' }).waitFor({ timeout: 60_000 });
  await picture('dashboard');
  await go('#/history/order');
  await page.getByRole('main').getByText('Keep the order of the lines in table').first().click();
  await page
    .getByText(/^Table \d+ keeps its order now\.$/)
    .first()
    .waitFor({ timeout: 60_000 });
  await picture('history');
}

for (const theme of ['light', 'dark']) {
  const project = makeProject();
  const claude = writeTranscripts({ sessions: 230, days: 30, cwd: project });
  const env = { CLAUDE_CONFIG_DIR: claude.folder };
  try {
    if (isWanted('demo')) await withDemo((openPage) => drawDemo(openPage, theme));
    if (isWanted('welcome'))
      await withDemo(
        async (openPage) => {
          const page = await openPage({ colorScheme: theme });
          await page.getByRole('button', { name: /^Keep all/ }).waitFor();
          await draw(page, join(folder, `welcome-${theme}.png`));
        },
        { isPlain: true, env },
      );
    if (isWanted('history'))
      await withDemo((openPage) => drawHistory(openPage, theme), {
        isPlain: true,
        project,
        env,
        isRead: true,
      });
  } finally {
    claude.remove();
    rmSync(dirname(project), { recursive: true, force: true });
  }
}

function makeProject() {
  const place = mkdtempSync(join(realpathSync(tmpdir()), 'beads-console-look-'));
  const project = join(place, 'tidewater');
  mkdirSync(join(project, '.beads'), { recursive: true });
  const bead = {
    id: 'tide-3qa',
    title: 'Tide heights drift after the clocks change',
    status: 'open',
    priority: 0,
    issue_type: 'bug',
    created_at: '2026-11-01T10:00:00Z',
    updated_at: '2026-11-02T10:00:00Z',
  };
  writeFileSync(join(project, '.beads', 'issues.jsonl'), `${JSON.stringify(bead)}\n`);
  return project;
}
