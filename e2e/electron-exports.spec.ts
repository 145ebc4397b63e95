import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchElectron } from './electron-shell';
import { command } from './palette';
import { writeTranscript } from './transcripts';
import { makeWorkspace } from './workspace';

const ROSES = '22222222-aaaa-4aaa-8aaa-000000000002';

test('an export that nobody saves keeps a session from the trash; one that is saved lets it go', async () => {
  const workspace = await makeWorkspace();
  await writeTranscript(workspace, {
    id: ROSES,
    daysAgo: 2,
    prompts: ['Prune the roses'],
    answer: () => 'They are pruned.',
  });
  const app = await launchElectron(workspace, [`--project=${workspace.project}`]);
  const page = await app.firstWindow({ timeout: 120_000 });
  await expect(page).toHaveTitle(/tidy-garden/);
  /** In the place of the system's dialog: null is its *Cancel*. */
  const answerWith = (path: string | null) =>
    app.evaluate(({ session }, to) => {
      session.defaultSession.once('will-download', (_event, item) => {
        if (to === null) item.cancel();
        else item.setSavePath(to);
      });
    }, path);
  await command(page, 'go to History');
  const found = page.getByRole('list', { name: 'Sessions found' });
  await found.getByRole('button', { name: /Prune the roses/ }).click();
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
  await transcript.getByRole('button', { name: 'More about this session' }).click();
  await page.getByRole('menuitem', { name: 'Move to trash…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Move “Prune the roses/ });
  await expect(dialog.getByRole('checkbox', { name: 'Export it as one HTML file first' })).toBeChecked();

  await answerWith(null);
  await dialog.getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByText('The export was not saved')).toBeVisible();
  await expect(dialog).toBeVisible();
  // Behind the dialog it is there for nobody but us.
  const behind = page.getByRole('list', { name: 'Sessions found', includeHidden: true });
  await expect(behind.getByRole('listitem', { includeHidden: true })).toHaveCount(1);

  await answerWith(join(workspace.root, 'roses.html'));
  await dialog.getByRole('button', { name: 'Move to trash' }).click();
  await expect(found.getByRole('listitem')).toHaveCount(0);
  await app.close();
  await workspace.remove();
});
