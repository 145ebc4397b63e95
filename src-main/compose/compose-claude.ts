import { limitsOf } from '../adapters/claude-cli/capabilities';
import { createFindClaude, type FindClaude } from '../adapters/claude-cli/find-claude';
import { createLoginCheck, type LoginCheck } from '../adapters/claude-cli/login-check';
import { findProgram } from '../adapters/programs/path-programs';
import type { ClaudeHealth } from '../ports/claude-health';

export type ComposedClaude = {
  readonly find: FindClaude;
  readonly login: LoginCheck;
  readonly health: ClaudeHealth;
};

/** The one way to the person's `claude`: what the settings name, the environment, PATH, the login shell's PATH, a trusted project. */
export function composeClaude(
  env: Readonly<Record<string, string | undefined>>,
  named: () => string | null,
): ComposedClaude {
  const find = createFindClaude({ env, named, findProgram: (where) => findProgram('claude', where) });
  const login = createLoginCheck({ env });
  return {
    find,
    login,
    health: {
      checkLogin: login,
      async look() {
        const found = await find();
        if (!found.ok) return found;
        const { path, version, can } = found.value;
        return { ok: true, value: { path, version, limits: limitsOf(can) } };
      },
    },
  };
}
