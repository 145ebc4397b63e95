import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from './shell';

const SERVER = join(import.meta.dirname, '..', 'resources', 'scripted-model', 'scripted-messages-api.mjs');

/** The real CLI that the project pins, or the one BEADS_CONSOLE_CLAUDE names; null when neither is there. */
export function findClaude(): string | null {
  const named = process.env['BEADS_CONSOLE_CLAUDE'];
  if (named) return named;
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude';
  try {
    const path = join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..', file);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

export type ScriptedModel = {
  /** What Claude has to see to talk with it and with nobody else. */
  readonly env: Record<string, string>;
  script(replies: readonly object[]): Promise<void>;
  /** Lets every answer that holds go on. */
  release(): Promise<void>;
  stop(): Promise<void>;
};

/** A journey with the real Claude and a model that says what it is told to; skipped where there is no Claude. */
export const test = base.extend<{ model: ScriptedModel }>({
  model: async ({ desk }, use, info) => {
    const claude = findClaude();
    info.skip(
      claude === null,
      'There is no claude: npm ci installs the pinned one, BEADS_CONSOLE_CLAUDE names another.',
    );
    const model = await startScriptedModel(claude ?? '');
    Object.assign(desk.workspace.env, model.env);
    await use(model);
    await model.stop();
  },
});

async function startScriptedModel(claude: string): Promise<ScriptedModel> {
  const child = spawn(process.execPath, [SERVER, '0', '-', '--strict'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await firstLine(child);
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`the scripted model answered ${answer.status}`);
  };
  return {
    env: {
      BEADS_CONSOLE_CLAUDE: claude,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'scripted-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_MAX_RETRIES: '1',
    },
    script: (replies) => post('/__scenario', { replies }),
    release: () => post('/__release', {}),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the scripted model has no output');
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  return line;
}
