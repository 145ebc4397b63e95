import { dirname, isAbsolute } from 'node:path';
import type { SaidProject } from '@domain/history/folders';
import { bare, createProjectMap, isWithin, type ProjectFolder } from '@domain/history/project-map';
import type { ProjectId } from '@domain/ids';
import { err, ok } from '@domain/result';
import type { KnownFolders, OwnWorktree, ProjectFolders } from '../../ports/project-folders';
import { attempt } from '../fs/file-error';
import { nodeFileSystem as fs } from '../fs/file-system';
import { createRemapFile, type Remap } from './remap-file';

export type ProjectFoldersOptions = {
  /** `projects.json`, and where each project id was seen by it: folders of sessions. */
  readonly registry: string;
  readonly seen: () => readonly SeenProject[];
  /** The `.beads` that a folder uses. */
  readonly beadsDirOf: (folder: string) => Promise<string | null>;
  /** The worktrees of a checkout; another `markOf` when one came or went. */
  readonly worktrees: { markOf(root: string): string; of(root: string): readonly string[] };
  /** `folders.json`: what a person said. */
  readonly remaps: string;
  /** The store of sessions without a project is in the registry too, and is none. */
  readonly userStore: string;
  /** Folders that were opened in the app, with `.beads` or without. */
  readonly recent: () => readonly string[];
  readonly now: () => string;
};

export type SeenProject = {
  readonly project_id: ProjectId;
  readonly path: string;
  readonly moved_from?: readonly string[] | undefined;
};

type Root = { readonly path: string; readonly id: ProjectId | null; readonly former: readonly string[] };

/** `<root>/.beads/sessions`, however the middle one is called. */
const rootOf = (sessionsFolder: string) => dirname(dirname(sessionsFolder));

export function createProjectFolders(options: ProjectFoldersOptions): ProjectFolders {
  const file = createRemapFile(options.remaps);

  const roots = (): Root[] => {
    return options
      .seen()
      .filter(({ path }) => path !== options.userStore)
      .map(({ path, project_id, moved_from }) => ({
        path: rootOf(path),
        id: project_id,
        former: (moved_from ?? []).map(rootOf),
      }));
  };

  /** What was opened is of the project its `.beads` leads to; one that leads to none is a project by its path. */
  const opened = async (known: readonly ProjectFolder[]): Promise<ProjectFolder[]> => {
    const map = createProjectMap(known);
    const folders: ProjectFolder[] = [];
    for (const path of options.recent()) {
      if (map.placeOf(path) !== null) continue;
      const dir = await options.beadsDirOf(path);
      const project = dir !== null && map.isProject(dirname(dir)) ? dirname(dir) : path;
      folders.push(...foldersOf({ path, id: null, former: [] }).map((each) => ({ ...each, project })));
    }
    return folders;
  };

  const foldersOf = ({ path, former }: Root): ProjectFolder[] => [
    { folder: path, project: path, reason: 'checkout' },
    ...options.worktrees.of(path).map((folder) => ({ folder, project: path, reason: 'worktree' as const })),
    ...former.map((folder) => ({ folder, project: path, reason: 'moved' as const })),
  ];

  const gather = async (own: readonly OwnWorktree[]): Promise<Omit<KnownFolders, 'mark'>> => {
    const byId = roots();
    const seen = byId.flatMap(foldersOf);
    const byPath = await opened(seen);
    const idOf = new Map(byId.map(({ id, path }) => [id as string, path]));
    const worked = own.flatMap(({ project_id, worktree }): ProjectFolder[] => {
      const project = idOf.get(project_id);
      return project === undefined ? [] : [{ folder: worktree, project, reason: 'worktree' }];
    });
    const there = [...seen, ...byPath, ...worked];
    const said = file.read();
    const remaps = said.ok ? said.value.folders : [];
    const targets = resolveTargets(remaps, there, idOf);
    const projects = new Map<string, SaidProject>();
    for (const { path, id } of byId) projects.set(path, { path, project_id: id, is_there: isFolder(path) });
    for (const path of [...byPath.map(({ project }) => project), ...targets])
      if (!projects.has(path)) projects.set(path, { path, project_id: null, is_there: isFolder(path) });
    return {
      folders: [
        ...there,
        ...targets.flatMap((project, at): ProjectFolder[] => [
          { folder: remaps[at]?.folder ?? project, project, reason: 'remap' },
          // A folder that somebody named as a project is one.
          ...(there.some((each) => each.project === project)
            ? []
            : [{ folder: project, project, reason: 'checkout' as const }]),
        ]),
      ],
      projects: [...projects.values()],
      remaps: remaps.map(({ folder, said_at }, at) => ({ folder, said_at, project: targets[at] ?? folder })),
      problem: said.ok ? null : said.error,
    };
  };

  let kept: KnownFolders | null = null;
  const markOf = (own: readonly OwnWorktree[]): string => {
    const file = (path: string) => {
      const stats = attempt(path, () => fs.stat(path));
      return stats.ok ? `${stats.value.mtimeMs} ${stats.value.size} ${stats.value.ino}` : '-';
    };
    const projects = kept === null ? [] : kept.projects.map(({ path }) => options.worktrees.markOf(path));
    const worktrees = own.map(({ project_id, worktree }) => `${project_id} ${worktree}`);
    const parts = [
      file(options.registry),
      file(options.remaps),
      ...options.recent(),
      ...projects,
      ...worktrees,
    ];
    return parts.join('\n');
  };

  return {
    async look(own) {
      if (kept !== null && kept.mark === markOf(own)) return kept;
      // Its own projects are part of the mark: what is new is looked at with the next one.
      kept = { mark: '', ...(await gather(own)) };
      kept = { ...kept, mark: markOf(own) };
      return kept;
    },
    async remap(folder, project) {
      if (!isAbsolute(folder)) return err({ code: 'folder-path-relative', folder });
      const named = bare(folder);
      const failed = (detail: string) =>
        err({ code: 'folders-not-saved', path: options.remaps, detail } as const);
      const others = (remaps: readonly Remap[]) => remaps.filter((each) => bare(each.folder) !== named);
      if (project === null) {
        const before = file.read();
        if (!before.ok) return failed(before.error);
        if (others(before.value.folders).length === before.value.folders.length)
          return err({ code: 'remap-not-found', folder });
        const undone = await file.change(others);
        return undone.ok ? ok(undefined) : failed(undone.error);
      }
      if (!isAbsolute(project)) return err({ code: 'folder-path-relative', folder: project });
      const { folders, projects } = await gather([]);
      // The word that is being replaced has no say in what the new one means.
      const map = createProjectMap(
        folders.filter(({ folder: each, reason }) => reason !== 'remap' || bare(each) !== named),
      );
      const target = map.placeOf(project)?.project ?? bare(project);
      if (map.placeOf(project) === null && !isFolder(target))
        return err({ code: 'folder-not-found', folder: project });
      const id = projects.find(({ path }) => path === target)?.project_id ?? null;
      const said: Remap = {
        folder: named,
        project: target,
        ...(id === null ? {} : { project_id: id }),
        said_at: options.now(),
      };
      const saved = await file.change((remaps) => {
        const met = remaps.find((each) => bare(each.folder) === named);
        const { project_id: _old, ...rest } = met ?? {};
        return [...others(remaps), { ...rest, ...said }];
      });
      return saved.ok ? ok(undefined) : failed(saved.error);
    },
  };
}

/** Where each word leads today: by the project's id, else by its folder, which may itself have been remapped since. */
function resolveTargets(
  remaps: readonly Remap[],
  there: readonly ProjectFolder[],
  pathOf: ReadonlyMap<string, string>,
): string[] {
  const map = createProjectMap(there);
  const follow = (path: string, passed: readonly Remap[]): string => {
    const next = remaps
      .filter((each) => !passed.includes(each) && isWithin(path, bare(each.folder)))
      .toSorted((a, b) => b.folder.length - a.folder.length)[0];
    if (next === undefined) return map.placeOf(path)?.project ?? path;
    return targetOf(next, [...passed, next]);
  };
  const targetOf = (remap: Remap, passed: readonly Remap[]): string =>
    (remap.project_id === undefined ? undefined : pathOf.get(remap.project_id)) ??
    follow(remap.project, passed);
  return remaps.map((remap) => targetOf(remap, [remap]));
}

function isFolder(path: string): boolean {
  const found = attempt(path, () => fs.stat(path).isDirectory());
  return found.ok && found.value;
}
