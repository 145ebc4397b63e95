import type { PolicyEditError, PolicyView } from '@domain/privacy/policy-view';
import { defaultPolicy, type PrivacyTier, privacyTiers, tierOf } from '@domain/privacy/tiers';
import { type CommonError, commonSentences, isCommonError, type Sentences } from '../../app/words';

export const TIER_NAMES: Readonly<Record<PrivacyTier, string>> = {
  full: 'Full',
  redacted: 'Redacted',
  metadata: 'Names',
  none: 'Nothing',
};

const MCP = 'mcp__*';

export type TierRow = {
  readonly tool: string;
  readonly name: string;
  /** What the project says; null: it says nothing. */
  readonly own: PrivacyTier | null;
  readonly shipped: PrivacyTier;
  readonly isLooser: boolean;
};

/** The tools that have a tier of their own, MCP tools as one, and what else the project names. */
export function tierRows({ own }: Pick<PolicyView, 'own'>): readonly TierRow[] {
  const tools = [...new Set([...Object.keys(defaultPolicy), MCP, ...Object.keys(own)])];
  return tools.map((tool) => {
    const said = own[tool] ?? null;
    const shipped = tierOf(defaultPolicy, tool);
    const isLooser = said !== null && privacyTiers.indexOf(said) < privacyTiers.indexOf(shipped);
    return { tool, name: tool === MCP ? 'MCP tools' : tool, own: said, shipped, isLooser };
  });
}

export function tierSentences(error: PolicyEditError | CommonError): Sentences {
  if (isCommonError(error)) return commonSentences(error);
  switch (error.code) {
    case 'project-untrusted':
      return {
        happened: 'This project is not trusted.',
        safe: 'Nothing was written.',
        next: 'Trust it first: its own rules can loosen what is kept.',
        details: null,
      };
    case 'privacy-file-broken':
      return {
        happened: 'The rules of this project cannot be read.',
        safe: 'Nothing was written, and stricter rules hold meanwhile: names alone.',
        next: `Mend ${error.file}.`,
        details: null,
      };
    case 'privacy-file-unwritable':
      return {
        happened: 'The rules could not be written.',
        safe: 'The old ones are still in force.',
        next: `Look at who may write ${error.file}.`,
        details: error.detail,
      };
  }
}
