import { err, ok, type Result } from '@domain/result';
import type { Cleanable, StorageError, StoragePart, StoragePartId } from '@domain/storage';
import type { FolderSizes } from '../../ports/folder-sizes';

export type StorageService = {
  usage(project: string | null): Promise<readonly StoragePart[]>;
  clean(what: Cleanable): Promise<Result<{ bytes: number }, StorageError>>;
};

export type StoragePlaces = Readonly<Record<Exclude<StoragePartId, 'project-sessions'>, string>>;

export function createStorageService(deps: {
  readonly sizes: FolderSizes;
  readonly places: StoragePlaces;
  /** Where a project keeps its sessions; null: it keeps none. */
  readonly sessionsOf: (project: string) => Promise<string | null>;
}): StorageService {
  const { sizes, places, sessionsOf } = deps;
  return {
    async usage(project) {
      const sessions = project === null ? null : await sessionsOf(project);
      const own: [StoragePartId, string][] = sessions === null ? [] : [['project-sessions', sessions]];
      const all = [...own, ...(Object.entries(places) as [StoragePartId, string][])];
      return Promise.all(
        all.map(async ([id, path]) => {
          const { bytes, files, isCut } = await sizes.of(path);
          return { id, path, bytes, files, is_cut: isCut };
        }),
      );
    },
    async clean(what) {
      // The newest log is being written; what is older has a number behind its name.
      const isWanted = what === 'logs' ? (name: string) => /\.\d+$/.test(name) : () => true;
      try {
        return ok({ bytes: await sizes.empty(places[what], isWanted) });
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        return err({ code: 'storage-not-cleaned', path: places[what], detail });
      }
    },
  };
}
