import type { settings } from '@contract/settings';
import { ok } from '@domain/result';
import type { SettingsService } from '../../services/settings/settings-service';
import type { HandlersOf } from '../router';

export function settingsRoutes(service: SettingsService): HandlersOf<typeof settings> {
  return {
    update: ({ patch }) => service.update(patch),
    reload: async () => ok(await service.reload()),
    watch: async (_input, after, deliver) => ok(service.feed.follow(after, deliver)),
  };
}
