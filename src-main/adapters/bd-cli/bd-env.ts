type Env = { readonly [name: string]: string | undefined };

/**
 * Left out of what we hand to bd: they would point it at another workspace, lower its limits (an agent's environment does),
 * or speak in the name of a session that did not ask.
 */
const DROPPED = [
  'BEADS_DB',
  'BD_DB',
  'BEADS_ACTOR',
  'BD_ACTOR',
  'CLAUDE_CODE',
  'CLAUDECODE',
  'CLAUDE_SESSION_ID',
  'CLAUDE_CODE_SESSION_ID',
  'BD_AGENT_MODE',
  'BD_GIT_HOOK',
  'BD_DEBUG',
  'BD_VERBOSE',
  'BD_JSON',
  'BEADS_TEST_GUARD_DISABLE',
  // An electron parent's switches are not for a child that is no electron.
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
];

const ALWAYS = {
  BD_JSON_ENVELOPE: '1',
  BD_NON_INTERACTIVE: '1',
  BD_NO_PAGER: '1',
  NO_COLOR: '1',
  // bd would otherwise leave a detached process behind every call, to send usage figures.
  BD_DISABLE_METRICS: '1',
  BD_DISABLE_EVENT_FLUSH: '1',
  BEADS_NO_DAEMON: '1',
} as const;

export function bdEnvironment(env: Env): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !DROPPED.includes(entry[0]),
  );
  return { ...Object.fromEntries(kept), ...ALWAYS };
}
