import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLines } from './beads';
import { GARDEN } from './garden';
import { findClaude, type ScriptedModel, startScriptedModel } from './scripted-model';
import type { Desk } from './shell';

/** Without a claude a journey says so and is skipped. */
export const claude = findClaude();
export const NO_CLAUDE =
  'There is no claude: npm ci installs the pinned one, BEADS_CONSOLE_CLAUDE names another.';

/** The garden with its beads, and Claude before a model that says what the journey tells it to. */
export async function prepareGarden({ workspace }: Desk): Promise<ScriptedModel> {
  const model = await startScriptedModel(claude ?? '');
  Object.assign(workspace.env, model.env);
  mkdirSync(workspace.data, { recursive: true, mode: 0o700 });
  writeFileSync(join(workspace.data, 'settings.json'), '{"version":1,"claude":{"seat":"stream"}}');
  await writeLines(workspace.project, GARDEN);
  return model;
}

/** A start of the real Claude on a loaded machine. */
export const slow = { timeout: 90_000 };
