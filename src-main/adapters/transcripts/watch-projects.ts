import { type Dirent, existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Tells of files that changed below Claude's `projects`. Where the system watches a whole tree it does; Linux does not, and
 * Node stands in for it by asking after every file each five seconds. There we watch the folders, three levels of them.
 */
export function watchProjects(
  folder: string,
  onFile: (path: string) => void,
  onUnsure: () => void,
): () => void {
  const begin = process.platform === 'linux' ? watchFolders : watchTree;
  return whenThere(folder, () => begin(folder, onFile, onUnsure), onUnsure);
}

/** Claude makes its folder with the first session of all: until then the nearest one above is watched. */
function whenThere(folder: string, begin: () => () => void, onCame: () => void): () => void {
  if (existsSync(folder)) return begin();
  let stop = () => {};
  const wait = () => {
    const above = nearest(folder);
    const look = () => {
      if (nearest(folder) === above) return;
      stop();
      if (!existsSync(folder)) return wait();
      stop = begin();
      onCame();
    };
    try {
      const watcher = watch(above, { persistent: false }, look);
      watcher.on('error', () => watcher.close());
      stop = () => watcher.close();
    } catch {
      // No watches left: the regular look finds what is there.
    }
    look();
  };
  wait();
  return () => stop();
}

function nearest(path: string): string {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : nearest(above);
}

function watchTree(folder: string, onFile: (path: string) => void, onUnsure: () => void): () => void {
  try {
    const watcher = watch(folder, { recursive: true, persistent: false }, (_event, name) => {
      if (name === null) onUnsure();
      else onFile(join(folder, name));
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    // No watches left: the regular look finds what is there.
    return () => {};
  }
}

const SUBAGENTS = 'subagents';

function watchFolders(root: string, onFile: (path: string) => void, onUnsure: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();

  const drop = (path: string) => {
    watchers.get(path)?.close();
    watchers.delete(path);
  };
  /** True: it was not watched before, and is now. */
  const add = (path: string, onName: (name: string) => void): boolean => {
    if (watchers.has(path)) return false;
    try {
      const watcher = watch(path, { persistent: false }, (_event, name) => {
        if (name === null) onUnsure();
        else onName(name);
      });
      watcher.on('error', () => drop(path));
      watchers.set(path, watcher);
      return true;
    } catch {
      return false;
    }
  };

  const addSubagents = (session: string): boolean => {
    const inner = join(session, SUBAGENTS);
    return add(inner, (name) => onFile(join(inner, name)));
  };
  const addSession = (session: string): boolean => {
    // Its folder comes before the one of its subagents.
    if (addSubagents(session)) return true;
    return add(session, (name) => {
      if (name !== SUBAGENTS || !addSubagents(session)) return;
      drop(session);
      onUnsure();
    });
  };
  const addProject = (project: string): boolean => {
    const isNew = add(project, (name) => {
      if (name.endsWith('.jsonl')) onFile(join(project, name));
      else if (addSession(join(project, name))) onUnsure();
    });
    if (isNew) for (const name of foldersIn(project)) addSession(join(project, name));
    return isNew;
  };

  add(root, (name) => {
    if (addProject(join(root, name))) onUnsure();
  });
  for (const name of foldersIn(root)) addProject(join(root, name));
  return () => {
    for (const path of [...watchers.keys()]) drop(path);
  };
}

function foldersIn(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
}
