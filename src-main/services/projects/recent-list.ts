import type { ProjectError } from '@domain/project';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';
import type { SmallFile } from '../../ports/small-files';

const RecentEntry = z.looseObject({ path: z.string(), opened_at: z.string(), is_trusted: z.boolean() });
export type RecentEntry = z.infer<typeof RecentEntry>;
const RecentFile = z.looseObject({ version: z.literal(1), projects: z.array(RecentEntry) });

type EntryChange = (before: RecentEntry | undefined) => RecentEntry;

/** The projects opened before and whether each is trusted, newest first. */
export type RecentList = {
  entries(): readonly RecentEntry[];
  find(path: string): RecentEntry | undefined;
  /**
   * `change` gets what is there when its turn comes, not what was there when it was asked. Nothing is written when it gives
   * back the same one and that is the newest already.
   */
  put(path: string, change: EntryChange, most: number): Promise<Result<void, ProjectError>>;
  remove(path: string): Promise<Result<void, ProjectError>>;
};

/** A file that cannot be understood is set in the way of every write: trust given by a person is not thrown away. */
export async function openRecentList(file: SmallFile): Promise<RecentList> {
  let entries: readonly RecentEntry[] = [];
  let trouble: string | null = null;
  const text = await file.read();
  if (!text.ok) trouble = text.error.detail;
  else if (text.value !== null) {
    const parsed = RecentFile.safeParse(jsonOf(text.value));
    if (parsed.success) entries = parsed.data.projects;
    else trouble = 'its content is not what this version writes; move it away to begin a new list';
  }

  let queue: Promise<unknown> = Promise.resolve();
  type Entries = readonly RecentEntry[];

  // In order, each from what the former left: two windows that open projects at once both count.
  const save = (change: (before: Entries) => Entries): Promise<Result<void, ProjectError>> => {
    const work = async (): Promise<Result<void, ProjectError>> => {
      const refuse = (detail: string) =>
        err({ code: 'projects-not-saved', file: file.path, detail } as const);
      if (trouble !== null) return refuse(trouble);
      const next = change(entries);
      if (next === entries) return ok(undefined);
      const saved = await file.replace(`${JSON.stringify({ version: 1, projects: next }, null, 2)}\n`);
      if (!saved.ok) return refuse(saved.error.detail);
      entries = next;
      return ok(undefined);
    };
    const done = queue.then(work, work);
    queue = done;
    return done;
  };

  return {
    entries: () => entries,
    find: (path) => entries.find((entry) => entry.path === path),
    put: (path, change, most) =>
      save((before) => {
        const entry = change(before.find((found) => found.path === path));
        if (entry === before[0]) return before;
        return [entry, ...before.filter((other) => other.path !== path)].slice(0, most);
      }),
    remove: (path) => save((before) => before.filter((entry) => entry.path !== path)),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
