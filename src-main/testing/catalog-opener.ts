import { openSqliteCatalog } from '../adapters/catalog-sqlite/sqlite-catalog';

/** Opens a catalog at a moment, leaves its name there and ends: `node catalog-opener.mjs <catalog> <moment> <name>`. */
const [path = '', moment = '0', name = ''] = process.argv.slice(2);
while (Date.now() < Number(moment));
const catalog = openSqliteCatalog(path);
await catalog.setSetting(name, 'was here');
await catalog.close();
