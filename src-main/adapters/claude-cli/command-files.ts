import { open, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { PromptCommand } from '../../ports/prompt-help';

type Env = { readonly [name: string]: string | undefined };

const MOST_FILES = 200;
const HEAD_BYTES = 2048;

/** `.claude/commands/*.md` of the project, then the user's own. A project's text is shown, never run. */
export async function listCommandFiles(cwd: string, env: Env): Promise<readonly PromptCommand[]> {
  const root = env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude');
  const [project, user] = await Promise.all([
    commandsIn(join(cwd, '.claude', 'commands'), 'project'),
    commandsIn(join(root, 'commands'), 'user'),
  ]);
  return [...project, ...user];
}

async function commandsIn(folder: string, source: PromptCommand['source']): Promise<PromptCommand[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.md')).slice(0, MOST_FILES);
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file.name, '.md'),
      description: describedIn(await headOf(join(file.parentPath, file.name))),
      source,
    })),
  );
}

async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}

/** What its front matter says, else its first line. */
function describedIn(head: string): string {
  const [, matter = '', rest = head] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(head) ?? [];
  const named = /^description:\s*(.+)$/m.exec(matter)?.[1]?.replace(/^(["'])(.*)\1$/, '$2');
  const first = rest.split('\n').find((line) => line.trim() !== '') ?? '';
  return (named ?? first).trim().slice(0, 200);
}
