type Env = { readonly [name: string]: string | undefined };

/** Another session's: a child that inherited them would speak in its name. */
const DROPPED = [
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_SESSION_ATTENDED',
  'CLAUDE_PID',
  'CLAUDE_ENV_FILE',
  'AI_AGENT',
  // Ours, when this program runs in Electron's: what Claude starts would be taken for Node.
  'ELECTRON_RUN_AS_NODE',
];
const DROPPED_PREFIX = 'CLAUDE_CODE_MESSAGING_';

/** Set on everything we start, and inherited by what that starts: how a leftover is known as ours. */
export const MARKER = 'BEADS_CONSOLE_PROCESS';

export function claudeEnvironment(env: Env, sessionId: string, marker: string): Record<string, string> {
  // bd reads CLAUDE_SESSION_ID; Claude itself does not set it.
  return { ...cleanEnvironment(env), CLAUDE_SESSION_ID: sessionId, [MARKER]: marker };
}

/** For one that speaks in nobody's name. */
export function cleanEnvironment(env: Env): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !DROPPED.includes(entry[0]) && !entry[0].startsWith(DROPPED_PREFIX),
  );
  return Object.fromEntries(kept);
}
