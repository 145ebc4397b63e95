import type { projects } from '@contract/projects';
import { ok } from '@domain/result';
import type { FolderChooser } from '../../ports/folder-chooser';
import type { ProjectsService } from '../../services/projects/projects-service';
import type { HandlersOf } from '../router';

export type ProjectRouteDeps = {
  readonly service: ProjectsService;
  readonly chooser: () => FolderChooser | null;
};

export function projectsRoutes({ service, chooser }: ProjectRouteDeps): HandlersOf<typeof projects> {
  return {
    open: ({ path }) => service.open(path),
    show: ({ path }) => service.show(path),
    choose: async () => ok({ path: (await chooser()?.choose()) ?? null }),
    complete: async ({ typed, limit }) => ok({ folders: await service.complete(typed, limit) }),
    trust: ({ path, is_trusted }) => service.trust(path, is_trusted),
    forget: ({ path }) => service.forget(path),
    watch: async (_input, after, deliver) => ok(service.feed.follow(after, deliver)),
  };
}
