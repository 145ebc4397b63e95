import type { PolicyEditError, PolicyView } from '@domain/privacy/policy-view';
import type { PrivacyTier } from '@domain/privacy/tiers';
import type { Result } from '@domain/result';

/** A project's own rules, as a person sees and changes them. */
export type PolicyEditor = {
  read(folder: string): PolicyView;
  /** Null takes the tool out of the file. Whatever else is written there, comments too, stays. */
  set(folder: string, tool: string, tier: PrivacyTier | null): Promise<Result<PolicyView, PolicyEditError>>;
};
