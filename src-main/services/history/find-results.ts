import type { Catalog, Search } from '../../ports/catalog';
import type { CatalogSession, EngineResults, Page } from './history-engine';

/** Everything is counted, but only a page of it is read. */
export async function findResults(
  catalog: Catalog,
  search: Search,
  { limit, offset }: Page,
  show: (id: string) => Promise<CatalogSession | null>,
): Promise<EngineResults> {
  const { found, totals } = await catalog.find(search);
  const results: EngineResults['results'][number][] = [];
  for (const { id, hits, row } of found.slice(offset, offset + limit)) {
    const session = await show(id);
    if (session !== null)
      results.push({ session, hits, hit: row === null ? null : await catalog.hit(row, search.terms) });
  }
  return { results, totals };
}
