import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { defaultPolicy, type PrivacyPolicy } from '@domain/privacy/tiers';
import { createPrivacyFiles } from '../adapters/privacy-files/privacy-files';
import type { Clock } from '../ports/clock';

/** The rules of the project that a folder lies in: its own, or those of the next folder above that is a project. */
export function createPolicyFinder(isTrusted: (folder: string) => boolean, clock: Clock) {
  const policies = createPrivacyFiles({ isTrusted, clock });
  return (folder: string | null): PrivacyPolicy => {
    if (folder === null || !isAbsolute(folder)) return defaultPolicy;
    for (let at = folder; ; at = dirname(at)) {
      if (existsSync(join(at, '.beads')) || existsSync(join(at, '.gastown'))) return policies.of(at);
      if (dirname(at) === at) return defaultPolicy;
    }
  };
}
