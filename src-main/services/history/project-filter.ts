import {
  createProjectMap,
  isOfProject,
  isWithin,
  type ProjectFolder,
  type ProjectMap,
  UNASSOCIATED,
} from '@domain/history/project-map';
import type { HistoryValues } from '@domain/history/record';
import type { Catalog, CatalogFilter } from '../../ports/catalog';
import type { EngineFilter } from './history-engine';

const MOST_FOLDERS = 500;

type PlacedFilter = Omit<EngineFilter, 'billed' | 'isReckoned' | 'isUnpriced'>;

/**
 * Projects are no part of the catalog: it knows the folders sessions ran in, and which of those are whose is asked anew each
 * time. So it does not matter whether a folder was read first or placed first, and a catalog that is built anew has lost nothing.
 */
export function createProjectFilter(catalog: () => Catalog) {
  let map: ProjectMap = createProjectMap([]);
  let kept: { readonly mark: string; readonly folders: readonly (string | null)[] } | null = null;
  const folders = async () => {
    const mark = await catalog().changeMark();
    if (kept?.mark !== mark)
      kept = { mark, folders: (await catalog().folders({})).map(({ folder }) => folder) };
    return kept.folders;
  };
  return {
    map: () => map,
    place(known: readonly ProjectFolder[]) {
      map = createProjectMap(known);
    },
    /** What the catalog is asked instead. */
    async narrow({ projects = [], within, ...filter }: PlacedFilter): Promise<CatalogFilter> {
      if (projects.length === 0 && within === undefined) return filter;
      const isMeant = (cwd: string | null) =>
        projects.every((wanted) => isOfProject(map, cwd, wanted)) &&
        (within === undefined || (cwd !== null && isWithin(cwd, within)));
      return { ...filter, folders: (await folders()).filter(isMeant) };
    },
    async values(): Promise<Pick<HistoryValues, 'projects' | 'folders'>> {
      const all = await folders();
      const keys = new Set(all.map(map.keyOf));
      const hasOthers = keys.delete(UNASSOCIATED);
      return {
        projects: [...keys, ...(hasOthers ? [UNASSOCIATED] : [])],
        folders: all
          .filter((folder) => folder !== null)
          .filter((folder) => map.placeOf(folder) === null)
          .slice(0, MOST_FOLDERS),
      };
    },
  };
}
