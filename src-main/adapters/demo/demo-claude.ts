import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoPlace } from './demo-place';

type Env = { readonly [name: string]: string | undefined };

/** Opens nothing: the scripted model takes any key. */
const KEY = 'a-key-for-the-scripted-model-of-the-demo';

/** Everything that says whose Claude, whose model, whose tracker or whose git it is. */
const SOMEBODYS = /^(ANTHROPIC_|CLAUDE|AWS_|GOOGLE_|VERTEX_|GIT_|BEADS_|BD_|GT_|XDG_)/;

/** What the demo's app and everything it starts may see. `pace` of the environment is a wish of who started us. */
export function demoEnvironment(env: Env, place: DemoPlace): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !SOMEBODYS.test(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    HOME: place.home,
    USERPROFILE: place.home,
    BEADS_CONSOLE_HOME: place.data,
    CLAUDE_CONFIG_DIR: place.claudeConfig,
    // Claude keeps files of its own there.
    TMPDIR: place.temp,
    GIT_CONFIG_NOSYSTEM: '1',
  };
}

/** Claude itself, found with the eyes of the person, and the model it is to talk with. */
export function demoClaudeEnvironment(claude: string | null, modelUrl: string): Record<string, string> {
  return {
    ...(claude === null ? {} : { BEADS_CONSOLE_CLAUDE: claude }),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: KEY,
    // The one that the script answers as: named from the first line on.
    ANTHROPIC_MODEL: 'claude-sonnet-5-5',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_MAX_RETRIES: '2',
  };
}

/**
 * The answers to what Claude's own terminal would ask first, in a configuration of the demo's own. What the story runs
 * without a question is allowed here; the edit and the commit are asked for.
 */
export async function seedClaudeConfig({ claudeConfig, project }: DemoPlace): Promise<void> {
  const state = {
    hasCompletedOnboarding: true,
    hasSeenAutoDefaultNotice: true,
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  };
  const settings = {
    permissions: { allow: ['Bash(node --test:*)', 'Bash(git log:*)', 'Bash(git status:*)'] },
  };
  const write = (name: string, value: object) =>
    writeFile(join(claudeConfig, name), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await write('.claude.json', state);
  await write('settings.json', settings);
}
