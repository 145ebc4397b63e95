import type { ProjectMap } from '@domain/history/project-map';
import type { Catalog, CatalogFilter } from '../../ports/catalog';
import type { HistoryEngine, Page } from './engine-calls';
import type { Keepings } from './keepings';

/** A page of the list: what the catalog keeps of each session, with what only now can be said of it. */
export async function listPage(
  catalog: Catalog,
  filter: CatalogFilter,
  page: Page,
  map: ProjectMap,
  keepings: Keepings,
): ReturnType<HistoryEngine['listJson']> {
  const keepingOf = keepings();
  const json = (await catalog.list(filter, page)).map(({ id, cwd, path, captureJson, recordJson }) => {
    const more = JSON.stringify({ id, project: map.keyOf(cwd), keeping: keepingOf(id, path) });
    return `${more.slice(0, -1)},"capture":${captureJson},${recordJson.slice(1)}`;
  });
  return { json, total: await catalog.count(filter) };
}
