import { dirname, join } from 'node:path';
import { resolveBeadsDir } from '../adapters/beads-dir/resolve-beads-dir';
import { createFolderSizes } from '../adapters/system/folder-sizes';
import { createStorageService } from '../services/storage/storage-service';
import { storageRoutes } from '../surfaces/routes/storage-routes';
import type { Places } from './places';

export function composeStorage(places: Places, env: NodeJS.ProcessEnv) {
  const claude = env['CLAUDE_CONFIG_DIR'] || join(places.homeFolder, '.claude');
  return storageRoutes(
    createStorageService({
      sizes: createFolderSizes(),
      places: {
        sessions: places.sessions,
        replicas: places.replicas,
        archive: join(places.dataFolder, 'archive'),
        uploads: places.uploads,
        summaries: places.summaries,
        catalog: dirname(places.catalog),
        logs: places.logs,
        scratch: places.scratch,
        claude: join(claude, 'projects'),
      },
      sessionsOf: async (project) => {
        const found = await resolveBeadsDir(project, env);
        return found.ok && found.value.beadsDir !== null ? join(found.value.beadsDir, 'sessions') : null;
      },
    }),
  );
}
