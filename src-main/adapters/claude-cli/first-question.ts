import { readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FirstQuestion } from '@domain/session/live';
import { objectOf, parseObject } from '@domain/transcript/transcript-line';

type Env = { readonly [name: string]: string | undefined };

/**
 * What Claude will ask in its terminal before it begins in this folder, by its own notes. They are read and never written:
 * the answers are a person's. A guess that is wrong is taken back when Claude begins.
 */
export async function foreseeQuestion(env: Env, cwd: string): Promise<FirstQuestion | null> {
  const folder = env['CLAUDE_CONFIG_DIR'] || env['HOME'] || homedir();
  const notes = parseObject(await readFile(join(folder, '.claude.json'), 'utf8').catch(() => ''));
  if (notes?.['hasCompletedOnboarding'] !== true) return 'other';
  const projects = objectOf(notes['projects']) ?? {};
  const here = await realpath(cwd).catch(() => cwd);
  const isTrusted = foldersAbove(here).some(
    (path) => objectOf(projects[path])?.['hasTrustDialogAccepted'] === true,
  );
  if (!isTrusted) return 'trust';
  return isKeyUnknown(env, objectOf(notes['customApiKeyResponses'])) ? 'other' : null;
}

/** The folder itself, and those it lies in: one that is trusted counts for what is in it. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...foldersAbove(above)];
}

/** A key of the environment is used when a person has said so once; Claude keeps its end to know it again. */
function isKeyUnknown(env: Env, answers: Readonly<Record<string, unknown>> | null): boolean {
  const key = env['ANTHROPIC_API_KEY'];
  if (!key) return false;
  const known = [answers?.['approved'], answers?.['rejected']].flat();
  return !known.includes(key.slice(-20));
}
