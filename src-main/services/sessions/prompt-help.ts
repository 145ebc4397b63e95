import { bestPaths } from '@domain/best-paths';
import type { Clock } from '../../ports/clock';
import type { Pictures } from '../../ports/pictures';
import type { FileList, PromptCommand, PromptHelp } from '../../ports/prompt-help';
import type { RawCalls } from '../../ports/raw-calls';

/** Files of a folder are listed once and then searched while a person types. */
const FRESH_MS = 10_000;

/** What Claude knows by itself, until it says its own list. */
const BUILT_IN: readonly (readonly [name: string, description: string])[] = [
  ['clear', 'Begins anew with an empty context, in the next session of the chain'],
  ['compact', 'Makes the context shorter, keeping a summary'],
  ['context', 'Shows what fills the context'],
  ['cost', 'Shows what this session has used'],
  ['init', 'Writes a CLAUDE.md for this project'],
  ['review', 'Reviews a pull request'],
];

export type CommandHelp = {
  readonly name: string;
  readonly description: string;
  readonly source: PromptCommand['source'] | 'claude';
};

/** What is in Claude's own transcript, told to its owner when it is looked at. */
export type RawParts = {
  /** A picture that went along with a prompt. */
  readonly pictures: Pictures;
  readonly calls: RawCalls;
};

export type PromptHelpService = RawParts & {
  files(cwd: string, typed: string, limit: number): Promise<{ files: string[]; is_complete: boolean }>;
  /** `told`: the names that the running Claude listed itself; null: it has not. */
  commands(cwd: string, told: readonly string[] | null): Promise<{ commands: CommandHelp[] }>;
};

export function createPromptHelp(help: PromptHelp, raw: RawParts, clock: Clock): PromptHelpService {
  const lists = new Map<string, { readonly atMs: number; readonly list: Promise<FileList> }>();

  const listOf = (cwd: string): Promise<FileList> => {
    const nowMs = clock.monotonicMs();
    for (const [folder, { atMs }] of lists) if (nowMs - atMs > FRESH_MS) lists.delete(folder);
    const known = lists.get(cwd);
    if (known !== undefined) return known.list;
    const list = help.files(cwd);
    lists.set(cwd, { atMs: nowMs, list });
    return list;
  };

  return {
    ...raw,
    async files(cwd, typed, limit) {
      const { paths, isComplete } = await listOf(cwd);
      return { files: [...bestPaths(paths, typed, limit)], is_complete: isComplete };
    },
    async commands(cwd, told) {
      const known = new Map<string, CommandHelp>();
      for (const file of await help.commands(cwd)) if (!known.has(file.name)) known.set(file.name, file);
      for (const [name, description] of BUILT_IN)
        if (!known.has(name) && (told === null || told.includes(name)))
          known.set(name, { name, description, source: 'claude' });
      for (const name of told ?? [])
        if (!known.has(name)) known.set(name, { name, description: '', source: 'claude' });
      return { commands: [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) };
    },
  };
}
