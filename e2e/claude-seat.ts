import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Workspace } from './workspace';

export type Seat = 'stream' | 'pty';

/** The settings of a person who sits there; `more` stands beside the seat. */
export function chooseSeat(workspace: Workspace, seat: Seat, more: object = {}): void {
  const { data, env, project } = workspace;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ version: 1, claude: { seat }, ...more }));
  if (seat !== 'pty') return;
  // What a person has answered before: the terminal would ask it again.
  const folder = env['CLAUDE_CONFIG_DIR'] ?? '';
  mkdirSync(folder, { recursive: true });
  const answers = {
    hasCompletedOnboarding: true,
    hasSeenAutoDefaultNotice: true,
    customApiKeyResponses: { approved: ['scripted-key'], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  };
  writeFileSync(join(folder, '.claude.json'), JSON.stringify(answers));
}

export async function trust(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /tidy-garden/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Trust this project…' }).click();
  await page
    .getByRole('dialog', { name: 'Trust tidy-garden?' })
    .getByRole('button', { name: 'Trust project' })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
}
