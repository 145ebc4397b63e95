import type { tokens } from '@contract/tokens';
import { ok } from '@domain/result';
import type { AccessTokensService } from '../../services/access-tokens/access-tokens-service';
import type { HandlersOf } from '../router';

export function tokensRoutes(service: AccessTokensService): HandlersOf<typeof tokens> {
  return {
    async list() {
      const listed = await service.list();
      return listed.ok ? ok({ tokens: listed.value }) : listed;
    },
    create: (wish) => service.create(wish),
    revoke: ({ id }) => service.revoke(id),
  };
}
