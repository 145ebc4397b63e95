import { compareVersions } from '@domain/bead/tracker-info';

/** What a version of Claude can do that we make use of. Observed with 2.1.197 and 2.1.325. */
export type Capabilities = {
  /** How the mode that asks is called on the command line; in Claude's data it stays `default`. */
  readonly askingMode: 'default' | 'manual';
  readonly forwardsSubagentText: boolean;
  /** The hooks we ask for. One that a version does not know makes its terminal open with a warning. */
  readonly hooks: readonly string[];
};

const HOOKS = [
  'UserPromptSubmit',
  'MessageDisplay',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'Stop',
  'StopFailure',
] as const;

/** The oldest version the seats were seen to work with. */
export const OLDEST_CLAUDE = '2.1.197';

/** Newest first; the first entry that is not above the version counts. */
const TABLE: readonly { readonly from: string; readonly can: Capabilities }[] = [
  { from: '2.1.325', can: { askingMode: 'manual', forwardsSubagentText: true, hooks: HOOKS } },
  { from: OLDEST_CLAUDE, can: { askingMode: 'default', forwardsSubagentText: false, hooks: HOOKS } },
];

/** What is left to Claude's own terminal, in words for a person. */
export function limitsOf(can: Capabilities): string[] {
  return can.forwardsSubagentText
    ? []
    : ['what subagents say is shown when they are done, not while they speak'];
}

/** Null: too old to be driven. */
export function capabilitiesOf(version: string): Capabilities | null {
  return TABLE.find(({ from }) => compareVersions(version, from) >= 0)?.can ?? null;
}
