import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';

export type InstallOptions = {
  readonly scope: string;
  readonly allProjects?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
};

/** What Claude is told, as argv: how this very program is started, and where its data lies when that was said. */
export function addArguments(
  program: readonly string[],
  env: NodeJS.ProcessEnv,
  { scope, allProjects }: InstallOptions,
): string[] {
  const home = env['BEADS_CONSOLE_HOME'];
  return [
    ...['mcp', 'add', '--scope', scope, 'beads-console'],
    ...(home ? ['-e', `BEADS_CONSOLE_HOME=${home}`] : []),
    ...['--', ...program, 'mcp'],
    ...(allProjects ? ['--all-projects'] : []),
  ];
}

/** As a person would type it. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

export async function installMcp(frame: CliFrame, options: InstallOptions): Promise<void> {
  const program = [process.execPath, realpathSync(process.argv[1] ?? '')];
  const args = addArguments(program, frame.env, options);
  const line = shellLine(['claude', ...args]);
  if (options.yes !== true) {
    if (options.json) frame.sayJson({ command: ['claude', ...args], is_done: false });
    else frame.say(line);
    return;
  }
  const claude = await frame.asker.ask('app', 'claude', {});
  // Not logged in is no reason here: adding a server talks to nobody.
  const path = claude.ok
    ? claude.value.path
    : claude.error.code === 'claude-not-logged-in'
      ? claude.error.claude
      : null;
  if (!claude.ok && path === null) return frame.fail(claude.error);
  const ended = await run(path ?? 'claude', args, frame);
  if (ended.code !== 0) return frame.fail({ code: 'claude-refused', detail: plainText(ended.said.trim()) });
  if (options.json) frame.sayJson({ command: ['claude', ...args], is_done: true });
  else frame.say(`${line}\n${ended.said.split('\n').map(plainText).join('\n').trim()}`);
}

function run(program: string, args: string[], { cwd, env }: CliFrame) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(program, args, { cwd, env }, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, said: stdout });
      else resolve({ code: 1, said: stderr.trim() || stdout.trim() || error.message });
    });
  });
}
