import { readSearchQuery } from '@domain/history/search-query';
import { openSqliteCatalog } from '../adapters/catalog-sqlite/sqlite-catalog';

/*
 * Asks a catalog many things and says how long each took: `node history-search.mjs <catalog> <questions as JSON>`. The
 * first answer of a kind warms what any second one finds warm, so each question is asked once before it is timed.
 */
const [path = '', questions = '[]'] = process.argv.slice(2);
const catalog = openSqliteCatalog(path);
const answers = [];
for (const text of JSON.parse(questions) as string[]) {
  const terms = readSearchQuery(text);
  await catalog.search(terms, {}, 50);
  const begun = performance.now();
  const hits = await catalog.search(terms, {}, 50);
  const ms = performance.now() - begun;
  const all = hits.length < 50 ? hits : await catalog.search(terms, {}, 100_000);
  const uuids = new Set(all.map(({ uuid }) => uuid)).size;
  const sessions = new Set(all.map(({ session_id }) => session_id)).size;
  const hasSnippets = hits.every(({ snippet }) => snippet.some(({ is_hit }) => is_hit));
  answers.push({ text, ms, uuids, sessions, hits: hits.length, hasSnippets });
}
await catalog.close();
process.stdout.write(`${JSON.stringify(answers)}\n`);
