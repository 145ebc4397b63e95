import type { layout } from '@contract/layout';
import { ok } from '@domain/result';
import type { LayoutService } from '../../services/layout/layout-service';
import type { HandlersOf } from '../router';

export function layoutRoutes(service: LayoutService): HandlersOf<typeof layout> {
  return {
    read: async ({ project }) => ok(service.read(project)),
    save: ({ project, layout }) => service.save(project, layout),
  };
}
