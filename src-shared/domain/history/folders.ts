import { ProjectId } from '@domain/ids';
import { Timestamp } from '@domain/session/values';
import { z } from 'zod';
import { bare, createProjectMap, FOLDER_REASONS, isWithin, type ProjectFolder } from './project-map';

const Count = z.int().nonnegative();

export const KnownProject = z.object({
  /** Its main folder: what `project:` and the reports call it. */
  path: z.string(),
  /** Null: a folder without `.beads`, which has no name but its path. */
  project_id: ProjectId.nullable(),
  is_there: z.boolean(),
  sessions: Count,
});
export type KnownProject = z.infer<typeof KnownProject>;

/** A folder that sessions ran in. */
export const HistoryFolder = z.object({
  /** Null: their transcripts name none. */
  folder: z.string().nullable(),
  /** The project it belongs to, or `_unassociated`. */
  project: z.string(),
  reason: z.enum(FOLDER_REASONS).nullable(),
  sessions: Count,
  last_at: Timestamp.nullable(),
});
export type HistoryFolder = z.infer<typeof HistoryFolder>;

/** What a person said: this folder is now that project. */
export const FolderRemap = z.object({
  folder: z.string(),
  project: z.string(),
  said_at: Timestamp,
  /** How many of the history's sessions follow it. */
  sessions: Count,
});
export type FolderRemap = z.infer<typeof FolderRemap>;

/** Which folders of the history belong to which project, and what of that a person said. */
export const HistoryFolders = z.object({
  projects: z.array(KnownProject),
  folders: z.array(HistoryFolder),
  remaps: z.array(FolderRemap),
  /** Why what a person said is not known, or cannot be changed; the file is left alone. */
  problem: z.string().nullable(),
});
export type HistoryFolders = z.infer<typeof HistoryFolders>;

export type FolderCount = {
  readonly folder: string | null;
  readonly sessions: number;
  readonly last_at: string | null;
};
export type SaidProject = Omit<KnownProject, 'sessions'>;
export type SaidRemap = Omit<FolderRemap, 'sessions'>;

/** The whole list: every folder once, so that the sums over folders and over projects are the sum over sessions. */
export function describeFolders(
  counts: readonly FolderCount[],
  known: {
    readonly folders: readonly ProjectFolder[];
    readonly projects: readonly SaidProject[];
    readonly remaps: readonly SaidRemap[];
    readonly problem: string | null;
  },
): HistoryFolders {
  const map = createProjectMap(known.folders);
  const folders = counts.map(({ folder, sessions, last_at }): HistoryFolder => {
    const place = map.placeOf(folder);
    return { folder, project: map.keyOf(folder), reason: place?.reason ?? null, sessions, last_at };
  });
  const sum = (these: readonly HistoryFolder[]) => these.reduce((all, { sessions }) => all + sessions, 0);
  return {
    folders,
    projects: known.projects.map((project) => ({
      ...project,
      sessions: sum(folders.filter((each) => each.project === project.path)),
    })),
    remaps: known.remaps.map((remap) => ({
      ...remap,
      sessions: sum(
        folders.filter(({ folder }) => {
          const place = map.placeOf(folder);
          return place?.reason === 'remap' && bare(place.folder) === bare(remap.folder);
        }),
      ),
    })),
    problem: known.problem,
  };
}

/** Folders that lie in another of them are told with that one: one word settles all of them. */
export function gatherFolders(folders: readonly HistoryFolder[]): HistoryFolder[] {
  const tops: HistoryFolder[] = [];
  const sorted = folders.toSorted((a, b) => (a.folder ?? '').length - (b.folder ?? '').length);
  for (const each of sorted) {
    const { folder } = each;
    const at = tops.findIndex(
      (top) => top.folder !== null && folder !== null && isWithin(folder, top.folder),
    );
    const top = tops[at];
    if (top === undefined) tops.push(each);
    else
      tops[at] = {
        ...top,
        sessions: top.sessions + each.sessions,
        last_at:
          [top.last_at, each.last_at]
            .filter((time) => time !== null)
            .sort()
            .at(-1) ?? null,
      };
  }
  return tops.toSorted((a, b) => b.sessions - a.sessions || ((a.folder ?? '') < (b.folder ?? '') ? -1 : 1));
}
