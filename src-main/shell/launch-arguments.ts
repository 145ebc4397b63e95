import { resolve } from 'node:path';

export type Launch = {
  readonly project: string | null;
  /** Say on stdout when the window is there, as one line of JSON: how `npm start` and the smoke test know. */
  readonly isAnnounced: boolean;
};

const PROJECT = '--project=';

/**
 * From source, Electron's own arguments (the app's folder, a debugger's loader) stand among ours as bare words, so only
 * `--project=` counts there. A packed app has none of them and takes a bare folder as well.
 */
export function readLaunch(argv: readonly string[], isPackaged: boolean, cwd: string): Launch {
  const words = argv.slice(1);
  const named = words.find((word) => word.startsWith(PROJECT))?.slice(PROJECT.length);
  const bare = isPackaged ? words.find((word) => !word.startsWith('-')) : undefined;
  const project = named || bare;
  return { project: project ? resolve(cwd, project) : null, isAnnounced: words.includes('--announce') };
}
