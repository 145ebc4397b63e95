import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ElectronApplication, expect } from '@playwright/test';
import { cardIn } from './beads';
import { chooseSeat, trust } from './claude-seat';
import { launchElectron } from './electron-shell';
import { findClaude, test } from './scripted-model';
import { makeWorkspace } from './workspace';

const claude = findClaude();
test.skip(
  claude === null,
  'There is no claude: npm ci installs the pinned one, BEADS_CONSOLE_CLAUDE names another.',
);

test('closing the window asks while a turn runs; a no keeps everything, a yes ends it all', async () => {
  const workspace = await makeWorkspace();
  Object.assign(workspace.env, { BEADS_CONSOLE_CLAUDE: claude, BEADS_CONSOLE_DEMO_PACE: '0' });
  const app = await launchElectron(workspace, ['--demo']);
  const page = await app.firstWindow({ timeout: 120_000 });
  const { answerWith, asked, closeWindow } = quitting(app);

  await answerWith(1);
  const card = cardIn(page, 'Ready', 'tide-3qa');
  await card.hover();
  await card.getByRole('button', { name: 'Start work on tide-3qa' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start work/ })
    .click();
  const question = page.getByRole('button', { name: 'Allow once' });
  await expect(question).toBeVisible({ timeout: 60_000 });

  await closeWindow();
  await expect.poll(asked).toEqual(['Claude is working in a session.']);
  await app.evaluate(({ app: electron }) => electron.quit());
  await expect.poll(asked).toHaveLength(2);
  await expect(question).toBeVisible();

  await answerWith(0);
  const gone = once(app.process(), 'exit');
  await closeWindow().catch(() => {});
  await gone;
  await expect
    .poll(() => readdirSync(workspace.root).filter((name) => name.startsWith('beads-console-demo-')))
    .toEqual([]);
  await workspace.remove();
});

test('what is quit in the middle of a turn is paused, and none of its processes is left', async ({
  desk,
  model,
}) => {
  test.skip(process.platform !== 'linux', 'Only Linux shows the processes of others.');
  const { workspace } = desk;
  const { project } = workspace;
  chooseSeat(workspace, 'pty');
  const app = await launchElectron(workspace, [`--project=${project}`]);
  const page = await app.firstWindow({ timeout: 120_000 });
  await trust(page);
  const command = 'echo $$ > tool.pid; exec tail -f /dev/null';
  await model.script([
    { blocks: [{ type: 'tool_use', name: 'Bash', input: { command, description: 'Wait' } }] },
  ]);
  await page.getByRole('navigation').getByRole('button', { name: 'New session' }).click();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByRole('textbox', { name: 'Objective' }).fill('Wait');
  await dialog.getByRole('button', { name: /^Start session/ }).click();
  await page.getByRole('button', { name: 'Allow once' }).click({ timeout: 90_000 });
  await expect.poll(() => existsSync(join(project, 'tool.pid')), { timeout: 60_000 }).toBe(true);
  const tool = Number(readFileSync(join(project, 'tool.pid'), 'utf8'));

  const family = familyOf(app.process().pid ?? -1);
  expect(family.map(({ pid }) => pid)).toContain(tool);
  const { answerWith, closeWindow } = quitting(app);
  await answerWith(0);
  const gone = once(app.process(), 'exit');
  await closeWindow().catch(() => {});
  await gone;
  // The guard ends when it sees that nothing is left.
  await expect.poll(() => family.filter(isRunning), { timeout: 5000 }).toEqual([]);
  const sessions = join(project, '.beads', 'sessions');
  const kept = readdirSync(sessions, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('meta.json'))
    .map((name) => JSON.parse(readFileSync(join(sessions, name), 'utf8')) as object);
  expect(kept).toMatchObject([{ status: 'paused', pause_reason: 'app_quit' }]);
});

function quitting(app: ElectronApplication) {
  return {
    answerWith: (response: number) =>
      app.evaluate(({ dialog }, chosen) => {
        const told = globalThis as unknown as { asked: string[] };
        told.asked ??= [];
        dialog.showMessageBox = async (...args: unknown[]) => {
          told.asked.push((args.at(-1) as { message: string }).message);
          return { response: chosen, checkboxChecked: false };
        };
      }, response),
    asked: () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked),
    closeWindow: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
  };
}

type Member = {
  readonly pid: number;
  readonly parent: number;
  readonly startedAt: string;
  readonly command: string;
};

/** Everything below this process; a number may come again, with its start time it is one of a kind. */
function familyOf(pid: number): Member[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? look(Number(name)) : []));
  const kin = new Set([pid]);
  for (let before = 0; before !== kin.size; ) {
    before = kin.size;
    for (const member of all) if (kin.has(member.parent)) kin.add(member.pid);
  }
  return all.filter((member) => member.pid !== pid && kin.has(member.pid));
}

function isRunning({ pid, startedAt }: Member): boolean {
  return look(pid).some((now) => now.startedAt === startedAt);
}

function look(pid: number): Member[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').slice(0, 200);
    return fields[0] === 'Z'
      ? []
      : [{ pid, parent: Number(fields[1]), startedAt: fields[19] ?? '', command }];
  } catch {
    return [];
  }
}
