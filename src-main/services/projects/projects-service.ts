import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { createFeed, type Feed } from '@domain/feed';
import type { FolderPath } from '@domain/ids';
import type { Project, ProjectError, ProjectsChange, RecentProject } from '@domain/project';
import { err, ok, type Result } from '@domain/result';
import type { Clock } from '../../ports/clock';
import type { FolderFault, Folders } from '../../ports/folders';
import type { RecentEntry, RecentList } from './recent-list';

export type ProjectsSnapshot = { readonly recent: RecentProject[] };

/*
 * P1  Opening looks at names and kinds only: nothing of the project is run or read.
 * P2  A path that cannot be opened is refused with its reason, and nothing is written.
 * P3  Trust is remembered by real path and given only by `trust`.
 */
export type ProjectsService = {
  open(path: string): Promise<Result<Project, ProjectError>>;
  show(path: string): Promise<Result<Project, ProjectError>>;
  trust(path: FolderPath, isTrusted: boolean): Promise<Result<Project, ProjectError>>;
  forget(path: FolderPath): Promise<Result<ProjectsSnapshot, ProjectError>>;
  complete(typed: string, limit: number): Promise<{ path: string; name: string; is_git: boolean }[]>;
  isTrusted(path: string): boolean;
  readonly feed: Feed<ProjectsSnapshot, ProjectsChange>;
};

export type ProjectsDeps = {
  readonly folders: Folders;
  readonly list: RecentList;
  readonly clock: Clock;
  readonly epoch: string;
  readonly homeFolder: string;
};

const MOST_RECENT = 50;
/** A window that loads again does not wait for the disk to say when. */
const JUST_OPENED_MS = 60 * 60_000;
const isJustOpened = (entry: RecentEntry, now: string) => {
  const ageMs = Date.parse(now) - Date.parse(entry.opened_at);
  return ageMs >= 0 && ageMs < JUST_OPENED_MS;
};
const REFUSALS = {
  'not-found': 'project-not-found',
  'not-a-folder': 'project-not-a-folder',
  'not-readable': 'project-not-readable',
} as const satisfies Record<FolderFault, ProjectError['code']>;

export async function createProjectsService(deps: ProjectsDeps): Promise<ProjectsService> {
  const { folders, list, clock, homeFolder } = deps;
  let recent: RecentProject[] = await seen(folders, list.entries());
  const feed = createFeed<ProjectsSnapshot, ProjectsChange>({
    epoch: deps.epoch,
    snapshot: () => ({ recent }),
  });

  const inspect = async (path: string): Promise<Result<Project, ProjectError>> => {
    const typed = expandHome(path, homeFolder);
    if (!isAbsolute(typed)) return err({ code: 'project-path-relative', path });
    const found = await folders.inspect(typed);
    if (!found.ok) return err({ code: REFUSALS[found.error], path });
    return ok({
      path: found.value.path as FolderPath,
      name: basename(found.value.path) || found.value.path,
      is_trusted: list.find(found.value.path)?.is_trusted ?? false,
      has_beads: found.value.hasBeads,
      is_git: found.value.isGit,
      opened_at: clock.now(),
    });
  };

  const publish = async () => {
    recent = await seen(folders, list.entries());
    feed.publish({ type: 'recent-changed', recent });
  };

  /** Opening says nothing about trust (null): what a person decides meanwhile must not be undone by it. */
  const remember = async (
    project: Project,
    isTrusted: boolean | null,
  ): Promise<Result<Project, ProjectError>> => {
    const { path, opened_at } = project;
    const known = list.entries();
    const saved = await list.put(
      path,
      (before) =>
        before !== undefined &&
        before === list.entries()[0] &&
        isTrusted === null &&
        isJustOpened(before, opened_at)
          ? before
          : { ...before, path, opened_at, is_trusted: isTrusted ?? before?.is_trusted ?? false },
      MOST_RECENT,
    );
    if (!saved.ok) return saved;
    if (list.entries() !== known) await publish();
    return ok({ ...project, is_trusted: list.find(path)?.is_trusted ?? false });
  };

  const open = async (path: string) => {
    const project = await inspect(path);
    return project.ok ? remember(project.value, null) : project;
  };

  return {
    feed,
    open,
    async show(path) {
      const project = await open(path);
      if (project.ok) feed.publish({ type: 'show-requested', project: project.value });
      return project;
    },
    async trust(path, isTrusted) {
      const project = await inspect(path);
      return project.ok ? remember(project.value, isTrusted) : project;
    },
    async forget(path) {
      const saved = await list.remove(path);
      if (!saved.ok) return saved;
      await publish();
      return ok({ recent });
    },
    isTrusted: (path) => list.find(path)?.is_trusted ?? false,
    async complete(typed, limit) {
      const expanded = expandHome(typed === '' ? '~' : typed, homeFolder);
      if (!isAbsolute(expanded)) return [];
      const isInside = expanded.endsWith(sep) || typed === '' || typed === '~';
      const folder = isInside ? expanded : dirname(expanded);
      const begun = isInside ? '' : basename(expanded);
      const children = await folders.childrenOf(folder);
      return children
        .filter(({ name }) => name.toLowerCase().startsWith(begun.toLowerCase()))
        .filter(({ name }) => begun.startsWith('.') || !name.startsWith('.'))
        .sort((a, b) => Number(b.isGit) - Number(a.isGit) || a.name.localeCompare(b.name))
        .slice(0, limit)
        .map(({ name, path, isGit }) => ({ name, path, is_git: isGit }));
    },
  };
}

function expandHome(path: string, homeFolder: string): string {
  if (path === '~') return homeFolder;
  return path.startsWith(`~${sep}`) ? join(homeFolder, path.slice(2)) : path;
}

async function seen(folders: Folders, entries: readonly RecentEntry[]): Promise<RecentProject[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const found = await folders.inspect(entry.path);
      return {
        path: entry.path as FolderPath,
        name: basename(entry.path) || entry.path,
        is_trusted: entry.is_trusted,
        has_beads: found.ok && found.value.hasBeads,
        is_git: found.ok && found.value.isGit,
        opened_at: entry.opened_at,
        is_missing: !found.ok,
      };
    }),
  );
}
