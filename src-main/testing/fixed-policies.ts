import { defaultPolicy } from '@domain/privacy/tiers';
import type { PolicyBook } from '../ports/policy-book';

/** The defaults for every folder. */
export const fixedPolicies: PolicyBook = {
  of: () => defaultPolicy,
  problems: () => [],
  onProblem: () => () => {},
};
