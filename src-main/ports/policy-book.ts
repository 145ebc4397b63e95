import type { PolicyFault } from '@domain/privacy/policy-file';
import type { PrivacyPolicy } from '@domain/privacy/tiers';

export type PolicyProblem = {
  readonly type: 'privacy-file-broken';
  readonly at: string;
  readonly file: string;
  readonly fault: PolicyFault;
};

/** What may be written of a project's tools. Its files are read again only when they changed. */
export type PolicyBook = {
  of(folder: string): PrivacyPolicy;
  /** Of the files looked at so far, those that are broken now. */
  problems(): readonly PolicyProblem[];
  onProblem(tell: (problem: PolicyProblem) => void): () => void;
};
