import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './axe';
import { command } from './palette';
import { expect, test } from './shell';
import { runCli } from './web-shell';

test('the audit log tells who ran what, and notices a line that was changed', async ({ desk }) => {
  const { workspace } = desk;
  const folder = join(workspace.project, '.beads', 'sessions');
  const wish = ['sessions', 'new', 'Prune the roses', '--bead', 'garden-7'];
  const made = await runCli(workspace, [...wish, '--project', workspace.project, '--json']);
  const { id, revision } = JSON.parse(made.stdout) as { id: string; revision: number };
  const started_at = new Date(Date.now() - 3_600_000).toISOString();
  const run_id = '11111111-1111-4111-8111-111111111111';
  const open = { result: null, tool_calls: [], success: null, error: null, duration_ms: null };
  const begun = { run_id, session_id: id, trigger_source: 'trigger', prompt: 'Cut them back', started_at };
  const completion = {
    ...{ run_id, result: 'Cut.', success: true, error: null, duration_ms: 90_000 },
    completed_at: new Date(Date.parse(started_at) + 90_000).toISOString(),
    tool_calls: [{ id: 't1', tool: 'Bash', input: {}, success: true }],
    redactions: [{ tool: 'Bash', rule: 'env-reference', count: 3 }],
  };
  const facts = [
    { type: 'run-created', run: { ...begun, ...open, completed_at: null } },
    { type: 'run-completed', completion },
  ];
  const lines = facts.map((fact, at) => ({
    v: 1,
    session_id: id,
    rev: revision + at + 1,
    at: started_at,
    ...fact,
  }));
  await appendFile(join(folder, 'events.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

  const { page } = await desk.start({ project: workspace.project });
  await expect(page.getByRole('button', { name: /^Prune the roses/ })).toBeVisible();
  await command(page, 'go to audit log');
  const row = page.getByRole('row', { name: /Cut them back/ });
  await expect(row).toContainText('garden-7');
  await expect(row).toContainText('by an agent');
  await expect(row).toContainText('ended well');
  await expect(page.getByText('The chain holds: 2 entries, none changed.')).toBeVisible();
  await row.getByRole('button', { name: 'Cut them back' }).press('Enter');
  await expect(page.getByText('3 env-reference in Bash')).toBeVisible();
  await expectAccessible(page, 'the audit log');

  const log = join(folder, 'audit.jsonl');
  await writeFile(log, (await readFile(log, 'utf8')).replace('Cut them back', 'Cut them down'));
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('An audit log was changed from outside.')).toBeVisible();
});
