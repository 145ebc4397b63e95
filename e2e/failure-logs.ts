import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import type { Workspace } from './workspace';

/** The app's own log beside a failed journey: the temp folder it lies in is gone a moment later. */
export async function attachLogs(workspace: Workspace, info: TestInfo): Promise<void> {
  const folder = join(workspace.data, 'logs');
  for (const name of await readdir(folder).catch(() => []))
    await info.attach(name, { path: join(folder, name), contentType: 'text/plain' });
}
