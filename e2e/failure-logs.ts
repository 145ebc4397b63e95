import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import type { Workspace } from './workspace';

/** The app's own log beside a failed journey: the temp folder it lies in is gone a moment later. */
export async function attachLogs(workspace: Workspace, info: TestInfo): Promise<void> {
  const names = await readdir(workspace.data, { recursive: true }).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.log') || one.endsWith('.jsonl')))
    await info.attach(name, { path: join(workspace.data, name), contentType: 'text/plain' });
}
