import type { storage } from '@contract/storage';
import { ok } from '@domain/result';
import type { StorageService } from '../../services/storage/storage-service';
import type { HandlersOf } from '../router';

export function storageRoutes(service: StorageService): HandlersOf<typeof storage> {
  return {
    usage: async ({ project }) => ok({ parts: [...(await service.usage(project))] }),
    clean: ({ what }) => service.clean(what),
  };
}
