import type { hooks } from '@contract/hooks';
import type { ElsewhereHooks } from '../../ports/elsewhere-hooks';
import type { HandlersOf } from '../router';

export function hooksRoutes(entries: ElsewhereHooks): HandlersOf<typeof hooks> {
  return {
    status: () => entries.state(),
    install: () => entries.install(),
    uninstall: () => entries.uninstall(),
  };
}
